import { rm, writeFile } from 'node:fs/promises';
import { basename, join as joinPath } from 'node:path';
import { RenderError } from '../../../domain/render/failure-cause.js';
import { pieceFailure } from './blame.js';
import { composeDrawn, lackOfFrames } from './compose-drawn.js';
import { drawnWork } from '../compose/drawn-work.js';
import type { RenderContext } from './context.js';
import { encoded } from './failures.js';
import { pieceCommands, type PieceTarget } from '../compose/graph.js';
import { inParallel } from './in-parallel.js';
import { COLOR_FLAGS, type PictureCodec } from '../compose/picture-codec.js';
import type { Piece, RenderPlan } from '../plan/plan.js';
import type { Rasters } from '../compose/still-inputs.js';
import { madeAt, NO_REUSE } from './reuse.js';

/** Encodes the picture of every piece, or takes it from an earlier render; returns the files in order. */
export const encodePieces = async (
  plan: RenderPlan,
  rasters: Rasters,
  codec: PictureCodec,
  atOnce: number,
  { folder, signal, progress, encoder, drawer, reuse = NO_REUSE }: RenderContext,
): Promise<ReadonlyArray<string>> => {
  const done = new Map<number, number>();
  return inParallel(plan.pieces, atOnce, signal, async (piece, signal, index) => {
    const output = joinPath(folder, `piece-${index}.${codec._tag === 'Lossless' ? 'nut' : 'mp4'}`);
    const pieceFrames = piece.span.to - piece.span.from;
    const onFrames = (frames: number): void => {
      done.set(index, frames);
      progress('encode', [...done.values()].reduce((sum, count) => sum + count, 0) / plan.frames);
    };
    const key =
      codec._tag === 'H264'
        ? await reuse.keyOf('piece', pieceSettings(plan, piece, rasters, codec, folder))
        : undefined;
    if (await reuse.take(key, output)) {
      reuse.countFrames(pieceFrames);
      onFrames(pieceFrames);
      return output;
    }
    await composePiece(
      plan,
      piece,
      rasters,
      codec,
      { output, stem: output },
      {
        signal,
        encoder,
        drawer,
        onFrames,
      },
    );
    onFrames(pieceFrames);
    await reuse.keep(key, output);
    return output;
  });
};

/** All that makes an encoded piece what it is: the commands that encode it, with what is drawn and decoded for them. */
const pieceSettings = (
  plan: RenderPlan,
  piece: Piece,
  rasters: Rasters,
  codec: PictureCodec,
  folder: string,
): unknown => {
  const target = { output: madeAt(folder, '.mp4'), stem: madeAt(folder, '') };
  return pieceCommands(plan, piece, rasters, codec, target).map(({ command, lists, drawn, fed }) => ({
    command,
    lists,
    work: drawnWork(drawn, fed, rasters, plan.rate),
  }));
};

/** Composes a piece and writes it. The output of passes before the last is removed. */
export const composePiece = async (
  plan: RenderPlan,
  piece: Piece,
  rasters: Rasters,
  codec: PictureCodec,
  target: PieceTarget,
  {
    signal,
    encoder,
    drawer,
    onFrames,
  }: Pick<RenderContext, 'signal' | 'encoder' | 'drawer'> & { readonly onFrames: (frames: number) => void },
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
    const ended = await composeDrawn(command, work, { signal, encoder, drawer }, count);
    const wanted = isLast && codec._tag === 'Still' ? 1 : piece.span.to - piece.span.from;
    const failure = ended ?? lackOfFrames(written, wanted);
    if (failure) throw new RenderError(await pieceFailure(failure, piece, encoder, signal));
  }
  for (const { command } of commands.slice(0, -1)) await rm(command.output);
};

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

/** Joins pieces and sound by copying into an MP4 that plays while it loads. */
export const join = async (
  plan: PieceSpans,
  pieces: ReadonlyArray<string>,
  sound: string,
  output: string,
  { folder, signal, encoder }: RenderContext,
): Promise<void> => {
  const list = joinPath(folder, `${basename(output)}.ffconcat`);
  await writeFile(list, pieceList(plan, pieces));
  await encoded(
    encoder.run(
      {
        inputs: [
          {
            _tag: 'Intermediate',
            path: list,
            options: ['-protocol_whitelist', 'file', '-f', 'concat', '-safe', '0'],
          },
          { _tag: 'Intermediate', path: sound, options: ['-protocol_whitelist', 'file'] },
        ],
        filterGraph: undefined,
        outputOptions: [
          '-map',
          '0:v',
          '-map',
          '1:a',
          '-c',
          'copy',
          ...COLOR_FLAGS,
          '-movflags',
          '+faststart',
          '-map_metadata',
          '-1',
          '-fflags',
          '+bitexact',
          '-f',
          'mp4',
        ],
        output,
      },
      { signal },
    ),
    { _tag: 'EncodingFailed', message: 'the pieces could not be joined', retryable: false },
  );
};
