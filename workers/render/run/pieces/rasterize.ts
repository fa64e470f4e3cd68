import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { rawOutput } from '../../compose/inputs.js';
import { type ComposeRequest, NUMBER, numberedPath } from '../../ports/media-engine.js';
import { sceneClips, sceneInput } from '../../ways/drawn/drawn-inputs.js';
import { NOT_DRAWN, sceneFailure } from '../culprit-clip.js';
import { RenderError } from '../../../../domain/render/failure-cause.js';
import type { Rasters } from '../../ways/graph/still-inputs.js';
import type { RenderPlan } from '../../plan/plan.js';
import type { SceneSource } from '../../plan/scenes/scene-builder.js';
import { sceneTrimmedToInk } from '../../plan/scenes/ink-bounds.js';
import type { Raster } from '../../ports/rasterizer.js';
import { inParallel } from '../tasks.js';
import { type RenderContext, workingOn } from '../context.js';
import { failureOf, valueOf } from '../failures.js';
import { CachedRaster, recordOfRaster, rasterFromCache } from './raster-cache.js';
import { unmadePath } from './reuse.js';

const PARALLEL_RASTERS = 2;

/**
 * Up to this number of rasters, a second process is not worth it: starting it takes 400 ms of processor time, and painting
 * a 1080p image or a text takes 20 to 80 ms.
 */
const FEW_RASTERS = 12;

const PARALLEL_LOOKUPS = 8;

type Rasterized = Pick<RenderPlan, 'layerSources' | 'canvas' | 'rate'>;

/** The rasters of a plan. Cached ones have no files yet, as these may not be needed. */
export interface PreparedRasters {
  /** In the order of the layer sources. */
  readonly rasters: Rasters;
  /** Writes the missing files of these layer sources. */
  readonly paint: (layerSources: Iterable<number>) => Promise<void>;
}

/** The rasters of a plan while they are painted. */
interface Painting {
  readonly plan: Rasterized;
  readonly context: RenderContext;
  readonly rasters: (Raster | undefined)[];
  /** Layer sources without files. */
  readonly missing: Set<number>;
}

/** Rasterizes every layer source of a plan, once. */
export const rasterizeSources = async (plan: Rasterized, context: RenderContext): Promise<Rasters> => {
  const { rasters, paint } = await prepareRasters(plan, context);
  await paint(plan.layerSources.keys());
  return rasters;
};

/** Rasterizes every layer source of a plan that no earlier render rasterized. */
export const prepareRasters = async (plan: Rasterized, context: RenderContext): Promise<PreparedRasters> => {
  const { layerSources, canvas } = plan;
  const { folder, ownFonts: fonts = [] } = context;
  const rasters = layerSources.map(() => undefined);
  const painting: Painting = { plan, context, rasters, missing: new Set(layerSources.keys()) };
  const plain = layerSources.flatMap(({ layerSource }, index) =>
    layerSource._tag === 'Scene' ? [] : [[index, { layerSource, canvas, fonts }] as const],
  );
  await restoreOrPaint(painting, plain, paintPlain);
  // The rectangles of scenes depend on where texts have ink, which is known only now.
  const scenes = layerSources.flatMap((_, index) => {
    const scene = sceneAt(painting, index);
    return scene ? [[index, requestOf(scene, rasters, pagesOf(unmadePath(folder, '')))] as const] : [];
  });
  await restoreOrPaint(painting, scenes, paintScenes);
  return {
    rasters,
    paint: async (indices) => {
      const wanted = [...new Set(indices)];
      await paintPlain(painting, wanted);
      await paintScenes(painting, wanted);
      context.progress('paint', 1);
    },
  };
};

const stemOf = ({ context }: Painting, index: number): string => join(context.folder, `still-${index}`);

