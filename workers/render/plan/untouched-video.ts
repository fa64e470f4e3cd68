import type { Canvas } from '../../../domain/composition/composition.js';
import type { Layer, VideoLayer } from './layers.js';

/** Whether a layer shows its video unchanged on the whole canvas. */
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
