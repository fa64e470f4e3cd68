import type { Clip } from '../../../clients/typescript/core/types.js';
import { documentValueAt } from '../../../domain/composition/animation/interpolation.js';
import type { KeyframePoint } from '../../../domain/composition/fields/keyframes.js';
import type { Document } from './document.js';
import { freshId } from './fresh-id.js';
import type { Places } from './places.js';
import { withTimes } from './timeline/times.js';
import { withShift } from './grouping/shift.js';
import { underOtherIds, withoutNamed } from './references.js';
import { t } from '../words/words.js';

/**
 * The document without these clips. Other clips that refer to them keep their times, and lose the mask or the ducking.
 * Waveforms of the sound of a removed clip are removed, too.
 */
export const withoutClips = (document: Document, ids: ReadonlyArray<string>, places: Places): Document => ({
  ...document,
  clips: withoutNamed(document.clips, ids, places) as Document['clips'],
});

/** The document with the clips that start at a time or later, and its end, later by so many ms. */
export const withLater = (document: Document, places: Places, from: number, by: number): Document => {
  const { duration } = document.metadata;
  const moved = document.clips.map((clip) => {
    const place = places.clips.find(({ id }) => id === clip.id);
    return !place || place.start < from || clip.timeFrame.after !== undefined
      ? clip
      : withTimes(clip, { start: place.start + by, end: place.end + by });
  });
  return {
    ...document,
    metadata: {
      ...document.metadata,
      ...(typeof duration === 'number' ? { duration: Math.max(1, Math.round(duration + by)) } : {}),
    },
    clips: moved as Document['clips'],
  };
};

/** The document without these clips and their time: clips that start later move to fill the gap. */
export const withoutTime = (document: Document, ids: ReadonlyArray<string>, places: Places): Document => {
  const removed = places.clips.filter(({ id }) => ids.includes(id));
  const from = Math.min(...removed.map(({ start }) => start));
  const to = Math.max(...removed.map(({ end }) => end));
  return withLater(withoutClips(document, ids, places), places, to, from - to);
};

/** The offset of copies from their originals, in ms and px. */
const COPY_OFFSET = { ms: 0, x: 20, y: 20 };

/** The document with copies of these clips on top of them, and the ids of the copies. */
export const duplicated = (
  document: Document,
  ids: ReadonlyArray<string>,
): { readonly document: Document; readonly ids: ReadonlyArray<string> } =>
  ids.reduce<{ readonly document: Document; readonly ids: ReadonlyArray<string> }>(
    (before, id) => {
      const at = before.document.clips.findIndex((clip) => clip.id === id);
      const clip = before.document.clips[at];
      if (!clip) return before;
      const [copy = clip] = underOtherIds([withShift(clip, COPY_OFFSET)], freshId);
      const clips = before.document.clips.toSpliced(at + 1, 0, copy as never);
      return { document: { ...before.document, clips }, ids: [...before.ids, copy.id ?? ''] };
    },
    { document, ids: [] },
  );

type Tracks = NonNullable<Clip['keyframes']>;

/** The keyframes before or after the time `cut`, in ms from the start of the clip, with a keyframe at the cut itself. */
const tracksBeside = (tracks: Tracks, cut: number, side: 'before' | 'after'): Tracks =>
  tracks.map((track) => {
    const points = track.points as ReadonlyArray<KeyframePoint>;
    const value = documentValueAt({ property: track.property, points }, cut) ?? points[0]?.value ?? 0;
    const parts =
      side === 'before'
        ? [...points.filter(({ time }) => time < cut), { time: cut, value }]
        : [
            { time: 0, value },
            ...points.filter(({ time }) => time > cut).map((point) => ({ ...point, time: point.time - cut })),
          ];
    return { ...track, points: parts } as (typeof tracks)[number];
  });

/** Whether a clip simply plays on from its offset, so that it can be split by another offset; groups have no offset. */
const playsOn = ({ type, timeFrame: { freeze, loop, reverse, speed }, keyframes = [] }: Clip): boolean =>
  type !== 'group' &&
  (freeze ?? []).length === 0 &&
  (loop ?? false) === false &&
  reverse !== true &&
  speed !== 'fit' &&
  !keyframes.some(({ property }) => property === 'timeFrame.speed');

