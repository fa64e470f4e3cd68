import type { Clip } from '../../../../clients/typescript/core/types.js';
import { type Document, withClip } from '../document.js';
import type { PlacedClip } from '../places.js';
import { type Side, withFade } from './fades.js';
import { withTimes } from './times.js';

/** How far from each other clips that meet may be, ms. */
const NEAR = 8;

export type SeamTransition = NonNullable<NonNullable<Clip['transition']>[Side]>;

/** Where two clips of a lane meet. A transition there is that of the clip on top, under which the other goes on. */
export interface Seam {
  readonly before: PlacedClip;
  readonly after: PlacedClip;
  readonly top: PlacedClip;
  readonly side: Side;
  /** How long both are seen, ms. */
  readonly duration: number;
}

/** The seam of two clips that meet, or overlap as long as the transition of the one on top takes. */
export const seamOf = (under: PlacedClip, top: PlacedClip): Seam | undefined => {
  if (under.type === 'audio' || top.type === 'audio') return undefined;
  const isEntering = top.start >= under.start;
  const [before, after, side]: readonly [PlacedClip, PlacedClip, Side] = isEntering
    ? [under, top, 'in']
    : [top, under, 'out'];
  const duration = before.end - after.start;
  const own = top.resolved.transition?.[side]?.duration ?? 0;
  const meets = Math.abs(duration) <= NEAR || (duration > 0 && Math.abs(duration - own) <= NEAR);
  return meets ? { before, after, top, side, duration: Math.max(0, duration) } : undefined;
};

/** The seams of all lanes. @param clips all of the document, in its order: of two with the same z, the later is on top */
export const seamsOf = <Lane extends { readonly clips: ReadonlyArray<PlacedClip> }>(
  lanes: ReadonlyArray<Lane>,
  clips: ReadonlyArray<PlacedClip>,
): ReadonlyArray<Seam & { readonly lane: Lane }> => {
  const places = new Map(clips.map(({ id }, index) => [id, index]));
  const isUnder = (one: PlacedClip, other: PlacedClip): boolean =>
    one.z < other.z || (one.z === other.z && (places.get(one.id) ?? 0) < (places.get(other.id) ?? 0));
  return lanes.flatMap((lane) =>
    lane.clips.flatMap((after, index) => {
      const before = lane.clips[index - 1];
      if (before === undefined) return [];
      const seam = isUnder(before, after) ? seamOf(before, after) : seamOf(after, before);
      return seam ? [{ ...seam, lane }] : [];
    }),
  );
};

/** The longest transition of a seam, ms: each clip is seen alone for as long. */
const longestOf = ({ before, after, duration }: Seam): number =>
  Math.min(before.end - duration - before.start, after.end - after.start) / 2;

/**
 * The document with a transition of so many ms at a seam; with 0, the clips meet again.
 * @param transition in place of that of the seam
 */
export const withSeam = (
  document: Document,
  seam: Seam,
  ms: number,
  transition?: SeamTransition,
): Document => {
  const { before, after, top, side } = seam;
  const duration = Math.round(Math.min(longestOf(seam), Math.max(0, ms)) / 10) * 10;
  const times = { start: before.start, end: after.start + duration };
  // A clip that comes after another would move with its end.
  const kept = withClip(document, after.id, (clip) => (clip.timeFrame.after ? withTimes(clip, after) : clip));
  const longer = withClip(kept, before.id, (clip) => withTimes(clip, times));
  return withClip(longer, top.id, (clip) =>
    withFade(
      transition ? { ...clip, transition: { ...clip.transition, [side]: transition } } : clip,
      side,
      duration,
    ),
  );
};