/** Restores cached rasters, paints all others, and caches them. */
const restoreOrPaint = async (
  painting: Painting,
  sources: ReadonlyArray<readonly [index: number, settings: unknown]>,
  paint: (painting: Painting, indices: ReadonlyArray<number>) => Promise<void>,
): Promise<void> => {
  const { context, rasters } = painting;
  const { reuse } = context;
  const unknown = await inParallel(sources, PARALLEL_LOOKUPS, context.signal, async ([index, settings]) => {
    const key = await reuse.keyOf('raster', settings);
    const known = CachedRaster.decode(await reuse.restoreValue(key));
    if (E.isLeft(known)) return [{ index, key }];
    rasters[index] = rasterFromCache(known.right, stemOf(painting, index), reuse.hashes.remember);
    return [];
  });
  const painted = unknown.flat();
  await paint(
    painting,
    painted.map(({ index }) => index),
  );
  for (const { index, key } of painted)
    if (key !== undefined)
      reuse.storeValue(key, await recordOfRaster(rasters[index], stemOf(painting, index), reuse.hashes.of));
};

const addRaster = ({ context, rasters, missing }: Painting, index: number, raster: Raster | undefined) => {
  rasters[index] = raster;
  missing.delete(index);
  context.progress('paint', 1 - missing.size / Math.max(1, rasters.length));
};

const paintPlain = async (painting: Painting, indices: ReadonlyArray<number>): Promise<void> => {
  const { plan, context, missing } = painting;
  const wanted = indices.flatMap((index) => {
    const { layerSource, clip } = plan.layerSources[index] ?? {};
    if (!missing.has(index) || !layerSource || layerSource._tag === 'Scene') return [];
    return [{ index, layerSource, clip }];
  });
  const paintOne = async ({ index, layerSource, clip }: (typeof wanted)[number], signal: AbortSignal) => {
    const task = { ...context, name: `still-${index}`, signal };
    const raster = await workingOn(context, clip === undefined ? [] : [clip], () =>
      valueOf(context.rasterizer.paint(layerSource, plan.canvas, task), clip),
    );
    addRaster(painting, index, raster);
  };
  const atOnce = wanted.length > FEW_RASTERS ? PARALLEL_RASTERS : 1;
  await inParallel(wanted, atOnce, context.signal, paintOne);
};

const paintScenes = async (painting: Painting, indices: ReadonlyArray<number>): Promise<void> => {
  const wanted = indices.flatMap((index) => {
    const scene = sceneAt(painting, index);
    return painting.missing.has(index) && scene ? [{ index, scene }] : [];
  });
  const pictures = wanted.flatMap(({ scene }) => scene.scene.pictures);
  await paintPlain(painting, [...new Set(pictures.map(({ layerSource }) => layerSource))]);
  for (const { index, scene } of wanted) {
    const pages = pagesOf(stemOf(painting, index));
    await drawStills(requestOf(scene, painting.rasters, pages), scene, painting.context);
    const { rect, opaque, frames } = scene;
    const files = frames.map((_, page) => numberedPath(pages, page + 1));
    addRaster(painting, index, { rect, opaque, files, fonts: [] });
  }
};

const sceneAt = ({ plan, rasters }: Painting, index: number): SceneSource | undefined => {
  const { layerSource } = plan.layerSources[index] ?? {};
  return layerSource?._tag === 'Scene' ? sceneTrimmedToInk(layerSource, plan, rasters) : undefined;
};

const pagesOf = (stem: string): string => `${stem}-${NUMBER}.yuv`;

/** The request that draws the still frames of a scene. */
const requestOf = (source: SceneSource, rasters: Rasters, pages: string): ComposeRequest => {
  const { frames, scene } = source;
  return {
    inputs: [sceneInput({ ...source, scene: { ...scene, feeds: [] } }, frames, rasters)],
    graph: '[0:v]null[out]',
    outputs: [rawOutput(pages, frames.length, 'image2')],
  };
};

/** @throws RenderError that names the clip whose drawing failed */
const drawStills = async (request: ComposeRequest, scene: SceneSource, context: RenderContext) => {
  const drawn = await context.engine.compose(request, context)();
  if (E.isRight(drawn)) return;
  const { at, ...failure } = drawn.left;
  const cause = at && sceneFailure(failure, at, new Map([[at.input, sceneClips(scene)]]));
  throw new RenderError(cause ?? failureOf(failure, NOT_DRAWN));
};
