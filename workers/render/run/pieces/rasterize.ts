import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { rawOutput } from '../../compose/inputs.js';
import type { ComposeRequest } from '../../ports/media-engine.js';
import { sceneClips, sceneInput } from '../../ways/drawn/drawn-inputs.js';
import { NOT_DRAWN, sceneFailure } from '../tasks/blame.js';
import { RenderError } from '../../../../domain/render/failure-cause.js';
import type { Rasters } from '../../ways/graph/still-inputs.js';
import type { RenderPlan } from '../../plan/plan.js';
import type { SceneSource } from '../../plan/scenes/scene-builder.js';
import { sceneTrimmedToInk } from '../../plan/scenes/ink-bounds.js';
import type { LayerSource, Raster } from '../../ports/rasterizer.js';
import { allOrNone, inParallel } from '../tasks/in-parallel.js';
import type { RenderContext } from '../context.js';
import { failureOf, valueOf } from '../tasks/failures.js';
import { KeptRaster, keptRaster, rasterAsKept } from '../previews/kept-raster.js';
import { madeAt, NO_REUSE } from './reuse.js';
import { workingOn } from '../tasks/working-on.js';

const PARALLEL_RASTERS = 2;
/**
 * Up to how many rasters are not worth a second process: starting it takes 400 ms of processor time, and a 1080p image or
 * a text 20 to 80 ms.
 */
const FEW_RASTERS = 12;

/** Whether a layer source has no text and no file, so that no process has to be started for it. */
const isSimple = ({ layerSource: { _tag } }: { readonly layerSource: LayerSource }): boolean =>
  _tag === 'Background' || _tag === 'Mask';
const PARALLEL_LOOKUPS = 8;

type Rasterized = Pick<RenderPlan, 'layerSources' | 'canvas' | 'rate'>;

/** The rasters of a plan. Those that earlier renders painted are known without their files, which may be needless. */
export interface PreparedRasters {
  /** In the order of the layer sources. */
  readonly rasters: Rasters;
  /** Writes the files of these layer sources, unless they are there. */
  readonly paint: (layerSources: Iterable<number>) => Promise<void>;
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
  const { folder, rasterizer, ownFonts: fonts = [], reuse = NO_REUSE } = context;
  const rasters: (Raster | undefined)[] = layerSources.map(() => undefined);
  /** Layer sources without files. */
  const missing = new Set(layerSources.keys());
  const progress = (): void => context.progress('paint', 1 - missing.size / Math.max(1, layerSources.length));
  const stemOf = (index: number): string => join(folder, `still-${index}`);

  /** Finds out what earlier renders painted. @returns the keys of what is not known */
  const lookUp = async (
    sources: ReadonlyArray<readonly [index: number, settings: unknown]>,
  ): Promise<ReadonlyMap<number, string | undefined>> => {
    const keys = await inParallel(sources, PARALLEL_LOOKUPS, context.signal, async ([index, settings]) => {
      const key = await reuse.keyOf('raster', settings);
      const known = KeptRaster.decode(await reuse.recall(key));
      if (E.isLeft(known)) return [[index, key] as const];
      rasters[index] = rasterAsKept(known.right, stemOf(index), reuse.hashes.know);
      return [];
    });
    return new Map(keys.flat());
  };
  const remember = async (keys: ReadonlyMap<number, string | undefined>): Promise<void> => {
    for (const [index, key] of keys)
      if (key !== undefined)
        reuse.remember(key, await keptRaster(rasters[index], stemOf(index), reuse.hashes.of));
  };

