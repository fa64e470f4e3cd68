import { rm, writeFile } from 'node:fs/promises';
import { RenderError } from '../../../../domain/render/failure-cause.js';
import { drawnWork } from '../../compose/drawn-work.js';
import { piecePasses, type PieceTarget } from '../../compose/graph.js';
import type { PictureCodec } from '../../compose/picture-codec.js';
import type { Rasters } from '../../compose/still-inputs.js';
import type { Piece, RenderPlan } from '../../plan/plan.js';
import type { ComposeRequest } from '../../ports/media-engine.js';
import { pieceFailure } from '../tasks/blame.js';
import { composeDrawn, type DrawnContext, lackOfFrames } from './compose-drawn.js';
import { shownSources } from './take-pieces.js';

export type PieceContext = DrawnContext & {
  readonly onFrames: (frames: number) => void;
};

/**
 * How many threads decode a video while a piece is encoded: as many as encode it. By default, it would be one for each
 * core and one more, and each holds frames. The frames are the same, so the key of the piece does not depend on it.
 */
const DECODING_THREADS = 2;

const withDecodingThreads = (request: ComposeRequest): ComposeRequest => ({
  ...request,
  inputs: request.inputs.map((input) =>
    input._tag === 'Source'
      ? { ...input, options: { threads: String(DECODING_THREADS), ...input.options } }
      : input,
  ),
});

/** Composes a piece and writes it. The output of passes before the last is removed. */
export const composePiece = async (
  plan: RenderPlan,
  piece: Piece,
  rasters: Rasters,
  codec: PictureCodec,
  target: PieceTarget,
  { onFrames, ...context }: PieceContext,
): Promise<void> => {
  const passes = piecePasses(plan, piece, rasters, codec, target);
  for (const [pass, { request, lists, drawn, fed }] of passes.entries()) {
    for (const { path, text } of lists) await writeFile(path, text);
    const isLast = pass === passes.length - 1;
    let written = 0;
    const count = (frames: number): void => {
      written = frames;
      if (isLast) onFrames(frames);
    };
    const work = drawnWork(drawn, fed, rasters, plan.rate);
    const clips = drawn.map(({ layer }) => layer.clips);
    const ended = await composeDrawn(
      codec._tag === 'Still' ? request : withDecodingThreads(request),
      work,
      clips,
      context,
      count,
    );
    const wanted = isLast && codec._tag === 'Still' ? 1 : piece.span.to - piece.span.from;
    const failure = ended ?? lackOfFrames(written, wanted);
    if (!failure) continue;
    const files = [
      ...request.inputs.map(({ path }) => path),
      ...[...shownSources([piece])].flatMap((shown) => rasters[shown]?.files ?? []),
    ];
    throw new RenderError(await pieceFailure(failure, piece, files, context.encoder, context.signal));
  }
  for (const { request } of passes.slice(0, -1)) for (const { path } of request.outputs) await rm(path);
};
