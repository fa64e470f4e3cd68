import { covers } from '../../../../domain/composition/geometry/geometry.js';
import { isEmptySpan, overlapOf } from '../../../../domain/composition/timeline.js';
import type { Layer } from '../../plan/layers.js';
import type { Piece, RenderPlan } from '../../plan/plan.js';
import type { Rasters } from './still-inputs.js';

/** The visible layers of a piece: a sequence of opaque layers that fill the canvas, and the layers above them. */
export interface VisibleLayers {
  /** They cover the frames of the piece without gap or overlap; if empty, the background is visible. */
  readonly base: ReadonlyArray<Layer>;
  readonly above: ReadonlyArray<Layer>;
}

/** The layers of a piece that are on the canvas and not hidden by an opaque layer. */
export const visibleLayers = (plan: RenderPlan, piece: Piece, rasters: Rasters): VisibleLayers => {
  const frames = piece.span.to - piece.span.from;
  const onCanvas = piece.layers.filter((layer) =>
    layer._tag === 'Pictures'
      ? rasters[layer.layerSource] !== undefined
      : layer._tag === 'Drawn' || layer.mask === undefined || rasters[layer.mask] !== undefined,
  );
  const hiding = onCanvas.map((layer) => hidesCanvas(layer, plan, rasters));
  const top = onCanvas.findLastIndex(
    ({ span }, index) => hiding[index] === true && span.from <= 0 && span.to >= frames,
  );
  const cover = onCanvas[top];
  if (cover) return { base: [cover], above: onCanvas.slice(top + 1) };
  return (
    inSequence(
      onCanvas,
      onCanvas.filter((_, index) => hiding[index]),
      frames,
    ) ?? { base: [], above: onCanvas }
  );
};

/** Consecutive opaque layers, at least one of which is drawn as a scene. */
const inSequence = (
  layers: ReadonlyArray<Layer>,
  opaque: ReadonlyArray<Layer>,
  frames: number,
): VisibleLayers | undefined => {
  const base: Layer[] = [];
  for (let at = 0; at < frames;) {
    const next = opaque.findLast(({ span }) => span.from === at);
    if (!next) return undefined;
    base.push(next);
    at = next.span.to;
  }
  if (!base.some(({ _tag }) => _tag === 'Drawn')) return undefined;
  const above: Layer[] = [];
  for (const [order, layer] of layers.entries()) {
    if (base.includes(layer)) continue;
    const hidden = base
      .filter((other) => layers.indexOf(other) > order)
      .map(({ span }) => overlapOf(span, layer.span))
      .filter((span) => !isEmptySpan(span))
      .reduce((sum, { from, to }) => sum + to - from, 0);
    if (hidden === 0) above.push(layer);
    else if (hidden < layer.span.to - layer.span.from) return undefined;
  }
  return { base, above };
};

const hidesCanvas = (layer: Layer, { output }: RenderPlan, rasters: Rasters): boolean => {
  const whole = { x: 0, y: 0, ...output };
  if (layer._tag === 'Video')
    return layer.mask === undefined && !layer.video.hasAlpha && covers(layer.rect, whole);
  if (layer._tag === 'Drawn') return layer.opaque && covers(layer.rect, whole);
  const raster = rasters[layer.layerSource];
  return raster !== undefined && raster.opaque && covers(raster.rect, whole);
};
