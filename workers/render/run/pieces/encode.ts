import { readFile, rm, writeFile } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import { RenderError } from '../../../../domain/render/failure-cause.js';
import { pieceFailure } from '../tasks/blame.js';
import { composeDrawn, type DrawnContext, lackOfFrames } from './compose-drawn.js';
import { drawnWork } from '../../compose/drawn-work.js';
import type { RenderContext } from '../context.js';
import { pieceCommands, type PieceTarget } from '../../compose/graph.js';
import { lateCommand } from './late-commands.js';
import { keyFrameDistance, type PictureCodec } from '../../compose/picture-codec.js';
import { holdPictures } from '../../compose/h264/hold-pictures.js';
import type { Piece, RenderPlan } from '../../plan/plan.js';
import type { Rasters } from '../../compose/still-inputs.js';
import type { EncoderFailure, LateCommand } from '../../ports/media-encoder.js';
import { NO_REUSE } from './reuse.js';
import { withShorterSources } from '../sources/shorter-sources.js';
import { makePieces, type MissingPiece } from '../share/share-pieces.js';
import { asStill, type LookedUpPiece, shownSources } from './take-pieces.js';
import { workingOn } from '../tasks/working-on.js';

/** What all pieces of a plan are encoded from, and how. */
export interface PieceEncoding {
  readonly plan: RenderPlan;
  readonly rasters: Rasters;
  readonly codec: PictureCodec;
}

/**
 * Encodes the picture of every piece that was not taken: here, or on other workers if the render is shared.
 * @param atOnce how many threads may encode concurrently
 */
export const encodePieces = async (
  encoding: PieceEncoding,
  pieces: ReadonlyArray<LookedUpPiece>,
  atOnce: number,
  context: RenderContext,
): Promise<void> => {
  const { plan } = encoding;
  const { signal, progress, reuse = NO_REUSE, shared } = context;
  const lengths = plan.pieces.map(({ span }) => span.to - span.from);
  const done = lengths.map((frames, index) => (pieces[index]?.isTaken ? frames : 0));
  const onFrames = (index: number, frames: number): void => {
    done[index] = Math.min(frames, lengths[index] ?? 0);
    progress('encode', done.reduce((sum, count) => sum + count, 0) / plan.frames);
  };
  const finish = ({ index, key, output }: MissingPiece): void => {
    onFrames(index, lengths[index] ?? 0);
    reuse.keep(key, output);
  };
  const missing = pieces.flatMap(({ isTaken, key, output }, index) =>
    isTaken ? [] : [{ index, key, output }],
  );
  const encode = async (piece: MissingPiece, signal: AbortSignal): Promise<void> => {
    await encodePiece(encoding, piece, (frames) => onFrames(piece.index, frames), { ...context, signal });
    finish(piece);
  };
  // Pieces in which nothing moves need little memory.
  const areStill = missing.every(({ index }) => {
    const piece = plan.pieces[index];
    return piece && asStill(plan, piece, encoding.rasters, encoding.codec) !== undefined;
  });
  // Encoding others takes long, and the memory.
  if (!areStill) context.rasterizer.release(context);
  const limit = areStill ? atOnce : piecesAtOnce(encoding.codec, atOnce);
  await makePieces(missing, limit, shared, { encode, onTaken: finish, onFrames }, signal);
  progress('encode', 1);
};

/** Encodes the picture of one piece. */
export const encodePiece = async (
  { plan, rasters, codec }: PieceEncoding,
  { index, output }: Pick<MissingPiece, 'index' | 'output'>,
  onFrames: (frames: number) => void,
  context: RenderContext,
): Promise<void> => {
  const { folder, signal, encoder, drawer } = context;
  const piece = plan.pieces[index];
  if (!piece) throw new RangeError('the plan has no such piece');
  const running = { folder, signal, encoder, drawer, onFrames };
  await workingOn(context, videoClips(piece), async () => {
    if (!(await composeStill(plan, piece, rasters, codec, output, running)))
      await composePiece(plan, piece, rasters, codec, { output, stem: output }, running);
  });
};

