import type { Canvas } from '../../../domain/composition/composition.js';
import { type FrameSpan, isEmptySpan, overlapOf } from '../../../domain/composition/timeline.js';
import type { Layer, VideoLayer } from './layers.js';

/** Whether a layer shows its video as it is, on all of the canvas. */
export const isUntouched = (layer: Layer, output: Canvas): layer is VideoLayer => {
  if (layer._tag !== 'Video') return false;
  const { placement, rect, video, mask, isPart, retimed } = layer;
  const { box } = placement;
  return [
    mask === undefined && !isPart && !retimed && !video.hasAlpha,
    placement.rotation === 0 && placement.opacity === 1,
    [box, rect].every(
      ({ x, y, width, height }) => x === 0 && y === 0 && width === output.width && height === output.height,
    ),
    video.width === output.width && video.height === output.height,
  ].every(Boolean);
};

/** The parts of the frames of a layer that no layer above it touches. */
export const freeSpans = (span: FrameSpan, above: ReadonlyArray<Layer>): ReadonlyArray<FrameSpan> => {
  const taken = above
    .map((layer) => overlapOf(layer.span, span))
    .filter((shared) => !isEmptySpan(shared))
    .toSorted((a, b) => a.from - b.from);
  const free: FrameSpan[] = [];
  let { from } = span;
  for (const { from: begin, to } of taken) {
    if (begin > from) free.push({ from, to: begin });
    from = Math.max(from, to);
  }
  if (from < span.to) free.push({ from, to: span.to });
  return free;
};
