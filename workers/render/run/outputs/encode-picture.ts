import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Canvas } from '../../../../domain/composition/composition.js';
import type { Output } from '../../../../domain/composition/format/output.js';
import { type FailureCause, RenderError } from '../../../../domain/render/failure-cause.js';
import {
  type ComposedFrames,
  type FrameSizes,
  gifRequest,
  h264PieceRequest,
  paletteRequest,
  pictureRequest,
} from '../../compose/output-commands.js';
import type { RenderPlan } from '../../plan/plan.js';
import { type ComposeRequest, NUMBER } from '../../ports/media-engine.js';
import type { RenderContext } from '../context.js';
import { composeRequest } from '../pieces/compose-request.js';
import { pieceList, piecesAtOnce } from '../pieces/make-pieces.js';
import { encoded } from '../tasks/failures.js';
import { inParallel } from '../tasks/in-parallel.js';
import type { RenderSettings } from '../render-settings.js';
import { filesOf } from '../pieces/take-pieces.js';
import { type ComposedView, composeView, type Fonts } from './compose-view.js';
import { scenesOf } from './scenes.js';
import type { PlannedFile } from './output-files.js';
import { zipFrames } from './zip-frames.js';
import { shares } from '../../plan/progress.js';
import { h264, isH264, sizeAt, type ViewGroup } from './views.js';

/** The picture of an output without its sound: pieces that can be joined by copying, or one file. */
export type EncodedPicture =
  | (Picture & Pick<ComposedView, 'pieces' | 'copied'> & { readonly _tag: 'Pieces' })
  | (Picture & { readonly _tag: 'File'; readonly path: string });

interface Picture {
  readonly plan: RenderPlan;
  /** In px. */
  readonly size: Canvas;
}

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
  const run = (request: ComposeRequest, onFrames: (frames: number) => void = () => undefined) =>
    encoded(composeRequest(request, context, { signal, onFrames }), failed(output));
  /** Encodes all frames. */
  const runWhole = async (request: ComposeRequest): Promise<void> => {
    let frames = 0;
    await run(request, (count) => {
      frames = count;
      progress('encode', frames / plan.frames);
    });
    if (frames !== plan.frames) throw new RenderError(failed(output));
  };

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
    await runWhole(gifRequest(output, frames, shown, path));
  } else if (output.format === 'pngSequence') {
    const pictures = `${path}-${NUMBER}.png`;
    await runWhole(pictureRequest(output, frames, pictures));
    await zipFrames(pictures, plan.frames, path);
  } else await runWhole(pictureRequest(output, frames, path));
  progress('encode', 1);
  return { _tag: 'File', path, plan, size };
};

/** The pictures of the videos of a view. */
export const viewPictures = async (
  { files, view, isDirect, codecFor, material }: ViewGroup,
  context: RenderContext,
): Promise<{ readonly pictures: ReadonlyMap<PlannedFile, EncodedPicture>; readonly fonts: Fonts }> => {
  const { settings } = material;
  const parts = shares(isDirect ? 1 : files.length + 1, context.progress);
  const composed = await composeView(material, view, codecFor, { ...context, progress: parts(0) });
  const { fonts } = composed;
  const pictures = new Map<PlannedFile, EncodedPicture>();
  for (const [index, file] of files.entries()) {
    const size = sizeAt(file.output, material);
    const picture: EncodedPicture = isDirect
      ? { ...composed, _tag: 'Pieces', size }
      : await material.watch.time('encode', () =>
          encodePicture(file.output, size, composed, settings, `picture-${file.key}`, {
            ...context,
            progress: parts(index + 1),
          }),
        );
    pictures.set(file, picture);
  }
  return { pictures, fonts };
};
