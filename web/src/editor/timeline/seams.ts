import type { Clip } from '../../../../clients/typescript/core/types.js';
import { boundsOfRotated, intersectionOf } from '../../../../domain/composition/geometry/geometry.js';
import { type Document, withClip } from '../document.js';
import type { PlacedClip, Places } from '../places.js';
import { type Side, withFade } from './fades.js';
import { withTimes } from './times.js';

/** How far from each other clips that meet may be, ms. */
const NEAR = 8;

export type SeamTransition = NonNullable<NonNullable<Clip['transition']>[Side]>;

/**
 * How a clip goes or comes of which something is seen beside the one on top. Late, so that the background hardly shows
 * through where both are.
 */
const BESIDE = { type: 'fade', easing: 'easeOutCubic' } as const;

/** Where two clips of a lane meet. A transition there is that of the clip on top, under which the other goes on. */
export interface Seam {
  readonly before: PlacedClip;
  readonly after: PlacedClip;
  readonly top: PlacedClip;
  readonly side: Side;
  /** How long both are seen, ms. */
  readonly duration: number;
  /** Whether something of the clip below is seen beside the one on top. */
  readonly isBeside: boolean;
}

/** The seam of two clips that meet, or overlap as long as the transition of the one on top takes. */
export const seamOf = (under: PlacedClip, top: PlacedClip): Omit<Seam, 'isBeside'> | undefined => {
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

/** Whether nothing of a clip is seen beside another one, to the pixel. */
const hides = (top: PlacedClip, under: PlacedClip, canvas: Places['canvas']): boolean => {
  const [over, below] = [top.placement, under.placement];
  if (!over || !below || !/^(?:video|image|shape)$/.test(top.type) || over.rotation % 180 !== 0) return false;
  const seen = intersectionOf(boundsOfRotated(below.box, below.rotation), { x: 0, y: 0, ...canvas });
  const hidden = seen && intersectionOf(seen, over.box);
  return (
    seen === undefined ||
    (hidden !== undefined && hidden.width + 1 >= seen.width && hidden.height + 1 >= seen.height)
  );
};

/** The seams of all lanes. Of two clips with the same z, the later in the document is on top. */
export const seamsOf = <Lane extends { readonly clips: ReadonlyArray<PlacedClip> }>(
  lanes: ReadonlyArray<Lane>,
  { clips, canvas }: Pick<Places, 'clips' | 'canvas'>,
): ReadonlyArray<Seam & { readonly lane: Lane }> => {
  const places = new Map(clips.map(({ id }, index) => [id, index]));
  const isUnder = (one: PlacedClip, other: PlacedClip): boolean =>
    one.z < other.z || (one.z === other.z && (places.get(one.id) ?? 0) < (places.get(other.id) ?? 0));
  return lanes.flatMap((lane) =>
    lane.clips.flatMap((after, index) => {
      const before = lane.clips[index - 1];
      if (before === undefined) return [];
      const [under, top] = isUnder(before, after) ? [before, after] : [after, before];
      const seam = seamOf(under, top);
      return seam ? [{ ...seam, lane, isBeside: !hides(top, under, canvas) }] : [];
    }),
  );
};

/** The longest transition of a seam, ms: each clip is seen alone for as long. */
const longestOf = ({ before, after, duration }: Seam): number =>
  Math.min(before.end - duration - before.start, after.end - after.start) / 2;

const withTransition = (clip: Clip, side: Side, duration: number, transition?: SeamTransition): Clip =>
  withFade(
    transition ? { ...clip, transition: { ...clip.transition, [side]: transition } } : clip,
    side,
    duration,
  );

/**
 * The document with a transition of so many ms at a seam; with 0, the clips meet again. What is seen beside the clip on
 * top comes or goes with it.
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
  const { type } = transition ?? top.resolved.transition?.[side] ?? {};
  const isFaded = seam.isBeside && type !== 'push'; // which moves the clip below away
  const [below, end] = side === 'in' ? ([before, 'out'] as const) : ([after, 'in'] as const);
  const own = below.resolved.transition?.[end];
  const faded =
    own === undefined || (own.type === BESIDE.type && own.easing === BESIDE.easing)
      ? withClip(longer, below.id, (clip) => withTransition(clip, end, isFaded ? duration : 0, BESIDE))
      : longer;
  return withClip(faded, top.id, (clip) => withTransition(clip, side, duration, transition));
};
