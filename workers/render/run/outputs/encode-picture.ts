import { createReadStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Canvas } from '../../../../domain/composition/composition.js';
import type { Output } from '../../../../domain/composition/format/output.js';
import type { FailureCause } from '../../../../domain/render/failure-cause.js';
import {
  type ComposedFrames,
  type FrameSizes,
  gifRequest,
  h264PieceRequest,
  paletteRequest,
  pictureRequest,
} from '../../compose/output-commands.js';
import { h264Crf } from '../../compose/output-encodings.js';
import type { PictureCodec } from '../../compose/picture-codec.js';
import type { RenderPlan } from '../../plan/plan.js';
import type { ComposeRequest } from '../../ports/media-engine.js';
import type { RenderContext } from '../context.js';
import { composeRequest } from '../pieces/compose-request.js';
import { pieceList, piecesAtOnce } from '../pieces/make-pieces.js';
import { encoded } from '../tasks/failures.js';
import { inParallel } from '../tasks/in-parallel.js';
import type { RenderSettings } from '../render-settings.js';
import { filesOf } from '../pieces/take-pieces.js';
import type { ComposedView } from './compose-view.js';
import { pngFrames } from './png-frames.js';
import { scenesOf } from './scenes.js';

/** The picture of an output without its sound: pieces that can be joined by copying, or one file. */
export type EncodedPicture =
  | (Picture & Pick<ComposedView, 'pieces' | 'copied'> & { readonly _tag: 'Pieces' })
  | (Picture & { readonly _tag: 'File'; readonly path: string });

interface Picture {
  readonly plan: RenderPlan;
  /** In px. */
  readonly size: Canvas;
}

/** Whether an output is H.264, encoded piece by piece. */
export const isH264 = ({ format, codec = 'h264' }: Output): boolean =>
  format === 'hls' || (format === 'mp4' && codec === 'h264');

/**
 * Pieces are encoded next to each other, each with one thread. Depends on the project alone: x264 writes other bytes with
 * another number of threads.
 */
const threadsFor = ({ pieces }: Pick<RenderPlan, 'pieces'>): number => (pieces.length > 1 ? 1 : 2);

/** H.264 with the settings of an output. */
export const h264 = (
  output: Output,
  { preset, crf, parameters, hardware }: RenderSettings,
  plan: Pick<RenderPlan, 'pieces'>,
): PictureCodec => ({
  _tag: 'H264',
  preset,
  crf: h264Crf(output, crf),
  parameters,
  threads: threadsFor(plan),
  ...(hardware ? { hardware } : {}),
});

const failed = (output: Output): FailureCause => ({
  _tag: 'EncodingFailed',
  message: `the ${output.format} could not be encoded`,
  retryable: false,
});

/** The sizes of the frames of a plan, and of what is made from them. */
export const sizesOf = ({ canvas, output }: RenderPlan, size: Canvas): FrameSizes => ({
  canvas,
  frame: output,
  output: size,
});

/** Encodes the frames of a view, which were composed without loss, as an output. */
export const encodePicture = async (
  output: Output,
  size: Canvas,
  { plan, pieces }: ComposedView,
  settings: RenderSettings,
  name: string,
  context: RenderContext,
): Promise<EncodedPicture> => {
  const { folder, signal, progress } = context;
  const path = join(folder, name);
  const sizes = sizesOf(plan, size);
  const run = (request: ComposeRequest, onFrames?: (frames: number) => void) =>
    encoded(composeRequest(request, context, { signal, ...(onFrames ? { onFrames } : {}) }), failed(output));
  const onFrames = (frames: number): void => progress('encode', frames / plan.frames);

  if (isH264(output)) {
    const codec = h264(output, settings, plan);
    const encodedPieces = await inParallel(
      plan.pieces,
      piecesAtOnce(codec, settings.parallelPieces),
      signal,
      async ({ span }, signal, index) => {
        const piece = `${path}.piece-${index}.mp4`;
        const frames = { sizes, rate: plan.rate, frames: span.to - span.from };
        const request = h264PieceRequest(output, frames, pieces[index]?.output ?? '', codec, piece);
        await encoded(composeRequest(request, context, { signal }), failed(output));
        return { output: piece, key: undefined };
      },
    );
    progress('encode', 1);
    return { _tag: 'Pieces', pieces: encodedPieces, plan, size };
  }

  const listed = async (
    name: string,
    spans: Parameters<typeof pieceList>[0],
    files: ReadonlyArray<string>,
  ) => {
    await writeFile(name, pieceList(spans, files));
    return { path: name, files };
  };
  const frames: ComposedFrames = {
    list: await listed(`${path}.ffconcat`, plan, filesOf(pieces)),
    sizes,
    rate: plan.rate,
    frames: plan.frames,
    alpha: plan.alpha,
  };
  if (output.format === 'gif') {
    const scenes = scenesOf(plan);
    const palettes: string[] = [];
    for (const [index, span] of scenes.entries()) {
      const palette = `${path}.palette-${index}.png`;
      await run(paletteRequest(output, frames, span, palette));
      palettes.push(palette);
    }
    const spans = { rate: plan.rate, pieces: scenes.map((span) => ({ span })) };
    const shown = await listed(`${path}.palettes.ffconcat`, spans, palettes);
    await run(gifRequest(output, frames, shown, path), onFrames);
  } else if (output.format === 'pngSequence') {
    const pictures = `${path}.pngs`;
    await run(pictureRequest(output, frames, pictures), onFrames);
    await context.archiver.zip(pngFrames(createReadStream(pictures)), path);
    await rm(pictures);
  } else await run(pictureRequest(output, frames, path), onFrames);
  progress('encode', 1);
  return { _tag: 'File', path, plan, size };
};
