import { clipPath, clipsWithPaths } from '../../domain/composition/clip-paths.js';
import { frameCount, frameRate } from '../../domain/composition/timeline.js';
import { skiaSurface, skiaTools } from '../../infrastructure/rendering/drawing/skia-tools.js';
import type { ColorTable } from '../../workers/render/draw/color-table.js';
import type { Drawable, Surface } from '../../workers/render/draw/context.js';
import { drawScene } from '../../workers/render/draw/draw-scene.js';
import type { LocalSource } from '../../workers/render/plan/layers.js';
import type { PlannedLayerSource } from '../../workers/render/plan/scene-builder.js';
import { inDrawingOrder, maskIds, planScene } from '../../workers/render/plan/scenes.js';
import { compositionOf, resolvedOf } from './render.js';

/** Pixels that were drawn, alpha not multiplied in. */
export interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8ClampedArray;
  /** Red, green, blue and alpha. */
  readonly at: (x: number, y: number) => readonly [number, number, number, number];
}

/** A surface to draw a picture on. */
export const surface = (
  width: number,
  height: number,
  draw: (context: Surface['context']) => void,
): Surface => {
  const made = skiaSurface(width, height);
  draw(made.context);
  return made;
};

const drawnOf = (from: Surface): Drawn => {
  const rgba = new Uint8ClampedArray(skiaTools.samples(from).data);
  const { width, height } = from;
  return {
    width,
    height,
    rgba,
    at: (x, y) => {
      const p = (y * width + x) * 4;
      return [rgba[p] ?? 0, rgba[p + 1] ?? 0, rgba[p + 2] ?? 0, rgba[p + 3] ?? 0];
    },
  };
};

/**
 * Draws frames of a composition with Skia alone, without ffmpeg.
 * @param pictures what the sources of its image clips show
 * @returns draws the frame of that number
 */
export const frames = (
  metadata: object,
  clips: ReadonlyArray<object>,
  pictures: Readonly<Record<string, Surface>> = {},
  tables: Readonly<Record<string, ColorTable>> = {},
): ((frame: number) => Drawn) => {
  const composition = resolvedOf(compositionOf(metadata, clips));
  const { canvas, duration, fps, backgroundColor } = composition.metadata;
  const listed = composition.clips.map((clip, index) => ({ clip, at: clipPath(index) }));
  const named = (address: string): string =>
    Object.keys(pictures).find((name) => address.endsWith(name)) ?? '';
  const sources = new Map(
    clipsWithPaths(compositionOf(metadata, clips).clips).flatMap(
      ({ clip, at }): Array<[string, LocalSource]> => {
        const sourced = [
          [at, clip.type === 'image' ? clip.source : undefined] as const,
          [`${at}.effects.mask`, clip.effects?.mask?.source] as const,
        ];
        return sourced.flatMap(([path, source]) => {
          const name = source === undefined ? '' : named(source);
          const { width = 1, height = 1 } = pictures[name] ?? {};
          const probed = { _tag: 'Image', width, height, pageDurations: [0], plays: 0 } as const;
          return name === '' ? [] : [[path, { path: name, probed }]];
        });
      },
    ),
  );
  const layerSources: PlannedLayerSource[] = [];
  const rate = frameRate(fps);
  const context = {
    canvas,
    rate,
    frames: frameCount(duration, rate),
    duration,
    sources,
    levelsOf: new Map(),
    tables: {},
    add: (_: string, layerSource: PlannedLayerSource) => layerSources.push(layerSource) - 1,
  };
  const masks = maskIds(listed);
  const shown = inDrawingOrder(listed).filter(({ clip: { id } }) => !masks.has(id));
  const planned = planScene(shown, listed, context, backgroundColor);
  const scene = { ...planned, rect: { x: 0, y: 0, ...canvas }, pictures: [], feeds: [] };
  const pictureOf = (index: number): Drawable => {
    const layerSource = layerSources[planned.pictures[index]?.layerSource ?? -1];
    const name =
      layerSource?._tag === 'Raster' && layerSource.source._tag === 'Image' ? layerSource.source.path : '';
    return pictures[name] ?? skiaSurface(1, 1);
  };
  return (frame) => {
    const target = skiaSurface(canvas.width, canvas.height);
    drawScene(scene, frame, target, skiaTools, {
      picture: pictureOf,
      feed: () => skiaSurface(1, 1),
      levels: () => ({ values: new Float32Array(), loudest: { rms: 0, peak: 0 } }),
      tableOf: (source) => Object.entries(tables).find(([name]) => source.endsWith(name))?.[1],
    });
    return drawnOf(target);
  };
};

/** The middle of what is bright, weighed by its green. */
export const centroidOf = ({ width, height, at }: Drawn): { readonly x: number; readonly y: number } => {
  let [mass, x, y] = [0, 0, 0];
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const [, g] = at(column, row);
      mass += g;
      x += g * (column + 0.5);
      y += g * (row + 0.5);
    }
  return { x: x / mass, y: y / mass };
};

/** The sum of green in px of full brightness. */
export const areaOf = ({ rgba }: Drawn): number => {
  let sum = 0;
  for (let at = 1; at < rgba.length; at += 4) sum += rgba[at] ?? 0;
  return sum / 255;
};
