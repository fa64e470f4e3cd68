import { readFile, rm, writeFile } from 'node:fs/promises';
import { holdPictures } from '../../compose/h264/hold-pictures.js';
import { keyFrameDistance, type PictureCodec } from '../../compose/picture-codec.js';
import type { Rasters } from '../../compose/still-inputs.js';
import type { Piece, RenderPlan } from '../../plan/plan.js';
import { composePiece, type PieceContext } from './compose-piece.js';

import { asStill } from './take-pieces.js';

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
  const still = asStill(plan, piece, rasters, codec);
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
