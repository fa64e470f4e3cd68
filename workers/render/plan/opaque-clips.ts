import { lookAt } from '../../../domain/composition/animation/look.js';
import { windowsOf } from '../../../domain/composition/animation/transitions.js';
import { covers, evenCanvas } from '../../../domain/composition/geometry/geometry.js';
import type { ResolvedClip } from '../../../domain/composition/resolve/resolved.js';
import {
  type FrameRate,
  type FrameSpan,
  framesWithin,
  instantOf,
  overlapOf,
} from '../../../domain/composition/timeline.js';
import type { ListedClip, SceneContext } from './scenes/scene-builder.js';

/** Frames of a span that show every look of a clip: it changes in transitions only. */
const differingFrames = (
  { timeFrame: { start, end }, transition }: ResolvedClip,
  span: FrameSpan,
  rate: FrameRate,
): ReadonlyArray<number> => {
  const windows = windowsOf(transition, end - start);
  const changing = [
    { start, end: start + windows.in },
    { start: end - windows.out, end },
  ].map((window) => overlapOf(framesWithin(window, rate, span.to), span));
  return [
    span.from,
    span.to - 1,
    ...changing.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index)),
  ];
};

/**
 * Whether a drawn clip of the video's list hides the whole canvas on every frame of a span, so that nothing below it is
 * drawn.
 */
export const hidesCanvas = (
  { clip, at }: ListedClip,
  span: FrameSpan,
  { canvas, rate, sources }: Pick<SceneContext, 'canvas' | 'rate' | 'sources'>,
): boolean => {
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
  return differingFrames(clip, span, rate).every((frame) => {
    const look = lookAt(clip, instantOf(frame, rate) - clip.timeFrame.start, canvas);
    return (
      look.opacity === 1 &&
      look.reveals.length === 0 &&
      look.softening.every(({ type }) => type !== 'blur') &&
      look.rotation === 0 &&
      covers(look.box, { x: 0, y: 0, ...canvas })
    );
  });
};
