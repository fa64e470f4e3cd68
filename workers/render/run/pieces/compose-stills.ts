import { readFile, rm, writeFile } from 'node:fs/promises';
import { LAYERS_A_PASS, pieceCommands } from '../../compose/graph.js';
import { holdPictures } from '../../compose/h264/hold-pictures.js';
import { keyFrameDistance, type PictureCodec, placedCodec } from '../../compose/picture-codec.js';
import type { Rasters } from '../../compose/still-inputs.js';
import type { StillPiece } from '../../compose/still-piece.js';
import {
  framesTogether,
  mostTogether,
  PLACE_FRAMES,
  placedTogether,
  placeOf,
} from '../../compose/still-places.js';
import type { Piece, RenderPlan } from '../../plan/plan.js';
import type { MediaCommand } from '../../ports/media-encoder.js';
import type { MissingPiece } from '../share/share-pieces.js';
import { composeLate, composePiece, type PieceContext } from './compose-piece.js';
import { type DrawnContext, lackOfFrames } from './compose-drawn.js';
import type { PieceEncoding } from './piece-encoding.js';
import { lateCommand } from './late-commands.js';
import { asStill } from './take-pieces.js';

const framesOf = ({ pictures: { span } }: StillPiece): number => span.to - span.from;

/** A piece in which nothing moves, and how it is encoded: see `still-places.ts`. */
const runnable = (plan: RenderPlan, piece: Piece, rasters: Rasters, codec: PictureCodec) => {
  const still = asStill(plan, piece, rasters, codec);
  return still && framesOf(still) <= PLACE_FRAMES ? { ...still, codec: placedCodec(still.codec) } : still;
};

/**
 * Writes a piece in which nothing moves: encodes each of its pictures once, and repeats them.
 * @returns whether it could be made like this
 */
export const composeStill = async (
  plan: RenderPlan,
  piece: Piece,
  rasters: Rasters,
  codec: PictureCodec,
  output: string,
  context: PieceContext,
): Promise<boolean> => {
  const still = runnable(plan, piece, rasters, codec);
  if (!still) return false;
  const pictures = `${output}.pictures.mp4`;
  const target = { output: pictures, stem: output };
  await composePiece(plan, still.pictures, rasters, still.codec, target, context);
  const file = await readFile(pictures);
  await rm(pictures);
  const held = holdPictures(file, still.shown, plan.rate, longest(plan));
  if (held) await writeFile(output, held);
  return held !== undefined;
};

/** The most frames from a key frame to the next. */
const longest = ({ rate }: RenderPlan): number => 2 * keyFrameDistance(rate);

/** The pictures of a piece that may have any place, and the command that encodes it alone. */
const placedPiece = (
  { plan, rasters, codec }: PieceEncoding,
  { index, output }: MissingPiece,
): { readonly still: StillPiece; readonly command: MediaCommand } | undefined => {
  const piece = plan.pieces[index];
  const still = piece && runnable(plan, piece, rasters, codec);
  // With the parameter sets of a source, this has not been tried.
  if (!still || framesOf(still) > PLACE_FRAMES || still.codec.matching) return undefined;
  const [only, second] = pieceCommands(plan, still.pictures, rasters, still.codec, { output, stem: output });
  if (!only || second || !lateCommand(only.command, still.codec)) return undefined;
  return { still, command: only.command };
};

/**
 * Divides pieces into those that {@link composeTogether} encodes with one process each. Those in which nothing moves are
 * divided evenly among processes, as starting one costs more than encoding such a piece.
 * @param atOnce how many processes run concurrently
 */
export const stillBatches = (
  encoding: PieceEncoding,
  missing: ReadonlyArray<MissingPiece>,
  atOnce: number,
): ReadonlyArray<ReadonlyArray<MissingPiece>> => {
  const inputs = missing.map((piece) => placedPiece(encoding, piece)?.command.inputs.length);
  const placed = inputs.filter((count) => count !== undefined).length;
  const rounds = Math.ceil(placed / (mostTogether(encoding.plan.output) * atOnce));
  const most = Math.ceil(placed / (rounds * atOnce));
  const batches: MissingPiece[][] = [];
  let open: MissingPiece[] = [];
  let opened = 0;
  for (const [at, piece] of missing.entries()) {
    const count = inputs[at];
    if (count === undefined) batches.push([piece]);
    else if (open.length > 0 && open.length < most && opened + count <= LAYERS_A_PASS) {
      open.push(piece);
      opened += count;
    } else {
      open = [piece];
      opened = count;
      batches.push(open);
    }
  }
  return batches;
};

/**
 * Writes pieces in which nothing moves, encoded by one process. Each has the bytes that it has alone.
 * @returns whether it worked; if not, each alone tells why
 */
export const composeTogether = async (
  encoding: PieceEncoding,
  batch: ReadonlyArray<MissingPiece>,
  { onFrames, ...context }: DrawnContext & { readonly onFrames: (index: number, frames: number) => void },
): Promise<boolean> => {
  const { plan, codec } = encoding;
  const placed = batch.map((piece) => placedPiece(encoding, piece));
  const pictures = `${batch[0]?.output}.pictures.mp4`;
  const commands = placed.flatMap((piece) => piece?.command ?? []);
  const command = placedTogether(commands, plan.output, plan.rate, pictures);
  const late = codec._tag === 'H264' ? lateCommand(command, placedCodec(codec)) : undefined;
  if (!late) return false;
  let written = 0;
  const count = (frames: number): void => {
    written = frames;
    for (const [at, { index }] of batch.entries())
      onFrames(index, Math.max(0, Math.min(PLACE_FRAMES, frames - placeOf(at))));
  };
  const failure = await composeLate(late, context, count);
  // Pieces are found by the numbers of their frames.
  if (failure || lackOfFrames(written, framesTogether(batch.length))) return false;
  const file = await readFile(pictures);
  await rm(pictures);
  for (const [at, { output }] of batch.entries()) {
    const held = holdPictures(file, placed[at]?.still.shown ?? [], plan.rate, longest(plan), placeOf(at));
    if (!held) return false;
    await writeFile(output, held);
  }
  return true;
};
