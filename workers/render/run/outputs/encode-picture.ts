import { writeFile, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeZip } from 'client-zip';
import type { Canvas } from '../../../../domain/composition/composition.js';
import type { Output } from '../../../../domain/composition/fields/output.js';
import { encodingFailed, type FailureCause, RenderError } from '../../../../domain/render/failure-cause.js';
import {
  type ComposedFrames,
  type FrameSizes,
  gifRequest,
  h264PieceRequest,
  pictureRequest,
  stillRequest,
} from '../../compose/output-commands.js';
import type { Piece, RenderPlan } from '../../plan/plan.js';
import { type ComposeRequest, NUMBER, numberedPath } from '../../ports/media-engine.js';
import type { RenderContext, RenderSettings } from '../context.js';
import { composeRequest } from '../pieces/compose-request.js';
import { encoded } from '../failures.js';
import { inParallel } from '../tasks.js';
import { filesOf } from '../pieces/make-pieces.js';
import { palettesOf } from './gif-palettes.js';
import { type ComposedView, h264, isH264 } from './views.js';

/** The picture of an output without its sound: pieces that can be joined by copying, or one file. */
export type EncodedPicture =
  | (Picture & Pick<ComposedView, 'pieces' | 'copied'> & { readonly _tag: 'Pieces' })
  | (Picture & { readonly _tag: 'File'; readonly path: string });

interface Picture {
  readonly plan: RenderPlan;
  /** In px. */
  readonly size: Canvas;
}

const failed = ({ format }: Output): FailureCause => encodingFailed(`the ${format} could not be encoded`);

/** The sizes of the frames of a plan, and of the output that is made from them. */
const sizesOf = ({ canvas, output }: RenderPlan, size: Canvas): FrameSizes => ({
  canvas,
  frame: output,
  output: size,
});

/** Encodes the losslessly composed frames of a view as an output. */
export const encodePicture = async (
  output: Output,
  size: Canvas,
  view: ComposedView,
  settings: RenderSettings,
  name: string,
  context: RenderContext,
): Promise<EncodedPicture> => {
  const { plan } = view;
  const path = join(context.folder, name);
  if (isH264(output)) {
    const pieces = await encodePieces(output, size, view, settings, path, context);
    context.progress('encode', 1);
    return { _tag: 'Pieces', pieces, plan, size };
  }
  const frames: ComposedFrames = {
    list: await writtenList(`${path}.ffconcat`, plan, filesOf(view.pieces)),
    sizes: sizesOf(plan, size),
    rate: plan.rate,
    frames: plan.frames,
    alpha: plan.alpha,
  };
  if (output.format === 'gif') {
    const palettes = await palettesOf(output, frames, plan, path, (request) =>
      encoded(composeRequest(request, context, { signal: context.signal }), failed(output)),
    );
    const list = await writtenList(
      `${path}.palettes.ffconcat`,
      { rate: plan.rate, pieces: palettes },
      palettes.map(({ path }) => path),
    );
    await encodeAll(output, gifRequest(output, frames, list, path), plan, context);
  } else if (output.format === 'pngSequence') {
    const pictures = `${path}-${NUMBER}.png`;
    await encodeAll(output, pictureRequest(output, frames, pictures), plan, context);
    await zipFrames(pictures, plan.frames, path);
  } else await encodeAll(output, pictureRequest(output, frames, path), plan, context);
  context.progress('encode', 1);
  return { _tag: 'File', path, plan, size };
};

/** Encodes a picture of a plan as a still. */
export const encodeStill = (
  output: Output,
  size: Canvas,
  { plan, picture }: { readonly plan: RenderPlan; readonly picture: string },
  path: string,
  context: RenderContext,
): Promise<void> => {
  const request = stillRequest(output, sizesOf(plan, size), picture, path);
  return encoded(composeRequest(request, context, { signal: context.signal }), failed(output));
};

/** Encodes each piece again as H.264. */
const encodePieces = (
  output: Output,
  size: Canvas,
  { plan, pieces }: ComposedView,
  settings: RenderSettings,
  path: string,
  context: RenderContext,
): Promise<ComposedView['pieces']> => {
  const codec = h264(output, settings, plan);
  return inParallel(plan.pieces, settings.parallelPieces, context.signal, async ({ span }, signal, index) => {
    const piece = `${path}.piece-${index}.mp4`;
    const frames = { sizes: sizesOf(plan, size), rate: plan.rate, frames: span.to - span.from };
    const request = h264PieceRequest(output, frames, pieces[index]?.output ?? '', codec, piece);
    await encoded(composeRequest(request, context, { signal }), failed(output));
    return { output: piece, key: undefined };
  });
};

/** Encodes all frames into one file, or each into a file of its own. */
const encodeAll = async (
  output: Output,
  request: ComposeRequest,
  plan: RenderPlan,
  context: RenderContext,
): Promise<void> => {
  const { signal, progress } = context;
  let frames = 0;
  const onFrames = (count: number): void => {
    frames = count;
    progress('encode', frames / plan.frames);
  };
  await encoded(composeRequest(request, context, { signal, onFrames }), failed(output));
  if (frames !== plan.frames) throw new RenderError(failed(output));
};

/** Writes a list of files with their durations. */
const writtenList = async (
  path: string,
  spans: PieceSpans,
  files: ReadonlyArray<string>,
): Promise<ComposedFrames['list']> => {
  await writeFile(path, pieceList(spans, files));
  return { path, files };
};

/** The list of pieces for ffmpeg's concat demuxer. */
const pieceList = ({ pieces: planned, rate }: PieceSpans, pieces: ReadonlyArray<string>): string => {
  // End times are rounded, not durations, so that errors do not add up over thousands of pieces.
  const microseconds = (frame: number): number => Math.round((frame * 1e6 * rate.den) / rate.num);
  const entries = pieces.map((path, index) => {
    const { from, to } = planned[index]?.span ?? { from: 0, to: 0 };
    return `file '${path}'\nduration ${microseconds(to) - microseconds(from)}us`;
  });
  return `ffconcat version 1.0\n${entries.join('\n')}\n`;
};

type PieceSpans = Pick<RenderPlan, 'rate'> & { readonly pieces: ReadonlyArray<Pick<Piece, 'span'>> };

/** The fixed date of every file, so that archives of the same files are identical. ZIP dates begin in 1980. */
const DATE = new Date('2000-01-01T00:00:00Z');

/** The entries of an archive; each file is removed after it is read. */
async function* zipEntries(pictures: string, count: number) {
  for (let number = 1; number <= count; number += 1) {
    const path = numberedPath(pictures, number);
    yield {
      name: numberedPath(`frame-${NUMBER}.png`, number),
      input: await readFile(path),
      lastModified: DATE,
    };
    await rm(path);
  }
}

/**
 * Moves pictures into a ZIP as `frame-000001.png` and so on. The same pictures give the same bytes.
 * @param pictures their path, with {@link NUMBER} for the number
 */
export const zipFrames = async (pictures: string, count: number, path: string): Promise<void> => {
  const file = await open(path, 'w', 0o600);
  try {
    for await (const chunk of makeZip(zipEntries(pictures, count))) await file.write(chunk);
  } finally {
    await file.close();
  }
};
