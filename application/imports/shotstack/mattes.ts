import { isRecord } from '../../../domain/codec/json.js';
import type { DraftClip } from '../draft.js';
import { built } from '../reading/fields.js';
import type { JsonObject } from '../reading/json-object.js';
import type { Timing } from '../reading/times.js';

/** A luma matte of a track. */
export interface Matte extends Timing {
  readonly id: string;
  readonly clip: DraftClip;
  /** Records that it has no effect, or a different one. */
  readonly differs: (message: string) => void;
}

interface Part {
  readonly from: number;
  readonly to: number;
  readonly matte?: Matte;
}

type Times = readonly [start: number, end: number];

/** When a clip plays, ms; without an end if that is the end of the video, or of its media. */
const timesOf = ({ clip }: DraftClip): Times | undefined => {
  const { start, end } = clip['timeFrame'] as JsonObject;
  if (typeof start !== 'number' || clip['type'] === 'audio') return undefined;
  return [start, typeof end === 'number' ? end : Infinity];
};

/** The parts of a clip with and without mattes. */
const partsOf = ([start, end]: Times, mattes: ReadonlyArray<Matte>): ReadonlyArray<Part> => {
  const parts: Part[] = [];
  let at = start;
  for (const matte of mattes.toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0))) {
    const [from, to] = [Math.max(at, matte.start ?? 0), Math.min(end, matte.end ?? end)];
    if (to <= from) continue;
    if (from > at) parts.push({ from: at, to: from });
    parts.push({ from, to, matte });
    at = to;
  }
  return at < end ? [...parts, { from: at, to: end }] : parts;
};

/** What a motion does between two shares of its time. Shotstack's are even. */
const partOfMotion = (
  motion: unknown,
  ...shares: readonly [from: number, to: number]
): JsonObject | undefined => {
  if (!isRecord(motion) || shares.includes(Number.NaN)) return undefined;
  const [start, end] = ['from', 'to'].map((name) => ({
    scale: 1,
    x: 0.5,
    y: 0.5,
    ...(motion[name] as object),
  }));
  if (!start || !end) return undefined;
  const [from, to] = shares.map((share) => {
    const at = (name: 'scale' | 'x' | 'y') => start[name] + (end[name] - start[name]) * share;
    return { scale: at('scale'), x: at('x'), y: at('y') };
  });
  return { from, to };
};

/** A part of a clip: media plays on from part to part, and only the ends of the clip have transitions. */
const cut = ({ path, clip }: DraftClip, { from, to, matte }: Part, [start, end]: Times): DraftClip => {
  const { offset = 0, speed = 1 } = clip['timeFrame'] as JsonObject;
  const { in: way, out } = (clip['transition'] ?? {}) as JsonObject;
  const played = clip['type'] === 'video' ? (from - start) * Number(speed) : 0;
  const part = {
    'timeFrame.start': from,
    'timeFrame.end': to === end ? undefined : to,
    'timeFrame.offset': played > 0 ? Number(offset) + played : undefined,
    id: from === start ? undefined : `${String(clip['id'])}-${from}`,
    motion: partOfMotion(clip['motion'], (from - start) / (end - start), (to - start) / (end - start)),
    'transition.in': from === start ? way : undefined,
    'transition.out': to === end ? out : undefined,
    'effects.mask': matte && { clip: matte.id, mode: 'lumaInverted', fit: 'stretch' },
  };
  return { path, clip: built({ ...clip, transition: undefined }, part) };
};

/** The clips of a track under its luma mattes: each fills what plays at the same time, as in Shotstack's editor. */
export const masked = (
  clips: ReadonlyArray<DraftClip>,
  mattes: ReadonlyArray<Matte>,
): ReadonlyArray<DraftClip> => {
  if (mattes.length === 0) return clips;
  const used = new Set<Matte | undefined>();
  const cuts = clips.flatMap((draft) => {
    const times = timesOf(draft);
    const whole = times ? partsOf(times, mattes) : [];
    // A part of media whose length is not known can't be cut: it may end before.
    const isOpen = (draft.clip['timeFrame'] as JsonObject)['end'] === 'source';
    const parts = isOpen && whole.length > 1 ? [] : whole;
    for (const { matte } of parts) used.add(matte);
    return times && parts.length > 0 ? parts.map((part) => cut(draft, part, times)) : [draft];
  });
  for (const matte of mattes)
    if (!used.has(matte))
      matte.differs('the matte was left out: no clip of its track has known times under it');
  if (
    cuts.length > clips.length &&
    clips.some(
      (draft) => draft.clip['keyframes'] ?? (draft.clip['motion'] && timesOf(draft)?.[1] === Infinity),
    )
  )
    mattes[0]?.differs('the movement of the clip starts again where the matte begins or ends');
  return [...cuts, ...mattes.filter((matte) => used.has(matte)).map(({ clip }) => clip)];
};
