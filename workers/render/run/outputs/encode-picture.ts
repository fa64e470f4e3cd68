import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Output } from '../../../../domain/composition/format/output.js';
import type { FailureCause } from '../../../../domain/render/failure-cause.js';
import {
  type ComposedFrames,
  gifCommand,
  h264PieceCommand,
  paletteCommand,
  pictureCommand,
} from '../../compose/output-commands.js';
import { h264Crf } from '../../compose/output-encodings.js';
import type { PictureCodec } from '../../compose/picture-codec.js';
import type { RenderPlan } from '../../plan/plan.js';
import type { MediaCommand } from '../../ports/media-encoder.js';
import type { RenderContext } from '../context.js';
import { pieceList } from '../encode.js';
import { encoded } from '../failures.js';
import { inParallel } from '../in-parallel.js';
import type { RenderSettings } from '../render-settings.js';
import type { ComposedView } from './compose-view.js';
import { pngFrames } from './png-frames.js';
import { scenesOf } from './scenes.js';

/** The picture of an output without its sound: pieces that can be joined by copying, or one file. */
export type EncodedPicture =
  | { readonly _tag: 'Pieces'; readonly pieces: ReadonlyArray<string>; readonly plan: RenderPlan }
  | { readonly _tag: 'File'; readonly path: string; readonly plan: RenderPlan };

/** Whether an output is H.264, encoded piece by piece. */
export const isH264 = ({ format, codec = 'h264' }: Output): boolean =>
  format === 'hls' || (format === 'mp4' && codec === 'h264');

/** H.264 as an output wants it. */
export const h264 = (
  output: Output,
  { preset, crf }: RenderSettings,
  { pieces }: Pick<RenderPlan, 'pieces'>,
): PictureCodec => ({
  _tag: 'H264',
  preset,
  crf: h264Crf(output, crf),
  threads: pieces.length > 1 ? 1 : 2,
});

const failed = (output: Output): FailureCause => ({
  _tag: 'EncodingFailed',
  message: `the ${output.format} could not be encoded`,
  retryable: false,
});

/** Encodes the frames of a view, which were composed without loss, as an output. */
export const encodePicture = async (
  output: Output,
  { plan, pieces }: ComposedView,
  settings: RenderSettings,
  name: string,
  context: RenderContext,
): Promise<EncodedPicture> => {
  const { folder, signal, progress, encoder } = context;
  const path = join(folder, name);
  const run = (command: MediaCommand, signal: AbortSignal, onFrames?: (frames: number) => void) =>
    encoded(encoder.run(command, { signal, ...(onFrames ? { onFrames } : {}) }), failed(output));
  const onFrames = (frames: number): void => progress('encode', frames / plan.frames);

  if (isH264(output)) {
    const encodedPieces = await inParallel(
      plan.pieces,
      settings.parallelPieces,
      signal,
      async ({ span }, signal, index) => {
        const piece = `${path}.piece-${index}.mp4`;
        const codec = h264(output, settings, plan);
        const frames = { canvas: plan.output, rate: plan.rate, frames: span.to - span.from };
        await run(h264PieceCommand(output, frames, pieces[index] ?? '', codec, piece), signal);
        return piece;
      },
    );
    progress('encode', 1);
    return { _tag: 'Pieces', pieces: encodedPieces, plan };
  }

  const list = `${path}.ffconcat`;
  await writeFile(list, pieceList(plan, pieces));
  const frames: ComposedFrames = {
    list,
    canvas: plan.output,
    rate: plan.rate,
    frames: plan.frames,
    alpha: plan.alpha,
  };
  if (output.format === 'gif') {
    const scenes = scenesOf(plan);
    const palettes: string[] = [];
    for (const [index, span] of scenes.entries()) {
      const palette = `${path}.palette-${index}.png`;
      await run(paletteCommand(output, frames, span, palette), signal);
      palettes.push(palette);
    }
    const shown = `${path}.palettes.ffconcat`;
    await writeFile(
      shown,
      pieceList({ rate: plan.rate, pieces: scenes.map((span) => ({ span })) }, palettes),
    );
    await run(gifCommand(output, frames, shown, path), signal, onFrames);
  } else if (output.format === 'pngSequence') {
    const command = pictureCommand(output, frames, false, 'pipe:1');
    await context.archiver.zip(pngFrames(encoder.read(command, { signal }), onFrames), path);
  } else {
    const features = await encoder.features();
    await run(pictureCommand(output, frames, features.get('av1') === 'libsvtav1', path), signal, onFrames);
  }
  progress('encode', 1);
  return { _tag: 'File', path, plan };
};
