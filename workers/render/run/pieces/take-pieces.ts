import { join } from 'node:path';
import type { PictureCodec } from '../../compose/picture-codec.js';
import type { Rasters } from '../../ways/graph/still-inputs.js';
import type { Piece, RenderPlan } from '../../plan/plan.js';
import { keyOf, pieceWork, type PieceWork } from '../../ways/piece-work.js';
import type { RenderContext } from '../context.js';
import { inParallel } from '../tasks/in-parallel.js';
import { NO_REUSE } from './reuse.js';

/** A piece that must be made, and how. */
interface MissingPiece {
  readonly piece: Piece;
  readonly work: PieceWork;
}

/** The file of a piece. */
export interface LookedUpPiece {
  readonly output: string;
  readonly key: string | undefined;
  /** Absent: the file is there, because an earlier render made it, or it was copied. */
  readonly missing?: MissingPiece;
  readonly note?: unknown;
  /** The key of its note if it was copied: the note is kept without the file. */
  readonly noteKey?: string | undefined;
}

/** The files of pieces, in order. */
export const filesOf = (pieces: ReadonlyArray<LookedUpPiece>): ReadonlyArray<string> =>
  pieces.map(({ output }) => output);

const PARALLEL_LOOKUPS = 8;

/**
 * Decides how each piece is made, and takes those that earlier renders made.
 * @param rasters what is known of them: their files need not exist
 * @param copied the files of pieces that were copied from their sources, by their number
 */
export const takePieces = (
  plan: RenderPlan,
  rasters: Rasters,
  codec: PictureCodec,
  { folder, signal, reuse = NO_REUSE }: RenderContext,
  copied: ReadonlyMap<number, string> = new Map(),
): Promise<ReadonlyArray<LookedUpPiece>> =>
  inParallel(plan.pieces, PARALLEL_LOOKUPS, signal, async (piece, _, index): Promise<LookedUpPiece> => {
    const file = copied.get(index);
    if (file !== undefined) {
      const noteKey = await reuse.keyOf('copied frames', piece.copied);
      return { output: file, key: undefined, noteKey, note: await reuse.recall(noteKey) };
    }
    const stem = join(folder, `piece-${index}`);
    const output = `${stem}.${codec._tag === 'Lossless' ? 'nut' : 'mp4'}`;
    const target = { output, stem };
    const work = pieceWork(plan, piece, rasters, codec, target);
    // Drivers are no part of the identity of the renderer, and what another driver encoded may not join.
    const key =
      codec._tag === 'H264' && codec.hardware === undefined
        ? await reuse.keyOf('piece', keyOf(work))
        : undefined;
    const taken = await reuse.take(key, output);
    if (!taken) return { output, key, missing: { piece, work } };
    reuse.countFrames(piece.span.to - piece.span.from);
    return { output, key, note: taken.note };
  });
