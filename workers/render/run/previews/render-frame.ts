import { copyFile } from 'node:fs/promises';
import type { FrameRequest } from '../../../../application/ports/previews.js';
import type { Canvas, Composition } from '../../../../domain/composition/composition.js';
import { type RenderDependencies, type RenderSettings, createWorkFolder, plainContext } from '../context.js';
import { type FetchedSources, fetchSources, tablesOf } from '../sources/fetch-sources.js';
import { type PlanSources, planSources } from '../sources/plan-sources.js';
import { composeStill } from '../pieces/compose-still.js';
import { cachingRasterizer } from '../pieces/raster-cache.js';
import { planInSteps } from '../../plan/plan.js';
import { NO_REUSE, type Reuse } from '../pieces/reuse.js';
import { inSlices } from '../tasks.js';

/** The size of a still that is at most `width` px wide; undefined: the size of the video. */
const scaledTo = (width: number | undefined, output: Canvas): Canvas | undefined =>
  width === undefined || width >= output.width
    ? undefined
    : { width, height: Math.max(1, Math.round((output.height * width) / output.width)) };

/**
 * Draws the frame shown at `ms`, or the last one, with the same plan, rasters and filters as a whole render. A PNG in
 * full size has the pixels of the render before encoding.
 * @param pictures the cached pictures of earlier previews
 * @returns the path of the picture, in the folder of the context
 * @throws RenderError
 */
export const drawFrame = async (
  { ms, format, width }: Omit<FrameRequest, 'composition'>,
  { resolved, sources, context }: PlanSources,
  fetched: FetchedSources,
  settings: RenderSettings,
  pictures: Reuse = NO_REUSE,
): Promise<string> => {
  const { folder } = context;
  const options = { ...settings, onlyFrameAt: ms, folder, tables: tablesOf(fetched) };
  const planned = await inSlices(planInSteps(resolved, sources, options), context.signal);
  const rasterizer = cachingRasterizer(context.rasterizer, context.ownFonts ?? [], pictures);
  const size = scaledTo(width, planned.output);
  const still = { format, isPreview: true, ...(size ? { size } : {}) } as const;
  const { picture } = await composeStill(planned, still, { ...context, rasterizer });
  return picture;
};

/** Writes the frame shown at `ms` to `output` as PNG, without the loss of encoding. */
export const renderFrame = async (
  dependencies: RenderDependencies,
  settings: RenderSettings,
  composition: Composition,
  ms: number,
  output: string,
  signal: AbortSignal,
): Promise<void> => {
  const folder = await createWorkFolder(settings.workRoot);
  try {
    const context = plainContext(dependencies, folder.path, signal);
    const fetched = await fetchSources(composition, settings, context);
    const sources = await planSources(composition, fetched, context);
    await copyFile(await drawFrame({ ms, format: 'png' }, sources, fetched, settings), output);
  } finally {
    await folder.dispose();
  }
};
