import { readFileSync } from 'node:fs';
import { clipsWithPaths } from '../../../domain/composition/clips/clip-paths.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import { scaledComposition } from '../../../domain/composition/geometry/scaling.js';
import { SILENCE, type SoundLevels } from '../../../domain/composition/sound-levels.js';
import { frameCount, frameRate, instantOf } from '../../../domain/composition/timeline.js';
import { putPixels, skiaSurface, skiaTools } from '../../../infrastructure/rendering/drawing/skia-tools.js';
import { sceneInput } from '../../../workers/render/ways/drawn/drawn-inputs.js';
import type { ColorTable } from '../../../workers/render/draw/effects/color-table.js';
import type { Drawable, Surface } from '../../../workers/render/draw/context.js';
import type { PictureFile } from '../../../workers/render/draw/scene.js';
import { drawScene } from '../../../workers/render/draw/draw-scene.js';
import { listedClips } from '../../../workers/render/plan/clip-frames.js';
import type { LocalSource } from '../../../workers/render/plan/local-source.js';
import { instantsOf } from '../../../workers/render/plan/retimed-frames.js';
import type { PlannedLayerSource } from '../../../workers/render/plan/scenes/scene-builder.js';
import { inDrawingOrder, planScene } from '../../../workers/render/plan/scenes/scenes.js';
import type { ProbedMedia } from '../../../workers/render/ports/media-probe.js';
import type { Raster } from '../../../workers/render/ports/rasterizer.js';
import { compositionOf, resolvedOf } from '../renders/render.js';

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

/** The pixels of a surface. */
export const drawnOf = (from: Surface): Drawn => {
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

/** What stands for the files of a composition, by the ends of their addresses. */
export interface Media {
  /** What the sources of image clips show. */
  readonly pictures?: Readonly<Record<string, Surface>>;
  readonly tables?: Readonly<Record<string, ColorTable>>;
  readonly videos?: Readonly<Record<string, DrawnVideo>>;
  /** What every waveform shows. */
  readonly levels?: SoundLevels;
}

/** A video whose frames are drawn when they are shown. */
export interface DrawnVideo {
  readonly size: Canvas;
  /** ms */
  readonly duration: number;
  /** What it shows at an instant, ms. */
  readonly at: (ms: number) => Surface;
}

/** A composition that is planned as one scene, and what draws its frames once texts and captions are painted. */
export interface Stage {
  readonly canvas: Canvas;
  readonly layerSources: ReadonlyArray<PlannedLayerSource>;
  readonly frames: (rasters?: ReadonlyArray<Raster | undefined>) => (frame: number) => Drawn;
}

/** The pixels of a picture that was painted for a scene. */
export const readPicture = ({ path, width, height }: PictureFile): Surface => {
  const surface = skiaSurface(width, height);
  putPixels(surface, readFileSync(path));
  return surface;
};

const byEnd = <A>(
  values: Readonly<Record<string, A>>,
  address: string | undefined,
): [string, A] | undefined =>
  address === undefined ? undefined : Object.entries(values).find(([name]) => address.endsWith(name));

const probedVideo = ({ size, duration }: DrawnVideo): ProbedMedia => ({
  _tag: 'Media',
  container: 'mov',
  duration,
  video: {
    stream: 0,
    codec: 'h264',
    ...size,
    pixelFormat: 'yuv420p',
    color: { matrix: 'bt709', range: 'tv' },
    hasAlpha: false,
    firstFrame: 0,
    lastFrame: duration,
    timeBase: 1000 / 90_000,
  },
});

/** Plans a composition to be drawn with Skia alone, without ffmpeg, at the size of its canvas or at another scale. */
export const stageOf = (
  metadata: object,
  clips: ReadonlyArray<object>,
  { pictures = {}, tables = {}, videos = {}, levels = SILENCE }: Media = {},
  scale = 1,
): Stage => {
  const decoded = compositionOf(metadata, clips);
  const composition = scaledComposition(resolvedOf(decoded), scale);
  const { canvas, duration, fps, backgroundColor } = composition.metadata;
  const rate = frameRate(fps);
  const sourced = clipsWithPaths(decoded.clips).flatMap(({ clip, at }) => [
    [at, clip.type === 'image' || clip.type === 'video' ? clip.source : undefined] as const,
    [`${at}.effects.mask`, clip.effects?.mask?.source] as const,
  ]);
  const sources = new Map(
    sourced.flatMap(([at, source]): Array<[string, LocalSource]> => {
      const picture = byEnd(pictures, source);
      const video = byEnd(videos, source);
      if (video) return [[at, { path: video[0], probed: probedVideo(video[1]) }]];
      if (!picture) return [];
      const [path, { width, height }] = picture;
      return [[at, { path, probed: { _tag: 'Image', width, height, pageDurations: [0], plays: 0 } }]];
    }),
  );
  const layerSources: PlannedLayerSource[] = [];
  const waveforms = clipsWithPaths(decoded.clips).filter(({ clip }) => clip.type === 'waveform');
  const context = {
    canvas,
    rate,
    frames: frameCount(duration, rate),
    duration,
    sources,
    levelsOf: new Map(waveforms.map(({ at }) => [at, { path: '', start: 0 }])),
    tables: {},
    alpha: false,
    add: (_: string, layerSource: PlannedLayerSource) => layerSources.push(layerSource) - 1,
  };
  const listed = listedClips(composition.clips);
  const { scene: planned } = planScene(inDrawingOrder(listed), listed, context, backgroundColor);
  const nothing = skiaSurface(1, 1);
  const feedAt = (index: number, frame: number): Surface => {
    const feed = planned.feeds[index];
    const video = byEnd(videos, feed?.source.path);
    if (!feed || !video) return nothing;
    const [instant = 0] = feed.retimed ? instantsOf(feed.retimed, { from: frame, to: frame + 1 }, rate) : [];
    return video[1].at(feed.retimed ? instant : feed.sourceFrom + instantOf(frame - feed.span.from, rate));
  };
  const drawer = (rasters: ReadonlyArray<Raster | undefined>) => {
    const whole = { x: 0, y: 0, ...canvas };
    const drawn = { scene: { ...planned, feeds: [] }, rect: whole, opaque: false };
    const { scene } = sceneInput(drawn, [0], rasters);
    const shownPictures = scene.pictures.map((file, index): Drawable => {
      if (file.path !== '') return readPicture(file);
      const source = layerSources[planned.pictures[index]?.layerSource ?? -1];
      const path = source?._tag === 'Raster' && source.source._tag === 'Image' ? source.source.path : '';
      return pictures[path] ?? nothing;
    });
    return (frame: number): Drawn => {
      const target = skiaSurface(canvas.width, canvas.height);
      drawScene(scene, frame, target, skiaTools, {
        picture: (index) => shownPictures[index] ?? nothing,
        feed: (index) => feedAt(index, frame),
        levels: () => levels,
        tableOf: (source) => byEnd(tables, source)?.[1],
      });
      return drawnOf(target);
    };
  };
  return { canvas, layerSources, frames: (rasters = []) => drawer(rasters) };
};

/**
 * Draws frames of a composition without texts, with Skia alone.
 * @returns draws the frame of that number
 */
export const frames = (
  metadata: object,
  clips: ReadonlyArray<object>,
  pictures: Readonly<Record<string, Surface>> = {},
  tables: Readonly<Record<string, ColorTable>> = {},
): ((frame: number) => Drawn) => stageOf(metadata, clips, { pictures, tables }).frames();

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