/** How many pieces are encoded concurrently. @param threads how many threads encode together */
export const piecesAtOnce = (codec: PictureCodec, threads: number): number =>
  Math.max(1, Math.floor(threads / (codec._tag === 'H264' ? codec.threads : 1)));

/** The clips whose videos a piece decodes. */
const videoClips = ({ layers }: Piece): ReadonlyArray<ClipPath> => [
  ...new Set(layers.flatMap((layer) => (layer._tag === 'Video' ? [layer.clip] : []))),
];

/**
 * Writes a piece in which nothing moves: encodes each of its pictures once, and repeats them.
 * @returns whether it could be made like this
 */
const composeStill = async (
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
  const held = holdPictures(file, still.shown, plan.rate, 2 * keyFrameDistance(plan.rate));
  if (held) await writeFile(output, held);
  return held !== undefined;
};

type PieceContext = DrawnContext & {
  readonly onFrames: (frames: number) => void;
};

/** Composes a piece and writes it. The output of passes before the last is removed. */
export const composePiece = async (
  plan: RenderPlan,
  piece: Piece,
  rasters: Rasters,
  codec: PictureCodec,
  target: PieceTarget,
  { onFrames, ...context }: PieceContext,
): Promise<void> => {
  const commands = pieceCommands(plan, piece, rasters, codec, target);
  for (const [pass, { command, lists, drawn, fed }] of commands.entries()) {
    for (const { path, text } of lists) await writeFile(path, text);
    const isLast = pass === commands.length - 1;
    let written = 0;
    const count = (frames: number): void => {
      written = frames;
      if (isLast) onFrames(frames);
    };
    const work = drawnWork(drawn, fed, rasters, plan.rate);
    const clips = drawn.map(({ layer }) => layer.clips);
    const isFed = drawn.length > 0 || fed.length > 0;
    const late = isLast && !isFed ? lateCommand(command, codec) : undefined;
    const shorter = await withShorterSources(command, piece, plan, `${target.stem}.${pass}`);
    const ended = late
      ? await composeLate(late, context, count)
      : await composeDrawn(shorter.command, work, clips, context, count);
    await Promise.all(shorter.files.map((path) => rm(path, { force: true })));
    const wanted = isLast && codec._tag === 'Still' ? 1 : piece.span.to - piece.span.from;
    const failure = ended ?? lackOfFrames(written, wanted);
    if (!failure) continue;
    const files = [
      ...command.inputs.map(({ path }) => path),
      ...[...shownSources([piece])].flatMap((shown) => rasters[shown]?.files ?? []),
    ];
    throw new RenderError(await pieceFailure(failure, piece, files, context.encoder, context.signal));
  }
  for (const { command } of commands.slice(0, -1)) await rm(command.output);
};

/** Runs a command in a process that may wait for it. @returns why it failed, if it did */
const composeLate = async (
  command: LateCommand,
  { encoder, signal }: DrawnContext,
  onFrames: (frames: number) => void,
): Promise<EncoderFailure | undefined> => {
  const done = await encoder.runLate(command, { signal, onFrames })();
  return E.isLeft(done) ? done.left : undefined;
};

/** The list of pieces for ffmpeg's concat demuxer. */
export const pieceList = ({ pieces: planned, rate }: PieceSpans, pieces: ReadonlyArray<string>): string => {
  // Ends are rounded, not lengths, so that errors do not add up over thousands of pieces.
  const microseconds = (frame: number): number => Math.round((frame * 1e6 * rate.den) / rate.num);
  const entries = pieces.map((path, index) => {
    const { from, to } = planned[index]?.span ?? { from: 0, to: 0 };
    return `file 'file:${path}'\nduration ${microseconds(to) - microseconds(from)}us`;
  });
  return `ffconcat version 1.0\n${entries.join('\n')}\n`;
};

/** What joining needs to know of a plan. */
type PieceSpans = Pick<RenderPlan, 'rate'> & { readonly pieces: ReadonlyArray<Pick<Piece, 'span'>> };
