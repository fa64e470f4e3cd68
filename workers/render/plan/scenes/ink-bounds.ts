import {
  boxOf,
  grownToEvenPixels,
  type Rect,
  unionOf,
} from '../../../../domain/composition/geometry/geometry.js';
import type { Canvas } from '../../../../domain/composition/composition.js';
import type { FrameRate, FrameSpan } from '../../../../domain/composition/timeline.js';
import { sheetBounds } from '../../draw/words/draw-units.js';
import { picturesIn, type SceneNode } from '../../draw/scene.js';
import type { Raster } from '../../ports/rasterizer.js';
import type { DrawnLayer } from '../layers.js';
import type { RenderPlan } from '../plan.js';
import { boundsOf } from './scene-bounds.js';
import type { PlannedScene, SceneSource } from './scene-builder.js';

type Rasters = ReadonlyArray<Raster | undefined>;

/** Shrinks the rectangles of drawn texts and captions to the area that they cover, which is known after layout. */
export const trimmedToInk = (plan: RenderPlan, rasters: Rasters): RenderPlan => ({
  ...plan,
  pieces: plan.pieces.map((piece) => ({
    ...piece,
    layers: piece.layers.map((layer) =>
      layer._tag === 'Drawn' ? layerTrimmedToInk(layer, plan, rasters) : layer,
    ),
  })),
});

/** {@link trimmedToInk} for still frames of a scene. */
export const sceneTrimmedToInk = (
  source: SceneSource,
  { canvas, rate }: Pick<RenderPlan, 'canvas' | 'rate'>,
  rasters: Rasters,
): SceneSource => {
  const spans = source.frames.map((frame) => ({ from: frame, to: frame + 1 }));
  return { ...source, rect: inkBounds(source, spans, canvas, rate, rasters) };
};

const layerTrimmedToInk = (
  layer: DrawnLayer,
  { canvas, rate }: Pick<RenderPlan, 'canvas' | 'rate'>,
  rasters: Rasters,
): DrawnLayer => {
  const { span, firstFrame } = layer;
  const frames = { from: firstFrame, to: firstFrame + span.to - span.from };
  return { ...layer, rect: inkBounds(layer, [frames], canvas, rate, rasters) };
};

const inkBounds = (
  { scene, rect, opaque }: Pick<SceneSource, 'scene' | 'rect' | 'opaque'>,
  spans: ReadonlyArray<FrameSpan>,
  canvas: Canvas,
  rate: FrameRate,
  rasters: Rasters,
): Rect => {
  const [node, more] = scene.nodes;
  if (!node || more || opaque || scene.background !== undefined || node.pushedBy.length > 0) return rect;
  if (node.clip.type !== 'text' && node.clip.type !== 'caption') return rect;
  // A motion moves the ink in its box.
  if (node.clip.motion) return rect;
  const bounds = unionOf(
    spans.flatMap((frames) => {
      const ink = unionOf(inkOf(node, scene, frames, rasters)) ?? NOTHING;
      return boundsOf(node.clip, frames, rate, canvas, withBorder(node, ink)) ?? [];
    }),
  );
  return grownToEvenPixels(bounds ?? { x: 0, y: 0, width: 2, height: 2 }, canvas);
};

/** The area of a text without visible glyphs. */
const NOTHING: Rect = { x: 0, y: 0, width: 1, height: 1 };

/** Includes the border, which runs along the box however small the ink is. */
const withBorder = ({ clip }: SceneNode, ink: Rect): Rect => {
  const { width, height } = boxOf(clip);
  return clip.effects?.border ? (unionOf([ink, { x: 0, y: 0, width, height }]) ?? ink) : ink;
};

/** The areas that the pictures of a text cover on a span of frames, in px of its box at rest. */
const inkOf = (
  { content }: SceneNode,
  { pictures }: PlannedScene,
  frames: FrameSpan,
  rasters: Rasters,
): ReadonlyArray<Rect> => {
  const areaOf = (picture: number): ReadonlyArray<Rect> => {
    const { layerSource = -1, page = 0 } = pictures[picture] ?? {};
    const raster = rasters[layerSource];
    const drawn = raster?.sheets?.[page];
    if (drawn) return [sheetBounds(drawn.sheet)];
    return raster ? [raster.rect] : [];
  };
  switch (content._tag) {
    case 'Picture':
      return picturesIn(content).flatMap(areaOf);
    case 'Pages':
    case 'Units':
    case 'Words':
      return content.cues.flatMap((cue) =>
        cue.span.from < frames.to && cue.span.to > frames.from ? picturesIn(cue).flatMap(areaOf) : [],
      );
    case 'Video':
    case 'Drawn':
    case 'Waveform':
    case 'Group':
      return [];
  }
};