  const paintPlain = async (indices: ReadonlyArray<number>): Promise<void> => {
    const wanted = indices.flatMap((index) => {
      const { layerSource, clip } = layerSources[index] ?? {};
      if (!missing.has(index) || !layerSource || layerSource._tag === 'Scene') return [];
      return [{ index, layerSource, clip }];
    });
    const paintOne = async (
      { index, layerSource, clip }: (typeof wanted)[number],
      signal: AbortSignal,
    ): Promise<void> => {
      rasters[index] = await workingOn(context, clip === undefined ? [] : [clip], () =>
        valueOf(rasterizer.paint(layerSource, canvas, { ...context, name: `still-${index}`, signal }), clip),
      );
      missing.delete(index);
      progress();
    };
    const simple = wanted.filter(isSimple);
    const others = wanted.filter((one) => !isSimple(one));
    const atOnce = others.length > FEW_RASTERS ? PARALLEL_RASTERS : 1;
    await allOrNone(context.signal, (signal) => [
      inParallel(simple, 1, signal, paintOne),
      inParallel(others, atOnce, signal, paintOne),
    ]);
  };
  const paintScenes = async (indices: ReadonlyArray<number>): Promise<void> => {
    const wanted = indices.flatMap((index) => {
      const scene = sceneAt(index);
      return missing.has(index) && scene ? [{ index, scene }] : [];
    });
    await paintPlain([...new Set(wanted.flatMap(({ scene }) => picturesOf(scene)))]);
    for (const { index, scene } of wanted) {
      const fileOf = pageFile(stemOf(index));
      for (const request of requestsOf(scene, rasters, fileOf)) await drawStill(request, scene, context);
      rasters[index] = drawnRaster(scene, fileOf);
      missing.delete(index);
      progress();
    }
  };
  const sceneAt = (index: number): SceneSource | undefined => {
    const { layerSource } = layerSources[index] ?? {};
    return layerSource?._tag === 'Scene' ? sceneTrimmedToInk(layerSource, plan, rasters) : undefined;
  };

  const plain = await lookUp(
    layerSources.flatMap(({ layerSource }, index) =>
      layerSource._tag === 'Scene' ? [] : [[index, { layerSource, canvas, fonts }] as const],
    ),
  );
  await paintPlain([...plain.keys()]);
  await remember(plain);
  // What scenes show is known only now: where texts have ink.
  const scenes = await lookUp(
    layerSources.flatMap((_, index) => {
      const scene = sceneAt(index);
      return scene ? [[index, requestsOf(scene, rasters, pageFile(madeAt(folder, '')))] as const] : [];
    }),
  );
  await paintScenes([...scenes.keys()]);
  await remember(scenes);
  return {
    rasters,
    paint: async (indices) => {
      const wanted = [...new Set(indices)];
      await paintPlain(wanted);
      await paintScenes(wanted);
      context.progress('paint', 1);
    },
  };
};

/** The layer sources that a scene draws. */
const picturesOf = ({ scene }: SceneSource): ReadonlyArray<number> =>
  scene.pictures.map(({ layerSource }) => layerSource);

// ffmpeg's concat demuxer takes files for raw frames by this extension, whatever their pixel format.
const pageFile =
  (stem: string) =>
  (page: number): string =>
    `${stem}-${page}.yuv`;

/** The requests that draw the still frames of a scene. */
const requestsOf = (
  source: SceneSource,
  rasters: Rasters,
  fileOf: (page: number) => string,
): ReadonlyArray<ComposeRequest> => {
  const scene = { ...source.scene, feeds: [] };
  return source.frames.map((frame, page) => ({
    inputs: [sceneInput({ ...source, scene }, { from: frame, to: frame + 1 }, rasters)],
    graph: '[0:v]null[out]',
    outputs: [rawOutput(fileOf(page), 1)],
  }));
};

/** @throws RenderError that names the clip whose drawing failed */
const drawStill = async (
  request: ComposeRequest,
  scene: SceneSource,
  context: RenderContext,
): Promise<void> => {
  const drawn = await context.engine.compose(request, context)();
  if (E.isRight(drawn)) return;
  const { at, ...failure } = drawn.left;
  const cause = at && sceneFailure(failure, at, new Map([[0, sceneClips(scene)]]));
  throw new RenderError(cause ?? failureOf(failure, NOT_DRAWN));
};

const drawnRaster = ({ rect, opaque, frames }: SceneSource, fileOf: (page: number) => string): Raster => ({
  rect,
  opaque,
  files: frames.map((_, page) => fileOf(page)),
  fonts: [],
});
