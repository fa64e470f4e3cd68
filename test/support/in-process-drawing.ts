import { recordedFailure } from '../../domain/render/failure-cause.js';
import { readFile } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import type { Composition } from '../../domain/composition/composition.js';
import { putPixels, skiaSurface, skiaTools } from '../../infrastructure/rendering/drawing/skia-tools.js';
import { sharpRasterizer } from '../../infrastructure/rendering/pictures/stills.js';
import { openFontLibrary } from '../../infrastructure/rendering/text/fonts.js';
import { stillJob } from '../../workers/render/compose/drawn-work.js';
import type { Surface } from '../../workers/render/draw/context.js';
import { drawScene } from '../../workers/render/draw/draw-scene.js';
import { planRender } from '../../workers/render/plan/plan.js';
import type { Raster } from '../../workers/render/ports/rasterizer.js';
import { resolvedOf } from './render.js';

const rasterizer = sharpRasterizer(openFontLibrary());

/** Pixels of a drawn frame: four bytes each, alpha multiplied in. */
export interface DrawnPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

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
  const { signal } = new AbortController();
  const rasters: (Raster | undefined)[] = [];
  for (const [index, { layerSource }] of plan.layerSources.entries()) {
    if (layerSource._tag === 'Scene' || layerSource._tag === 'Background') {
      rasters.push(undefined);
      continue;
    }
    const name = `drawn-${index}-${Math.random().toString(36).slice(2)}`;
    const painted = await rasterizer.paint(layerSource, plan.canvas, { folder, name, signal })();
    if (E.isLeft(painted)) throw new Error(recordedFailure(painted.left).message);
    rasters.push(painted.right);
  }
  const layer = plan.pieces.flatMap(({ layers }) => layers).find(({ _tag }) => _tag === 'Drawn');
  if (layer?._tag !== 'Drawn') throw new Error('nothing moves');
  const whole = { x: 0, y: 0, ...plan.output };
  const { scene } = stillJob(layer.scene, whole, 0, '', rasters);
  const pictures: Surface[] = [];
  for (const { path, width, height } of scene.pictures) {
    const surface = skiaSurface(width, height);
    putPixels(surface, await readFile(path));
    pictures.push(surface);
  }
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
    return { ...plan.output, data: Uint8ClampedArray.from(target.canvas.data()) };
  });
};
