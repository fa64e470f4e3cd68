import { lookAt } from '../../../domain/composition/animation/look.js';
import { covers, evenCanvas } from '../../../domain/composition/geometry/geometry.js';
import { type FrameSpan, instantOf, overlapOf } from '../../../domain/composition/timeline.js';
import { type ListedClip, startOf, transitionFrames } from './clip-frames.js';
import type { SceneContext } from './scenes/scene-builder.js';

/** Frames that cover every look of a clip in a span, given that it changes only during transitions. */
const differingFrames = (
  listed: ListedClip,
  span: FrameSpan,
  video: Pick<SceneContext, 'rate' | 'frames'>,
): ReadonlyArray<number> => {
  const transitions = transitionFrames(listed, video);
  const changing = [transitions.in, transitions.out].map((window) => overlapOf(window, span));
  return [
    span.from,
    span.to - 1,
    ...changing.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index)),
  ];
};

/**
 * Whether a drawn top-level clip hides the whole canvas on every frame of a span, so that nothing below it needs to be
 * drawn.
 */
export const hidesCanvas = (
  listed: ListedClip,
  span: FrameSpan,
  { canvas, rate, frames, sources }: Pick<SceneContext, 'canvas' | 'rate' | 'frames' | 'sources'>,
): boolean => {
  const { clip, at } = listed;
  if (clip.type !== 'image' && clip.type !== 'video') return false;
  const probed = sources.get(at)?.probed;
  const isOpaque = probed?._tag === 'Image' ? probed.opaque === true : probed?.video?.hasAlpha === false;
  const { blendMode = 'normal', mask, chromaKey, borderRadius, filters = [] } = clip.effects ?? {};
  const isWhole =
    isOpaque &&
    blendMode === 'normal' &&
    mask === undefined &&
    chromaKey === undefined &&
    borderRadius === undefined &&
    filters.every(({ type }) => type !== 'blur') &&
    clip.fit !== 'contain' &&
    clip.fit !== 'none' &&
    clip.transform.skew === undefined &&
    (clip.transform.rotation ?? 0) === 0 &&
    (clip.keyframes ?? []).every(({ property }) => property.startsWith('effects.filters')) &&
    evenCanvas(canvas).width === canvas.width &&
    evenCanvas(canvas).height === canvas.height;
  if (!isWhole) return false;
  return differingFrames(listed, span, { rate, frames }).every((frame) => {
    const look = lookAt(clip, instantOf(frame, rate) - startOf(listed), canvas);
    return (
      look.opacity === 1 &&
      look.reveals.length === 0 &&
      look.transitionFilters.every(({ type }) => type !== 'blur') &&
      look.rotation === 0 &&
      covers(look.box, { x: 0, y: 0, ...canvas })
    );
  });
};
