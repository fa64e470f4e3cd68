import { writeFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import type { MediaFault } from '../../application/ports/media-encoder.js';
import { pieceFailure } from './blame.js';
import type { RenderContext } from './context.js';
import { encoded, failureOf, RenderProblem } from './failures.js';
import { COLOR_FLAGS, type PageList, type Paintings, type PictureCodec, pieceCommand } from './graph.js';
import { inParallel } from './in-parallel.js';
import { mixSound } from './mix.js';
import type { LocalSource, Piece, RenderPlan } from './plan.js';
import { decodeCommand, encodeSoundCommand } from './sound-commands.js';
import type { SoundPlan } from './sound-plan.js';

type Sources = ReadonlyMap<number, LocalSource>;

/** Encodes the picture of every piece; gives the files in order. */
export const encodePieces = async (
  plan: RenderPlan,
  paintings: Paintings,
  codec: PictureCodec,
  atOnce: number,
  sources: Sources,
  { folder, signal, progress, encoder }: RenderContext,
): Promise<ReadonlyArray<string>> => {
  const done = new Map<number, number>();
  return inParallel(plan.pieces, atOnce, signal, async (piece, signal, index) => {
    const output = joinPath(folder, `piece-${index}.mp4`);
    const { command, lists } = pieceCommand(plan, piece, paintings, codec, { output, listStem: output });
    await writeLists(lists);
    const onFrames = (frames: number): void => {
      done.set(index, frames);
      progress('encode', [...done.values()].reduce((sum, count) => sum + count, 0) / plan.frames);
    };
    const result = await encoder.run(command, { signal, onFrames })();
    const fault = result._tag === 'Left' ? result.left : lackOfFrames(done.get(index) ?? 0, piece);
    if (fault) throw new RenderProblem(await pieceFailure(fault, piece, sources, encoder, signal));
    onFrames(piece.span.to - piece.span.from);
    return output;
  });
};

/** A source can end in the middle without ffmpeg calling it a fault. */
const lackOfFrames = (frames: number, { span }: Piece): MediaFault | undefined =>
  frames === span.to - span.from ? undefined : { _tag: 'Failed', detail: `${frames} frames were encoded` };

/** Writes the page lists a command reads. */
export const writeLists = async (lists: ReadonlyArray<PageList>): Promise<void> => {
  for (const { path, text } of lists) await writeFile(path, text);
};

/** The mix of a plan, decoded as it is read. */
export const soundOf = (
  sound: SoundPlan,
  sources: Sources,
  { signal, encoder }: Pick<RenderContext, 'signal' | 'encoder'>,
): AsyncIterable<Uint8Array> =>
  mixSound(sound, async function* (part) {
    try {
      yield* encoder.read(decodeCommand(part), { signal });
    } catch (fault) {
      if (typeof fault === 'object' && fault !== null && '_tag' in fault && 'detail' in fault)
        throw new RenderProblem(
          failureOf(
            { _tag: 'Failed', detail: part.path },
            'decode',
            'the sound could not be decoded',
            new Map([[part.clip, sources.get(part.clip) ?? { path: part.path }]]),
          ),
        );
      throw fault;
    }
  });

/** Mixes the sound of the whole timeline and encodes it once; gives the file. */
export const encodeSound = async (
  sound: SoundPlan,
  sources: Sources,
  context: RenderContext,
): Promise<string> => {
  const { folder, signal, encoder } = context;
  const output = joinPath(folder, 'sound.m4a');
  await encoded(
    encoder.write(encodeSoundCommand(output), soundOf(sound, sources, context), { signal }),
    'encode',
    'the sound could not be encoded',
    sources,
  );
  return output;
};

/** Joins pieces and sound by copying into an MP4 that plays while it loads. */
export const join = async (
  { pieces: planned, rate }: RenderPlan,
  pieces: ReadonlyArray<string>,
  sound: string,
  output: string,
  { folder, signal, encoder }: RenderContext,
): Promise<void> => {
  const list = joinPath(folder, 'pieces.ffconcat');
  // The ends are rounded, not the lengths: errors must not add up over thousands of pieces.
  const microseconds = (frame: number): number => Math.round((frame * 1e6 * rate.den) / rate.num);
  const entries = pieces.map((path, index) => {
    const { from, to } = planned[index]?.span ?? { from: 0, to: 0 };
    return `file '${path}'\nduration ${microseconds(to) - microseconds(from)}us`;
  });
  await writeFile(list, `ffconcat version 1.0\n${entries.join('\n')}\n`);
  await encoded(
    encoder.run(
      {
        inputs: [
          { path: list, options: ['-protocol_whitelist', 'file', '-f', 'concat', '-safe', '0'] },
          { path: sound, options: ['-protocol_whitelist', 'file'] },
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
    'encode',
    'the pieces could not be joined',
    new Map(),
  );
};
