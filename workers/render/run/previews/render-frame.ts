import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameRequest } from '../../../../application/ports/previews.js';
import type { Canvas, Composition } from '../../../../domain/composition/composition.js';
import type { StillCodec } from '../../compose/picture-codec.js';
import type { RenderContext, RenderDependencies } from '../context.js';
import { composedWork } from '../../ways/piece-work.js';
import { composePasses } from '../pieces/make-pieces.js';
import { type FetchedSources, fetchSources, tablesOf } from '../sources/fetch-sources.js';
import { writeShownLevels } from '../mix-sounds.js';
import { type PlanSources, planSources } from '../sources/plan-sources.js';
import { rasterizeSources } from '../pieces/rasterize.js';
import { rasterizerKeeping } from './kept-pictures.js';
import { planInSteps } from '../../plan/plan.js';
import { trimmedToInk } from '../../plan/scenes/ink-bounds.js';
import type { RenderSettings } from '../render-settings.js';
import { NO_REUSE, type Reuse } from '../pieces/reuse.js';
import { inSlices } from '../tasks/in-slices.js';
import { createWorkFolder } from '../tasks/work-folder.js';

/** The size of a still that is at most `width` px wide; undefined: that of the video. */
const scaledTo = (width: number | undefined, output: Canvas): Canvas | undefined =>
  width === undefined || width >= output.width
    ? undefined
    : { width, height: Math.max(1, Math.round((output.height * width) / output.width)) };

/**
 * Draws the frame shown at `ms`, or the last one, through the same plan, rasters and filters as a whole render. As PNG
 * in full size, it has the pixels of the render before encoding.
 * @param pictures those that earlier previews painted
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
  await writeShownLevels(planned.sound, planned.shownSounds, context);
  const rasterizer = rasterizerKeeping(context.rasterizer, context.ownFonts ?? [], pictures);
  const rasters = await rasterizeSources(planned, { ...context, rasterizer });
  const plan = trimmedToInk(planned, rasters);
  const picture = join(folder, `frame.${format}`);
  const target = { output: picture, stem: join(folder, 'frame') };
  const size = scaledTo(width, plan.output);
  const codec: StillCodec = {
    _tag: 'Still',
    format,
    alpha: false,
    isPreview: true,
    ...(size ? { size } : {}),
  };
  for (const piece of plan.pieces) {
    const { passes } = composedWork(plan, piece, rasters, codec, target);
    const ahead = passes.map((pass) => ({ ...pass, request: { ...pass.request, readsAhead: true } }));
    await composePasses({ passes: ahead }, piece, () => undefined, context);
  }
  return picture;
};

/** Writes the frame shown at `ms` to `output` as PNG, without the loss of encoding. */
export const renderFrame = async (
  needs: RenderDependencies,
  settings: RenderSettings,
  composition: Composition,
  ms: number,
  output: string,
  signal: AbortSignal,
): Promise<void> => {
  const folder = await createWorkFolder(settings.workRoot);
  try {
    const context: RenderContext = { folder: folder.path, signal, progress: () => undefined, ...needs };
    const fetched = await fetchSources(composition, settings, context);
    const sources = await planSources(composition, fetched, context);
    await copyFile(await drawFrame({ ms, format: 'png' }, sources, fetched, settings), output);
  } finally {
    await folder.dispose();
  }
};
