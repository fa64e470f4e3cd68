import type { DraftClip } from '../draft.js';
import { type JsonObject, present } from '../reading/json-object.js';
import type { Timing } from './timing.js';

/** A luma matte of a track. */
export interface Matte extends Timing {
  readonly id: string;
  readonly clip: DraftClip;
  /** Tells that it masks nothing, or what differs. */
  readonly differs: (message: string) => void;
}

interface Part {
  readonly from: number;
  readonly to: number;
  readonly matte?: Matte;
}

const timesOf = ({ clip }: DraftClip): readonly [number, number] | undefined => {
  const { start, end } = clip['timeFrame'] as JsonObject;
  return typeof start === 'number' && typeof end === 'number' ? [start, end] : undefined;
};

/** The parts of a clip with and without mattes. */
const partsOf = (start: number, end: number, mattes: ReadonlyArray<Matte>): ReadonlyArray<Part> => {
  const parts: Part[] = [];
  let at = start;
  for (const matte of mattes.toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0))) {
    const [from, to] = [Math.max(at, matte.start ?? 0), Math.min(end, matte.end ?? end)];
    if (to <= from) continue;
    if (from > at) parts.push({ from: at, to: from });
    parts.push({ from, to, matte });
    at = to;
  }
  if (at < end) parts.push({ from: at, to: end });
  return parts;
};

/** A part of a clip: media plays on from part to part, and only the ends of the clip have transitions. */
const cut = (
  draft: DraftClip,
  { from, to, matte }: Part,
  [start, end]: readonly [number, number],
): DraftClip => {
  const { clip } = draft;
  const time = clip['timeFrame'] as JsonObject;
  const isMedia = clip['type'] === 'video';
  const played = (from - start) * Number(time['speed'] ?? 1);
  const transition = clip['transition'] as JsonObject | undefined;
  const kept =
    transition &&
    present({
      in: from === start ? transition['in'] : undefined,
      out: to === end ? transition['out'] : undefined,
    });
  return {
    path: draft.path,
    clip: {
      ...clip,
      id: from === start ? clip['id'] : `${String(clip['id'])}-${from}`,
      timeFrame: {
        ...time,
        start: from,
        end: to,
        ...(isMedia && played > 0 ? { offset: Number(time['offset'] ?? 0) + played } : {}),
      },
      transition: kept,
      ...(matte
        ? {
            effects: {
              ...(clip['effects'] as JsonObject | undefined),
              mask: { clip: matte.id, mode: 'lumaInverted', fit: 'stretch' },
            },
          }
        : {}),
    },
  };
};

/** The clips of a track under its luma mattes: each masks what plays at the same time. */
export const masked = (
  clips: ReadonlyArray<DraftClip>,
  mattes: ReadonlyArray<Matte>,
): ReadonlyArray<DraftClip> => {
  if (mattes.length === 0) return clips;
  const cuts = clips.flatMap((draft) => {
    const times = draft.clip['type'] === 'audio' ? undefined : timesOf(draft);
    return times ? partsOf(...times, mattes).map((part) => cut(draft, part, times)) : [draft];
  });
  const used = new Set(
    cuts.flatMap(
      ({ clip }) =>
        ((clip['effects'] as JsonObject | undefined)?.['mask'] as JsonObject | undefined)?.['clip'] ?? [],
    ),
  );
  for (const { id, differs } of mattes)
    if (!used.has(id)) differs('the matte was left out: no clip of its track has known times under it');
  if (cuts.length > clips.length && clips.some(({ clip }) => clip['motion'] ?? clip['keyframes']))
    mattes[0]?.differs('the movement of the clip starts again where the matte begins or ends');
  return [...cuts, ...mattes.filter(({ id }) => used.has(id)).map(({ clip }) => clip)];
};