/** Whether all keyframes have a value at the time `cut`: between lengths of different units, they have none. */
const hasValuesAt = ({ keyframes = [] }: Clip, cut: number): boolean =>
  keyframes.every(
    ({ property, points }) =>
      documentValueAt({ property, points: points as ReadonlyArray<KeyframePoint> }, cut) !== undefined,
  );

const halves = (
  clip: Clip,
  id: string,
  { start, end }: { readonly start: number; readonly end: number },
  ms: number,
): readonly [Clip, Clip] => {
  const { after: _, gap: __, duration: ___, ...timeFrame } = clip.timeFrame;
  const { transition, keyframes } = clip;
  const cut = ms - start;
  const offset = (timeFrame.offset ?? 0) + cut * Number(timeFrame.speed ?? 1);
  const plays = clip.type === 'video' || clip.type === 'audio' || clip.type === 'caption';
  const side = (which: 'before' | 'after') => ({
    ...(keyframes ? { keyframes: tracksBeside(keyframes, cut, which) } : {}),
    ...(transition
      ? { transition: which === 'before' ? { in: transition.in } : { out: transition.out } }
      : {}),
  });
  return [
    { ...clip, timeFrame: { ...timeFrame, start, end: ms }, ...side('before') },
    {
      ...clip,
      id,
      timeFrame: { ...timeFrame, start: ms, end, ...(plays ? { offset } : {}) },
      ...side('after'),
    },
  ] as [Clip, Clip];
};

/** The document with these clips split at `ms`, as far as they play then and can be split. */
export const splitAt = (
  document: Document,
  ids: ReadonlyArray<string>,
  ms: number,
  places: Places,
): Document => {
  const cut = Math.floor(ms); // the second part begins with the frame that is shown at `ms`
  return ids.reduce((before, id) => {
    const place = places.clips.find((one) => one.id === id);
    const at = before.clips.findIndex((clip) => clip.id === id);
    const clip = before.clips[at] as Clip | undefined;
    if (!place || !clip || cut <= place.start || cut >= place.end || !playsOn(clip)) return before;
    if (!hasValuesAt(clip, cut - place.start)) return before;
    const parts = halves(clip, freshId(id), place, cut);
    return { ...before, clips: before.clips.toSpliced(at, 1, ...(parts as unknown as never[])) };
  }, document);
};

/** Why none of these clips can be split at `ms`, in words for the user. */
export const whyNotSplit = (ids: ReadonlyArray<string>, ms: number, places: Places): string => {
  const playing = places.clips.filter(
    ({ id, start, end }) => ids.includes(id) && start < Math.floor(ms) && Math.floor(ms) < end,
  );
  if (playing.length === 0) return t('No selected clip plays at the playhead: there is nothing to split.');
  return playing.some(({ type }) => type === 'group')
    ? t('Groups cannot be split, because their clips would start again. Ungroup them first.')
    : t(
        'Clips that loop, freeze, play backwards, or fit or change their speed cannot be split, nor can keyframes between lengths of different units.',
      );
};

/** The layer above all clips. */
export const topOf = ({ clips }: Document): number =>
  clips.reduce((top, clip) => Math.max(top, (clip.position?.z ?? 0) + 1), 0);

/** The document, made longer if it ends before `end` ms. */
export const lasting = (document: Document, end: number): Document => {
  const { metadata } = document;
  return typeof metadata.duration === 'number' && metadata.duration < end
    ? { ...document, metadata: { ...metadata, duration: end } }
    : document;
};

/** The document with a clip added on top of all others. */
export const withAdded = (
  document: Document,
  clip: Record<string, unknown> & { readonly id: string },
): Document => {
  const position = { ...(clip['position'] as object | undefined), z: topOf(document) };
  return { ...document, clips: [...document.clips, { ...clip, position } as never] };
};
