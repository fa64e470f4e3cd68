import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Composition } from '../../../domain/composition/composition.js';
import type { RenderContext, RenderDependencies } from './context.js';
import { composePiece } from './encode.js';
import { fetchSources, tablesOf } from './fetch-sources.js';
import { measureLevels } from './measure-levels.js';
import { measuredSound } from './measure-sound.js';
import { measuredTexts } from './measure-texts.js';
import { rasterizerWithFonts } from './open-fonts.js';
import { rasterizeSources } from './rasterize.js';
import { checkTables } from './check-tables.js';
import { planRender } from '../plan/plan.js';
import { withTightRects } from '../plan/tight-rects.js';
import { refuseTooCostly, resolvedComposition } from './resolve-composition.js';
import { probeSources } from './probe-sources.js';
import type { RenderSettings } from './render-settings.js';
import { createWorkFolder } from './work-folder.js';

/**
 * Writes the frame shown at `ms` to `output` as PNG: through the same plan, rasters and filters as a whole render,
 * without the loss of encoding.
 */
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
    const plain: RenderContext = { folder: folder.path, signal, progress: () => undefined, ...needs };
    const fetched = await fetchSources(composition, settings, plain);
    const context = { ...plain, rasterizer: await rasterizerWithFonts(composition, fetched, plain) };
    await checkTables(fetched);
    const sources = await probeSources(fetched, context);
    const resolved = resolvedComposition(
      composition,
      sources,
      await measuredTexts(composition, sources, context),
    );
    refuseTooCostly(resolved, sources);
    const planned = planRender(resolved, sources, {
      ...settings,
      onlyFrameAt: ms,
      folder: folder.path,
      tables: tablesOf(fetched),
    });
    if (planned.shownSounds.length > 0) {
      const mix = await measuredSound(planned.sound, context);
      await measureLevels(planned.shownSounds, mix, context);
    }
    const rasters = await rasterizeSources(planned, context);
    const plan = withTightRects(planned, rasters);
    const [piece] = plan.pieces;
    if (!piece) return;
    const picture = join(folder.path, 'frame.png');
    const target = { output: picture, stem: join(folder.path, 'frame') };
    await composePiece(plan, piece, rasters, { _tag: 'Png', alpha: false }, target, {
      ...context,
      onFrames: () => undefined,
    });
    await copyFile(picture, output);
  } finally {
    await folder.dispose();
  }
};
