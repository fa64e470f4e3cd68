import { join } from 'node:path';
import type { StillCodec } from '../../compose/picture-codec.js';
import type { RenderPlan } from '../../plan/plan.js';
import { trimmedToInk } from '../../plan/scenes/ink-bounds.js';
import { composedPasses } from '../../ways/graph/graph.js';
import type { Rasters } from '../../ways/graph/still-inputs.js';
import type { RenderContext } from '../context.js';
import { writeShownLevels } from '../mix-sounds.js';
import { composePasses } from './make-pieces.js';
import { rasterizeSources } from './rasterize.js';

/**
 * Composes the only frame of a plan into a picture in the folder of the context.
 * @returns the path of the picture, and the rasters of the plan
 * @throws RenderError
 */
export const composeStill = async (
  planned: RenderPlan,
  still: Omit<StillCodec, '_tag' | 'alpha'>,
  context: RenderContext,
): Promise<{ readonly picture: string; readonly rasters: Rasters }> => {
  await writeShownLevels(planned.sound, planned.shownSounds, context);
  const rasters = await rasterizeSources(planned, context);
  const plan = trimmedToInk(planned, rasters);
  const [piece] = plan.pieces;
  if (!piece) throw new RangeError('the video has no frame at this time');
  const stem = join(context.folder, 'frame');
  const picture = `${stem}.${still.format}`;
  const codec = { _tag: 'Still', alpha: plan.alpha, ...still } as const;
  const passes = composedPasses(plan, piece, rasters, codec, { output: picture, stem });
  const readsAhead = still.isPreview === true;
  const asShown = passes.map((pass) => ({ ...pass, request: { ...pass.request, readsAhead } }));
  await composePasses(asShown, piece, () => undefined, context);
  return { picture, rasters };
};
