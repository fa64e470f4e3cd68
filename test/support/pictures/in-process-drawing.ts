import * as E from 'fp-ts/lib/Either.js';
import { recordedFailure } from '../../../domain/render/failure-cause.js';
import type { Canvas, Composition } from '../../../domain/composition/composition.js';
import type { Rect } from '../../../domain/composition/geometry/geometry.js';
import { skiaSurface, skiaTools } from '../../../infrastructure/rendering/drawing/skia-tools.js';
import { sharpRasterizer } from '../../../infrastructure/rendering/pictures/stills.js';
import { openFontLibrary } from '../../../infrastructure/rendering/text/fonts/fonts.js';
import { sceneInput } from '../../../workers/render/ways/drawn/drawn-inputs.js';
import { drawScene } from '../../../workers/render/draw/draw-scene.js';
import type { PlannedLayerSource } from '../../../workers/render/plan/scenes/scene-builder.js';
import { planRender } from '../../../workers/render/plan/plan.js';
import { trimmedToInk } from '../../../workers/render/plan/scenes/ink-bounds.js';
import type { Raster } from '../../../workers/render/ports/rasterizer.js';
import { resolvedOf } from '../renders/render.js';
import { readPicture } from './scenes.js';

const rasterizer = sharpRasterizer(openFontLibrary());

/** Pixels of a drawn frame: four bytes each, alpha multiplied in. */
export interface DrawnPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
  /** The part of the canvas that a render draws. */
  readonly rect: Rect;
}

/** Paints texts and captions by the code that renders them, within this process; other layer sources are undefined. */
export const paintTexts = async (
  layerSources: ReadonlyArray<PlannedLayerSource>,
  canvas: Canvas,
  folder: string,
): Promise<ReadonlyArray<Raster | undefined>> => {
  const { signal } = new AbortController();
  const rasters: (Raster | undefined)[] = [];
  for (const [index, layerSource] of layerSources.entries()) {
    const isImage = layerSource._tag === 'Raster' && layerSource.source._tag === 'Image';
    if (layerSource._tag === 'Scene' || layerSource._tag === 'Background' || isImage) {
      rasters.push(undefined);
      continue;
    }
    const name = `drawn-${index}-${Math.random().toString(36).slice(2)}`;
    const painted = await rasterizer.paint(layerSource, canvas, { folder, name, signal })();
    if (E.isLeft(painted)) throw new Error(recordedFailure(painted.left).message);
    rasters.push(painted.right);
  }
  return rasters;
};

/**
 * Draws frames of the first layer that moves in a composition of texts, captions and shapes, by the code that renders it, but within
 * this process and without ffmpeg.
 */
export const drawMoving = async (
  composition: Composition,
  folder: string,
  frames: ReadonlyArray<number>,
): Promise<ReadonlyArray<DrawnPicture>> => {
  const plan = planRender(resolvedOf(composition), new Map(), { pieceSeconds: 3600 });
  const sources = plan.layerSources.map(({ layerSource }) => layerSource);
  const rasters = await paintTexts(sources, plan.canvas, folder);
  const layer = trimmedToInk(plan, rasters)
    .pieces.flatMap(({ layers }) => layers)
    .find(({ _tag }) => _tag === 'Drawn');
  if (layer?._tag !== 'Drawn') throw new Error('nothing moves');
  const whole = { x: 0, y: 0, ...plan.output };
  const { scene } = sceneInput({ ...layer, rect: whole }, [0], rasters);
  const pictures = scene.pictures.map(readPicture);
  const blank = skiaSurface(1, 1);
  return frames.map((frame) => {
    const target = skiaSurface(whole.width, whole.height);
    drawScene(scene, frame, target, skiaTools, {
      picture: (index) => pictures[index] ?? blank,
      feed: () => blank,
      tableOf: () => undefined,
      levels: () => {
        throw new Error('no sound is drawn');
      },
    });
    return { ...plan.output, data: Uint8ClampedArray.from(target.canvas.data()), rect: layer.rect };
  });
};
