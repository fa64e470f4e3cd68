import type { Document } from './document.js';
import { freshId } from './fresh-id.js';
import type { Places } from './places.js';
import { withTimes } from './timeline/times.js';
import { withShift } from './grouping/shift.js';
import { underOtherIds, withoutNamed } from './references.js';

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

/** The layer above all clips. */
export const topOf = ({ clips }: Document): number =>
  clips.reduce((top, clip) => Math.max(top, (clip.position?.z ?? 0) + 1), 0);

/** The document with a clip added on top of all others. */
export const withAdded = (
  document: Document,
  clip: Record<string, unknown> & { readonly id: string },
): Document => {
  const position = { ...(clip['position'] as object | undefined), z: topOf(document) };
  return { ...document, clips: [...document.clips, { ...clip, position } as never] };
};
