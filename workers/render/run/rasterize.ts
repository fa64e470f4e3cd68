import { join } from 'node:path';
import { stillJob } from '../compose/drawn-work.js';
import type { Rasters } from '../compose/still-inputs.js';
import type { RenderPlan } from '../plan/plan.js';
import type { SceneSource } from '../plan/scene-builder.js';
import type { Raster } from '../ports/rasterizer.js';
import type { RenderContext } from './context.js';
import { valueOf } from './failures.js';
import { inParallel } from './in-parallel.js';

const PARALLEL_RASTERS = 2;

/** Rasterizes every layer source of a plan, once. */
export const rasterizeSources = async (plan: RenderPlan, context: RenderContext): Promise<Rasters> => {
  const { layerSources, canvas } = plan;
  const { folder, progress, rasterizer } = context;
  let painted = 0;
  const rasters = await inParallel(
    layerSources,
    PARALLEL_RASTERS,
    context.signal,
    async ({ layerSource, clip }, signal, index) => {
      if (layerSource._tag === 'Scene') return undefined;
      const raster = await valueOf(
        rasterizer.paint(layerSource, canvas, { folder, name: `still-${index}`, signal }),
        clip,
      );
      painted += 1;
      progress('paint', painted / layerSources.length);
      return raster;
    },
  );
  const drawn = await drawScenes(plan, rasters, context);
  progress('paint', 1);
  return rasters.map((raster, index) => drawn.get(index) ?? raster);
};

/** Draws the still frames of scenes from their rasters, in one process. */
const drawScenes = async (
  { layerSources }: RenderPlan,
  rasters: Rasters,
  { folder, signal, drawer }: RenderContext,
): Promise<ReadonlyMap<number, Raster>> => {
  const scenes = layerSources.flatMap(({ layerSource }, index) =>
    layerSource._tag === 'Scene' ? [{ layerSource, index }] : [],
  );
  // ffmpeg's concat demuxer takes files for raw frames by this extension, whatever their pixel format.
  const fileOf = (index: number, page: number): string => join(folder, `still-${index}-${page}.yuv`);
  const jobsOf = ({ scene, rect, frames }: SceneSource, index: number) =>
    frames.map((frame, page) => stillJob(scene, rect, frame, fileOf(index, page), rasters));
  const jobs = scenes.flatMap(({ layerSource, index }) => jobsOf(layerSource, index));
  await valueOf(drawer.drawStills(jobs, { signal }));
  return new Map(
    scenes.map(({ layerSource: { rect, opaque, frames }, index }) => [
      index,
      { rect, opaque, files: frames.map((_, page) => fileOf(index, page)), fonts: [] },
    ]),
  );
};
