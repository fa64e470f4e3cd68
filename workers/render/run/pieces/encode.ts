import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { RenderContext } from '../context.js';
import type { PictureCodec } from '../../compose/picture-codec.js';
import type { Piece, RenderPlan } from '../../plan/plan.js';
import { NO_REUSE } from './reuse.js';
import { composePiece } from './compose-piece.js';
import { inLanes } from './lanes.js';
import type { PieceEncoding } from './piece-encoding.js';
import { composeStill } from './compose-stills.js';
import { asStill, type LookedUpPiece } from './take-pieces.js';
import { workingOn } from '../tasks/working-on.js';

/**
 * Encodes the picture of every piece that was not taken.
 * @param atOnce how many threads may encode concurrently
 */
export const encodePieces = async (
  encoding: PieceEncoding,
  pieces: ReadonlyArray<LookedUpPiece>,
  atOnce: number,
  context: RenderContext,
): Promise<void> => {
  const { plan } = encoding;
  const { signal, progress, reuse = NO_REUSE } = context;
  const lengths = plan.pieces.map(({ span }) => span.to - span.from);
  const done = lengths.map((frames, index) => (pieces[index]?.isTaken ? frames : 0));
  const onFrames = (index: number, frames: number): void => {
    done[index] = Math.min(frames, lengths[index] ?? 0);
    progress('encode', done.reduce((sum, count) => sum + count, 0) / plan.frames);
  };
  const missing = pieces.flatMap(({ isTaken, key, output }, index) =>
    isTaken ? [] : [{ index, key, output }],
  );
  // A piece in which nothing moves needs little memory.
  const areStill = missing.every(({ index }) => {
    const piece = plan.pieces[index];
    return piece && asStill(plan, piece, encoding.rasters, encoding.codec) !== undefined;
  });
  const limit = areStill ? atOnce : piecesAtOnce(encoding.codec, atOnce);
  // Encoding others takes long, and the memory.
  if (!areStill) context.rasterizer.release(context);
  await inLanes(missing, limit, signal, async ({ index, key, output }, signal) => {
    await encodePiece(encoding, { index, output }, (frames) => onFrames(index, frames), {
      ...context,
      signal,
    });
    onFrames(index, lengths[index] ?? 0);
    reuse.keep(key, output);
  });
  progress('encode', 1);
};

/** Encodes the picture of one piece. */
export const encodePiece = async (
  { plan, rasters, codec }: PieceEncoding,
  { index, output }: { readonly index: number; readonly output: string },
  onFrames: (frames: number) => void,
  context: RenderContext,
): Promise<void> => {
  const { folder, signal, encoder, engine, drawer } = context;
  const piece = plan.pieces[index];
  if (!piece) throw new RangeError('the plan has no such piece');
  const running = { folder, signal, encoder, engine, drawer, onFrames };
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
