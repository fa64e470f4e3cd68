import { rm } from 'node:fs/promises';
import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { PictureCodec } from '../../compose/picture-codec.js';
import type { Piece, RenderPlan } from '../../plan/plan.js';
import type { RenderContext } from '../context.js';
import { workingOn } from '../tasks/working-on.js';
import { inLanes } from './lanes.js';
import { NO_REUSE } from './reuse.js';
import type { LookedUpPiece } from './take-pieces.js';
import { RenderError } from '../../../../domain/render/failure-cause.js';
import { filesOf, type PieceWork } from '../../ways/piece-work.js';
import { pieceFailure } from '../tasks/blame.js';
import { composePass, type PassContext } from './compose-pass.js';

/**
 * Makes every piece whose file is not there.
 * @param threads how many threads may encode concurrently
 */
export const makePieces = async (
  plan: RenderPlan,
  pieces: ReadonlyArray<LookedUpPiece>,
  codec: PictureCodec,
  threads: number,
  context: RenderContext,
): Promise<void> => {
  const { signal, progress, reuse = NO_REUSE } = context;
  const lengths = plan.pieces.map(({ span }) => span.to - span.from);
  const done = lengths.map((frames, index) => (pieces[index]?.missing ? 0 : frames));
  const onFrames = (index: number, frames: number): void => {
    done[index] = Math.min(frames, lengths[index] ?? 0);
    progress('encode', done.reduce((sum, count) => sum + count, 0) / plan.frames);
  };
  const missing = pieces.flatMap(({ key, output, missing }, index) =>
    missing ? [{ index, key, output, ...missing }] : [],
  );
  // A piece in which nothing moves needs little memory.
  const areStill = missing.every(({ work }) => work.way === 'held');
  const atOnce = areStill ? threads : piecesAtOnce(codec, threads);
  // Processes that painted keep what that took: memory for one of them is there where a single piece is encoded.
  if (!areStill && missing.length > 1) await context.engine.release(context);
  await inLanes(missing, atOnce, signal, async ({ index, key, output, ...one }, signal) => {
    await workingOn(context, videoClips(one.piece), () =>
      composePasses(one.work, one.piece, (frames) => onFrames(index, frames), { ...context, signal }),
    );
    onFrames(index, lengths[index] ?? 0);
    reuse.keep(key, output);
  });
  progress('encode', 1);
};

/** How many pieces are encoded concurrently. @param threads how many threads encode together */
export const piecesAtOnce = (codec: PictureCodec, threads: number): number =>
  Math.max(1, Math.floor(threads / (codec._tag === 'H264' ? codec.threads : 1)));

/** The clips whose videos a piece decodes. */
const videoClips = ({ layers }: Piece): ReadonlyArray<ClipPath> => [
  ...new Set(layers.flatMap((layer) => (layer._tag === 'Video' ? [layer.clip] : []))),
];

/** The list of pieces for ffmpeg's concat demuxer. */
export const pieceList = ({ pieces: planned, rate }: PieceSpans, pieces: ReadonlyArray<string>): string => {
  // Ends are rounded, not lengths, so that errors do not add up over thousands of pieces.
  const microseconds = (frame: number): number => Math.round((frame * 1e6 * rate.den) / rate.num);
  const entries = pieces.map((path, index) => {
    const { from, to } = planned[index]?.span ?? { from: 0, to: 0 };
    return `file '${path}'\nduration ${microseconds(to) - microseconds(from)}us`;
  });
  return `ffconcat version 1.0\n${entries.join('\n')}\n`;
};

/** What joining needs to know of a plan. */
type PieceSpans = Pick<RenderPlan, 'rate'> & { readonly pieces: ReadonlyArray<Pick<Piece, 'span'>> };

/** Composes the passes of a piece, and removes the output of those before the last. Throws RenderError. */
export const composePasses = async (
  { passes }: Pick<PieceWork, 'passes'>,
  piece: Pick<Piece, 'layers'>,
  onFrames: (frames: number) => void,
  context: PassContext,
): Promise<void> => {
  for (const pass of passes) {
    const count = pass === passes.at(-1) ? onFrames : () => undefined;
    const failure = await composePass(pass, context, count);
    if (failure)
      throw new RenderError(await pieceFailure(failure, piece, filesOf(pass), pass.scenes, context));
  }
  for (const { request } of passes.slice(0, -1)) for (const { path } of request.outputs) await rm(path);
};
