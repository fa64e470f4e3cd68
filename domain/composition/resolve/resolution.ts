import type { Clip } from '../clips/clip.js';
import type { Canvas, Composition } from '../composition.js';
import { boxOf } from '../geometry/geometry.js';
import type { ResolvedClip, ResolvedComposition } from './resolved.js';

/** The resolved times and box of a clip: ms of the video or of its group, px after scaling. */
export interface ClipResolution {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The numbers that replace the automatic and relative values of a composition. */
export interface Resolution {
  /** ms */
  readonly duration: number;
  readonly canvas: Canvas;
  /** All clips; the clips of a group follow the group. */
  readonly clips: ReadonlyArray<ClipResolution>;
}

/** The resolution of a composition; undefined if it has no automatic or relative values. */
export const resolutionOf = (
  composition: Composition,
  { metadata, clips }: ResolvedComposition,
): Resolution | undefined => {
  const { duration, canvas } = composition.metadata;
  const hasOnlyNumbers =
    typeof duration === 'number' &&
    typeof canvas.width === 'number' &&
    typeof canvas.height === 'number' &&
    composition.clips.every(isClipInNumbers);
  if (hasOnlyNumbers) return undefined;
  const { width, height } = metadata.canvas;
  return { duration: metadata.duration, canvas: { width, height }, clips: clips.flatMap(clipResolutions) };
};

const isClipInNumbers = (clip: Clip): boolean => {
  const { timeFrame, position, size } = clip;
  return (
    typeof timeFrame.end === 'number' &&
    timeFrame.after === undefined &&
    [position.x, position.y, size.width, size.height].every((length) => typeof length === 'number') &&
    (position.anchor ?? 'topLeft') === 'topLeft' &&
    (position.relativeTo ?? 'topLeft') === 'topLeft' &&
    (clip.type !== 'group' || clip.clips.every(isClipInNumbers))
  );
};

const clipResolutions = (clip: ResolvedClip): ReadonlyArray<ClipResolution> => {
  const { start, end } = clip.timeFrame;
  const { x, y, width, height } = boxOf(clip);
  return [
    { id: clip.id, start, end, x, y, width, height },
    ...(clip.type === 'group' ? clip.clips.flatMap(clipResolutions) : []),
  ];
};
