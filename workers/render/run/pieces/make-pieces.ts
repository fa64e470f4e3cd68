import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { Piece, RenderPlan } from '../../plan/plan.js';
import type { ComposeFailure } from '../../ports/media-engine.js';
import { type RenderContext, workingOn } from '../context.js';
import type { CopiedStretch } from '../../ports/join-request.js';
import type { CopiedPieces } from '../copies/copying.js';
import { inParallel } from '../tasks.js';
import { encodingFailed, RenderError } from '../../../../domain/render/failure-cause.js';
import type { PiecePass } from '../../ways/graph/graph.js';
import { filesRead, type PieceWork, keyOf, pieceWork } from '../../ways/piece-work.js';
import { pieceFailure } from '../culprit-clip.js';
import { composeRequest } from './compose-request.js';
import type { PictureCodec } from '../../compose/picture-codec.js';
import type { Rasters } from '../../ways/graph/still-inputs.js';

/**
 * What a process may hold to make pieces after it painted, in bytes: 50 to 80 MB more than a new one. Starting a new one
 * takes 0.5 s of processor time.
 */
const MOST_KEPT = 180e6;

/**
 * Makes every missing piece.
 * @param atOnce the most pieces that are made concurrently
 */
export const makePieces = async (
  plan: RenderPlan,
  pieces: ReadonlyArray<LookedUpPiece>,
  atOnce: number,
  context: RenderContext,
): Promise<void> => {
  const { signal, progress, reuse } = context;
  const lengths = plan.pieces.map(({ span }) => span.to - span.from);
  const done = lengths.map((frames, index) => (pieces[index]?.missing ? 0 : frames));
  const onFrames = (index: number, frames: number): void => {
    done[index] = Math.min(frames, lengths[index] ?? 0);
    progress('encode', done.reduce((sum, count) => sum + count, 0) / plan.frames);
  };
  const missing = pieces.flatMap(({ key, output, missing }, index) =>
    missing ? [{ index, key, output, ...missing }] : [],
  );
  // Processes keep the memory that painting took. Concurrent encoders leave no room for much of it.
  if (missing.length > 1 && missing.some(({ work }) => !work.isRepeated))
    await context.engine.release(context, MOST_KEPT);
  await inLanes(missing, atOnce, signal, async ({ index, key, output, ...one }, signal) => {
    await workingOn(context, videoClips(one.piece), () =>
      composePasses(one.work.passes, one.piece, (frames) => onFrames(index, frames), { ...context, signal }),
    );
    onFrames(index, lengths[index] ?? 0);
    reuse.store(key, output);
  });
  progress('encode', 1);
};

const videoClips = ({ layers }: Piece): ReadonlyArray<ClipPath> => [
  ...new Set(layers.flatMap((layer) => (layer._tag === 'Video' ? [layer.clip] : []))),
];

type PassContext = Pick<RenderContext, 'folder' | 'signal' | 'series' | 'encoder' | 'engine'>;

/** Composes the passes of a piece, and removes the outputs of all but the last pass. @throws RenderError */
export const composePasses = async (
  passes: ReadonlyArray<PiecePass>,
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

/** Composes a pass. @returns the failure, if any */
const composePass = async (
  { request }: PiecePass,
  context: PassContext,
  onFrames: (frames: number) => void,
): Promise<ComposeFailure | undefined> => {
  const frames = request.outputs.at(-1)?.frames;
  let written = 0;
  const count = (done: number): void => {
    written = done;
    onFrames(done);
  };
  const composed = await composeRequest(request, context, { signal: context.signal, onFrames: count })();
  if (E.isLeft(composed)) return composed.left;
  if (written === frames) return undefined;
  return encodingFailed(`${written} frames were encoded instead of ${frames}`);
};

/**
 * Works on pieces, at most `atOnce` concurrently. Each lane has consecutive pieces, so that a decoder continues from one
 * piece to the next.
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

/** Divides pieces into lanes of about the same length. */
const lanesOf = <A>(pieces: ReadonlyArray<A>, atOnce: number): ReadonlyArray<A[]> => {
  const count = Math.min(atOnce, pieces.length);
  const startOf = (lane: number): number => Math.round((lane * pieces.length) / count);
  return Array.from({ length: count }, (_, lane) => pieces.slice(startOf(lane), startOf(lane + 1)));
};

/** Removes and returns the next piece of a lane. An empty lane first takes over the last half of the longest lane. */
const nextIn = <A>(lane: A[], lanes: ReadonlyArray<A[]>): A | undefined => {
  if (lane.length === 0) {
    const longest = lanes.reduce((most, one) => (one.length > most.length ? one : most), lane);
    lane.push(...longest.splice(Math.floor(longest.length / 2)));
  }
  return lane.shift();
};

/** A piece that must be made, and the work for it. */
interface MissingPiece {
  readonly piece: Piece;
  readonly work: PieceWork;
}

/** A piece after it was looked up in the cache. */
export interface LookedUpPiece {
  /** The file with its headers; also with its frames, unless they are copied. */
  readonly output: string;
  readonly copied?: CopiedStretch;
  readonly key: string | undefined;
  /** Absent if the file exists, because an earlier render made it, or if it is copied. */
  readonly missing?: MissingPiece;
  readonly note?: unknown;
  /** The key of its note if it is copied from a source: then only the note is cached. */
  readonly noteKey?: string | undefined;
}

/** The files of pieces, in order. */
export const filesOf = (pieces: ReadonlyArray<LookedUpPiece>): ReadonlyArray<string> =>
  pieces.map(({ output }) => output);

const PARALLEL_LOOKUPS = 8;

/**
 * Decides how each piece is made, and restores those that earlier renders made.
 * @param rasters their files need not exist
 * @param copied the pieces that are copied from their sources
 */
export const lookUpPieces = (
  plan: RenderPlan,
  rasters: Rasters,
  codec: PictureCodec,
  { folder, signal, reuse }: RenderContext,
  copied?: Pick<CopiedPieces, 'headers' | 'stretches'>,
): Promise<ReadonlyArray<LookedUpPiece>> =>
  inParallel(plan.pieces, PARALLEL_LOOKUPS, signal, async (piece, _, index): Promise<LookedUpPiece> => {
    const stretch = copied?.stretches.get(index);
    if (copied && stretch) {
      const noteKey = await reuse.keyOf('copied frames', piece.copied);
      const note = await reuse.restoreValue(noteKey);
      return { output: copied.headers, copied: stretch, key: undefined, noteKey, note };
    }
    const stem = join(folder, `piece-${index}`);
    const output = `${stem}.${codec._tag === 'Lossless' ? 'nut' : 'mp4'}`;
    const target = { output, stem };
    const work = pieceWork(plan, piece, rasters, codec, target);
    // The identity of the renderer does not include drivers, and pieces of different drivers may not join.
    const key =
      codec._tag === 'H264' && codec.hardware === undefined
        ? await reuse.keyOf('piece', keyOf(work))
        : undefined;
    const taken = await reuse.restore(key, output);
    if (!taken) return { output, key, missing: { piece, work } };
    reuse.countFrames(piece.span.to - piece.span.from);
    return { output, key, note: taken.note };
  });
