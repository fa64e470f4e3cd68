import { evenOut, type Rect, unionOf } from '../../../domain/composition/geometry.js';
import { reachOfSheet } from '../draw/draw-units.js';
import type { Raster } from '../ports/rasterizer.js';
import type { DrawnLayer } from './layers.js';
import type { RenderPlan } from './plan.js';
import { boundsOf } from './scene-bounds.js';

/** Reduces the drawn part of the canvas to what moving texts and captions cover, which is known after layout. */
export const withTightRects = (plan: RenderPlan, rasters: ReadonlyArray<Raster | undefined>): RenderPlan => ({
  ...plan,
  pieces: plan.pieces.map((piece) => ({
    ...piece,
    layers: piece.layers.map((layer) => (layer._tag === 'Drawn' ? tightened(layer, plan, rasters) : layer)),
  })),
});

const tightened = (
  layer: DrawnLayer,
  { canvas, rate }: RenderPlan,
  rasters: ReadonlyArray<Raster | undefined>,
): DrawnLayer => {
  const { scene, span, firstFrame, opaque } = layer;
  const [node, more] = scene.nodes;
  if (!node || more || opaque || node.pushedBy.length > 0) return layer;
  if (node.content._tag !== 'Units' && node.content._tag !== 'Words') return layer;
  const frames = { from: firstFrame, to: firstFrame + span.to - span.from };
  const reaches = node.content.shows.flatMap(({ picture, span: shown }): ReadonlyArray<Rect> => {
    const { layerSource = -1, page = 0 } = scene.pictures[picture] ?? {};
    const drawn = rasters[layerSource]?.sheets?.[page];
    return drawn && shown.from < frames.to && shown.to > frames.from ? [reachOfSheet(drawn.sheet)] : [];
  });
  const bounds = boundsOf(
    node.clip,
    frames,
    rate,
    canvas,
    unionOf(reaches) ?? { x: 0, y: 0, width: 1, height: 1 },
  );
  return { ...layer, rect: evenOut(bounds ?? { x: 0, y: 0, width: 2, height: 2 }, canvas) };
};
