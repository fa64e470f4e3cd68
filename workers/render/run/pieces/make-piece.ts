import { rm } from 'node:fs/promises';
import { RenderError } from '../../../../domain/render/failure-cause.js';
import { holdPictures } from '../../ways/held/hold-pictures.js';
import { readH264, writeH264 } from '../../mp4/h264-video.js';
import type { Piece } from '../../plan/plan.js';
import type { ComposeInput } from '../../ports/media-engine.js';
import { filesOf, type HeldPictures, type PassWork, type PieceWork } from '../../ways/piece-work.js';
import { pieceFailure } from '../tasks/blame.js';
import { composePass, type PassContext } from './compose-pass.js';
import type { MissingPiece } from './take-pieces.js';

/**
 * How many threads decode a video while a piece is encoded: as many as encode it. By default, it would be one for each
 * core and one more, and each holds frames. The frames are the same, so the key of the piece does not depend on it.
 */
const DECODING_THREADS = 2;

const withDecodingThreads = (input: ComposeInput): ComposeInput =>
  input._tag === 'Source'
    ? { ...input, options: { threads: String(DECODING_THREADS), ...input.options } }
    : input;

const withThreads = (pass: PassWork): PassWork => ({
  ...pass,
  request: { ...pass.request, inputs: pass.request.inputs.map(withDecodingThreads) },
});

/** Composes the passes of a piece, and removes the output of those before the last. Throws RenderError. */
export const composePasses = async (
  { passes }: Pick<PieceWork, 'passes'>,
  piece: Pick<Piece, 'layers'>,
  onFrames: (frames: number) => void,
  context: PassContext,
): Promise<void> => {
  for (const pass of passes) {
    const count = pass === passes.at(-1) ? onFrames : () => undefined;
    const failure = await composePass(withThreads(pass), context, count);
    if (failure) throw new RenderError(await pieceFailure(failure, piece, filesOf(pass), context));
  }
  for (const { request } of passes.slice(0, -1)) for (const { path } of request.outputs) await rm(path);
};

/** Writes a piece that shows each of its encoded pictures for some frames. @returns whether it could be made like this */
const hold = async (
  pictures: string,
  { shown, rate, most }: HeldPictures,
  output: string,
): Promise<boolean> => {
  const encoded = await readH264(pictures);
  await rm(pictures);
  const held = encoded && holdPictures(encoded, shown, most);
  if (!held) return false;
  await writeH264(
    output,
    encoded,
    held.map((sample, place) => ({ ...sample, place })),
    rate,
  );
  return true;
};

/** Makes a piece. Throws RenderError. */
export const makePiece = async (
  { piece, work, otherwise }: MissingPiece,
  onFrames: (frames: number) => void,
  context: PassContext,
): Promise<void> => {
  await composePasses(work, piece, onFrames, context);
  if (work.way !== 'held') return;
  const pictures = work.passes.at(-1)?.request.outputs.at(-1)?.path ?? '';
  if (await hold(pictures, work.held, work.output)) return;
  await makePiece({ piece, work: otherwise(), otherwise }, onFrames, context);
};
