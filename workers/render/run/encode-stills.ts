import { readFile, rm, writeFile } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import { pieceCommands, type PieceCommand } from '../compose/graph.js';
import { holdPictures } from '../compose/h264/hold-pictures.js';
import { joinedCommands } from '../compose/joined-commands.js';
import { keyFrameDistance, type PictureCodec } from '../compose/picture-codec.js';
import type { Rasters } from '../compose/still-inputs.js';
import type { StillPiece } from '../compose/still-piece.js';
import type { RenderPlan } from '../plan/plan.js';
import type { RenderContext } from './context.js';
import { inParallel } from './in-parallel.js';
import type { MissingPiece } from './share/share-pieces.js';
import { asStill } from './take-pieces.js';

/** The file of the different pictures of a piece in which nothing moves. */
export const picturesFile = (output: string): string => `${output}.pictures.mp4`;

/**
 * Writes a piece in which nothing moves from the file of its pictures, which it removes.
 * @returns whether it could be made like this
 */
export const holdPiece = async (
  { shown }: StillPiece,
  { rate }: RenderPlan,
  output: string,
): Promise<boolean> => {
  const pictures = picturesFile(output);
  const file = await readFile(pictures);
  await rm(pictures);
  const held = holdPictures(file, shown, rate, 2 * keyFrameDistance(rate));
  if (held) await writeFile(output, held);
  return held !== undefined;
};

/** Maximum number of pieces that one process encodes. */
const MOST_PIECES = 8;
/** Maximum number of its inputs: each needs an open file, a decoder and some frames. */
const MOST_INPUTS = 24;
/**
 * Maximum number of pixels of a frame of each of its pieces together: it keeps an encoder for each until it ends, 26
 * bytes for each pixel.
 */
const MOST_PIXELS = 4_200_000;
/** So many pieces are worth a process of their own on another core. */
const WORTH_A_PROCESS = 2;

interface Still {
  readonly missing: MissingPiece;
  readonly piece: StillPiece;
  readonly command: PieceCommand;
}

/**
 * Encodes the pieces in which nothing moves, several in one process each time. Their files have the same bytes as if
 * each had a process of its own.
 * @param atOnce how many processes run concurrently
 * @param onMade called with each piece once it is there
 * @returns the pieces that remain: others, and those of a process that failed, which does not say why
 */
export const encodeStills = async (
  plan: RenderPlan,
  rasters: Rasters,
  codec: PictureCodec,
  missing: ReadonlyArray<MissingPiece>,
  atOnce: number,
  { encoder, signal }: Pick<RenderContext, 'encoder' | 'signal'>,
  onMade: (piece: MissingPiece) => void,
): Promise<ReadonlyArray<MissingPiece>> => {
  const stills = missing.flatMap((one): ReadonlyArray<Still> => {
    const planned = plan.pieces[one.index];
    const piece = planned && asStill(plan, planned, rasters, codec);
    if (!piece) return [];
    const target = { output: picturesFile(one.output), stem: one.output };
    const [command, more] = pieceCommands(plan, piece.pictures, rasters, piece.codec, target);
    return command && !more ? [{ missing: one, piece, command }] : [];
  });
  const made = new Set<MissingPiece>();
  const encodeGroup = async (group: ReadonlyArray<Still>, signal: AbortSignal): Promise<void> => {
    for (const { path, text } of group.flatMap(({ command }) => command.lists)) await writeFile(path, text);
    const command = joinedCommands(group.map(({ command }) => command.command));
    const done = await encoder.run(command, { signal })();
    signal.throwIfAborted();
    if (E.isLeft(done)) return;
    for (const { missing, piece } of group) {
      if (!(await holdPiece(piece, plan, missing.output))) continue;
      made.add(missing);
      onMade(missing);
    }
  };
  const most = Math.min(MOST_PIECES, Math.floor(MOST_PIXELS / (plan.output.width * plan.output.height)));
  await inParallel(groupsOf(stills, most, atOnce), atOnce, signal, encodeGroup);
  return missing.filter((one) => !made.has(one));
};

/** The stills of each process, at most so many; without those that remain alone, which gain nothing from it. */
const groupsOf = (
  stills: ReadonlyArray<Still>,
  most: number,
  atOnce: number,
): ReadonlyArray<ReadonlyArray<Still>> => {
  const size = Math.min(most, Math.max(WORTH_A_PROCESS, Math.ceil(stills.length / atOnce)));
  const groups: Still[][] = [];
  let inputs = 0;
  for (const still of stills) {
    const own = still.command.command.inputs.length;
    const group = groups.at(-1);
    if (group && group.length < size && inputs + own <= MOST_INPUTS) group.push(still);
    else {
      groups.push([still]);
      inputs = 0;
    }
    inputs += own;
  }
  return groups.filter(({ length }) => length > 1);
};
