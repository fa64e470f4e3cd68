import {
  type ClipLook,
  cropAtRest,
  hasStaticBox,
  lookAt,
} from '../../../../domain/composition/animation/look.js';
import { windowsOf } from '../../../../domain/composition/animation/transitions.js';
import type { Crop } from '../../../../domain/composition/fields/place.js';
import { boxOf, placementOf } from '../../../../domain/composition/geometry/geometry.js';
import type { ResolvedClip } from '../../../../domain/composition/resolve/resolved.js';

/** How much larger than at rest the content of a clip is drawn at an instant, as factors, and its crop then. */
export interface Growth {
  readonly across: number;
  readonly down: number;
  readonly crop: Crop;
}

/** Keyframes that change how large the content of a clip is drawn. */
const RESIZING = /^(?:transform\.scale|size|crop)\./;

/** The number of intervals in which a transition or a `motion` is sampled, because easings may overshoot. */
const SAMPLES = 16;
/** The same between two keyframes. */
const KEYFRAME_SAMPLES = 4;

const instantsBetween = (from: number, to: number, count: number): ReadonlyArray<number> =>
  Array.from({ length: count + 1 }, (_, index) => from + ((to - from) * index) / count);

/** The instants at which a clip may be drawn largest, in ms from its start; none if its size does not change. */
const instantsOf = (clip: ResolvedClip): ReadonlyArray<number> => {
  const { timeFrame, transition, motion, keyframes = [] } = clip;
  const length = timeFrame.end - timeFrame.start;
  const windows = windowsOf(transition, length);
  return [
    ...(motion ? instantsBetween(0, length, SAMPLES) : []),
    ...(transition?.in?.type === 'zoom' ? instantsBetween(0, windows.in, SAMPLES) : []),
    ...(transition?.out?.type === 'zoom' ? instantsBetween(length - windows.out, length, SAMPLES) : []),
    ...keyframes
      .filter(({ property }) => RESIZING.test(property))
      .flatMap(({ points }) =>
        points.flatMap(({ time }, index) =>
          instantsBetween(points[index - 1]?.time ?? time, time, KEYFRAME_SAMPLES),
        ),
      )
      .map((time) => Math.min(time, length)),
  ];
};

/** The growth of a clip at the instants at which it may be drawn largest; factors are at least 1. */
export const growthsOf = (clip: ResolvedClip): ReadonlyArray<Growth> => {
  const instants = instantsOf(clip);
  if (instants.length === 0) return [{ across: 1, down: 1, crop: cropAtRest(clip) }];
  const rest = hasStaticBox(clip) ? placementOf(clip).box : boxOf(clip);
  const growthAt = ({ box, view, crop }: ClipLook): Growth => ({
    across: Math.max(1, box.width / rest.width / view.side),
    down: Math.max(1, box.height / rest.height / view.side),
    crop,
  });
  // The canvas affects the position of a clip, not its size, so any canvas will do.
  return instants.map((t) => growthAt(lookAt(clip, t, clip.size)));
};

/** The largest growth of a clip in either direction, at least 1. */
export const greatestGrowth = (clip: ResolvedClip): number =>
  growthsOf(clip).reduce((most, { across, down }) => Math.max(most, across, down), 1);
