import { rm } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { Piece, RenderPlan } from '../../plan/plan.js';
import type { ComposeFailure } from '../../ports/media-engine.js';
import type { RenderContext } from '../context.js';
import { inParallel } from '../tasks/in-parallel.js';
import { workingOn } from '../tasks/working-on.js';
import { NO_REUSE } from './reuse.js';
import type { LookedUpPiece } from './take-pieces.js';
import { RenderError } from '../../../../domain/render/failure-cause.js';
import { filesRead, type PassWork, type PieceWork } from '../../ways/piece-work.js';
import { pieceFailure } from '../tasks/blame.js';
import { composeRequest } from './compose-request.js';

/**
 * Makes every piece whose file is not there.
 * @param atOnce how many may be made concurrently
 */
export const makePieces = async (
  plan: RenderPlan,
  pieces: ReadonlyArray<LookedUpPiece>,
  atOnce: number,
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
  // Processes that painted keep the memory that it took. Beside encoders that work at once, there is no room for it.
  if (missing.length > 1 && missing.some(({ work }) => work.way !== 'held'))
    await context.engine.release(context);
  await inLanes(missing, atOnce, signal, async ({ index, key, output, ...one }, signal) => {
    await workingOn(context, videoClips(one.piece), () =>
      composePasses(one.work, one.piece, (frames) => onFrames(index, frames), { ...context, signal }),
    );
    onFrames(index, lengths[index] ?? 0);
    reuse.keep(key, output);
  });
  progress('encode', 1);
};

/** The clips whose videos a piece decodes. */
const videoClips = ({ layers }: Piece): ReadonlyArray<ClipPath> => [
  ...new Set(layers.flatMap((layer) => (layer._tag === 'Video' ? [layer.clip] : []))),
];

/** The part of the context of a render that composing needs. */
type PassContext = Pick<RenderContext, 'folder' | 'signal' | 'series' | 'encoder' | 'engine'>;

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
      throw new RenderError(await pieceFailure(failure, piece, filesRead(pass), pass.scenes, context));
  }
  for (const { request } of passes.slice(0, -1)) for (const { path } of request.outputs) await rm(path);
};

/** Composes a pass. @returns why that failed, if it did */
const composePass = async (
  { request, frames }: PassWork,
  context: PassContext,
  onFrames: (frames: number) => void,
): Promise<ComposeFailure | undefined> => {
  let written = 0;
  const count = (done: number): void => {
    written = done;
    onFrames(done);
  };
  const composed = await composeRequest(request, context, { signal: context.signal, onFrames: count })();
  if (E.isLeft(composed)) return composed.left;
  if (written === frames) return undefined;
  const message = `${written} frames were encoded instead of ${frames}`;
  return { _tag: 'EncodingFailed', message, retryable: false };
};

/**
 * Works on pieces, at most `atOnce` concurrently. Each lane has consecutive pieces, so that its decoder goes on from one
 * to the next.
 */
const inLanes = async <A>(
  pieces: ReadonlyArray<A>,
  atOnce: number,
  signal: AbortSignal,
  work: (piece: A, signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const lanes = lanesOf(pieces, atOnce);
  await inParallel(lanes, atOnce, signal, async (lane, signal) => {
    for (let piece = nextIn(lane, lanes); piece; piece = nextIn(lane, lanes)) await work(piece, signal);
  });
};

/** Lanes of about the same number of pieces. */
const lanesOf = <A>(pieces: ReadonlyArray<A>, atOnce: number): ReadonlyArray<A[]> => {
  const count = Math.min(atOnce, pieces.length);
  const startOf = (lane: number): number => Math.round((lane * pieces.length) / count);
  return Array.from({ length: count }, (_, lane) => pieces.slice(startOf(lane), startOf(lane + 1)));
};

/** Removes the next piece of a lane; where it has none left, it takes over the last half of the longest other one. */
const nextIn = <A>(lane: A[], lanes: ReadonlyArray<A[]>): A | undefined => {
  if (lane.length === 0) {
    const longest = lanes.reduce((most, one) => (one.length > most.length ? one : most), lane);
    lane.push(...longest.splice(Math.floor(longest.length / 2)));
  }
  return lane.shift();
};
