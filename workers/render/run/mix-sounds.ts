import * as E from 'fp-ts/lib/Either.js';
import { encodingFailed, type FailureCause, RenderError } from '../../../domain/render/failure-cause.js';
import type { MixRequest } from '../ports/mix-request.js';
import type { SoundPlan } from '../plan/sound/sound-plan.js';
import type { ShownSound } from '../plan/sound/waveforms.js';
import type { RenderContext } from './context.js';
import { decodingFailure, failureOf, FILE_LOST, isFileLost } from './failures.js';

const NOT_MIXED = encodingFailed('the sound could not be encoded');

/**
 * Mixes sounds, and writes the requested files.
 * @param purpose the failure as the client sees it
 * @throws RenderError that names the clip whose sound can't be decoded
 */
export const mixSounds = async (
  request: MixRequest,
  context: Pick<RenderContext, 'engine' | 'folder' | 'signal' | 'series'>,
  purpose: FailureCause = NOT_MIXED,
): Promise<void> => {
  const mixed = await context.engine.mix(request, context)();
  if (E.isRight(mixed)) return;
  const { clip, ...failure } = mixed.left;
  const files = request.plan.parts.map(({ path }) => path);
  if (failure._tag === 'EncodingFailed' && isFileLost(files)) throw new RenderError(FILE_LOST);
  throw new RenderError(clip === undefined ? failureOf(failure, purpose) : decodingFailure(failure, clip));
};

/** Writes the levels of the sounds that waveforms show, as they sound in the mix. */
export const writeShownLevels = async (
  plan: SoundPlan,
  levels: ReadonlyArray<ShownSound>,
  context: Parameters<typeof mixSounds>[1],
): Promise<void> => {
  if (levels.length > 0) await mixSounds({ plan, levels, outputs: [] }, context);
};
