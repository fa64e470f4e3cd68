import { type FileHandle, open } from 'node:fs/promises';
import type { FrameRate } from '../../../../domain/composition/timeline.js';
import { isUnreferenced, type NeededSamples, neededSamples } from '../../compose/h264/needed-samples.js';
import { shorterMovie } from '../../compose/h264/shorter-movie.js';
import { sourceInput } from '../../compose/source-input.js';
import type { VideoLayer } from '../../plan/layers.js';
import type { Piece, RenderPlan } from '../../plan/plan.js';
import { bytesAt } from '../../mp4/top-level-boxes.js';
import type { MediaCommand, MediaInput } from '../../ports/media-encoder.js';
import { ifPossible, readSource, showsAllFrames, type SourceMovie, writeBoxHeaders } from './source-movie.js';

/** The most of a source that is copied for a piece, in bytes. */
const MOST_COPIED = 128 * 1024 ** 2;

/** The sources of each plan, so that their tables are read once. */
const sourcesOfPlans = new WeakMap<object, Map<string, Promise<SourceMovie | undefined>>>();

const sourceOf = (plan: object, path: string): Promise<SourceMovie | undefined> => {
  const known = sourcesOfPlans.get(plan) ?? new Map<string, Promise<SourceMovie | undefined>>();
  sourcesOfPlans.set(plan, known);
  const source = known.get(path) ?? ifPossible(readSource(path));
  known.set(path, source);
  return source;
};

/** What a piece needs of the source of its layers, which are read from the same place on. */
const needsOf = (
  { track }: SourceMovie,
  layers: ReadonlyArray<VideoLayer>,
  { num, den }: FrameRate,
): NeededSamples | undefined => {
  const [layer] = layers;
  if (!layer) return undefined;
  if (!showsAllFrames(layer.video, track)) return undefined;
  const from = layer.sourceFrom - layer.video.firstFrame;
  const frames = Math.max(...layers.map(({ span }) => span.to - span.from));
  return neededSamples(track, from, from + ((frames + 2) * 1000 * den) / num);
};

/** Copies samples to their places. @returns which of them are not needed; undefined if the source is not in order */
const copySamples = async (
  { track: { samples } }: SourceMovie,
  { shown, lead }: NeededSamples,
  from: FileHandle,
  to: FileHandle,
): Promise<ReadonlySet<number> | undefined> => {
  const mayLack = new Set(lead);
  const left = new Set<number>();
  for (let sample = shown.from; sample < shown.to; sample += 1) {
    const { start = 0, length = 0 } = samples[sample] ?? {};
    const bytes = await bytesAt(from, start, length);
    if (bytes.length < length) return undefined;
    if (mayLack.has(sample) && isUnreferenced(bytes)) left.add(sample);
    else await to.write(bytes, 0, length, start);
  }
  return left;
};

const PART = 4 * 1024 ** 2;

/**
 * Writes a file that shows the same frames of a source as the source, but has no samples that nothing needs before them.
 * Everything is where it is in the source, and what is not needed is a hole.
 * @returns whether it was written
 */
const writeShorter = async (
  source: SourceMovie,
  needed: NeededSamples,
  path: string,
  output: string,
): Promise<boolean> => {
  const { samples } = source.track;
  const [head, shown] = [needed.head, needed.shown].map(({ from, to }) => samples.slice(from, to));
  const headEnd = Math.max(...(head ?? []).map(({ start, length }) => start + length));
  const copied = (shown ?? []).reduce((sum, { length }) => sum + length, headEnd);
  if (copied > MOST_COPIED) return false;
  const [from, to] = [await open(path), await open(output, 'w')];
  try {
    for (let at = 0; at < headEnd; at += PART) {
      const part = await bytesAt(from, at, Math.min(PART, headEnd - at));
      await to.write(part, 0, part.length, at);
    }
    const left = await copySamples(source, needed, from, to);
    const numbers = [needed.head, needed.shown].flatMap(({ from, to }) =>
      Array.from({ length: to - from }, (_, index) => from + index),
    );
    const kept = [...new Set(numbers)].filter((sample) => !left?.has(sample)).toSorted((a, b) => a - b);
    const movie = left && left.size > 0 ? shorterMovie(source.moov, kept) : undefined;
    if (!movie || !(await writeBoxHeaders(source.boxes, headEnd, to))) return false;
    await to.write(movie, 0, movie.length, source.size);
    return true;
  } finally {
    await Promise.all([from.close(), to.close()]);
  }
};

const isSame = (one: MediaInput, other: MediaInput): boolean =>
  one.path === other.path && one.options.join(' ') === other.options.join(' ');

/**
 * The command of a piece with inputs that decode to the same frames, but without frames that come before those of the
 * piece and that no other refers to. The command decides the bytes of the piece as before.
 * @param stem what the names of the new files begin with
 * @returns the command and the files, which can be removed once it has run
 */
export const withShorterSources = async (
  command: MediaCommand,
  piece: Pick<Piece, 'layers'>,
  plan: Pick<RenderPlan, 'rate'>,
  stem: string,
): Promise<{ readonly command: MediaCommand; readonly files: ReadonlyArray<string> }> => {
  const videos = piece.layers.filter(
    (layer): layer is VideoLayer =>
      layer._tag === 'Video' && !layer.retimed && layer.container.startsWith('mov'),
  );
  const files: string[] = [];
  const inputs: MediaInput[] = [];
  for (const [index, input] of command.inputs.entries()) {
    const shown = videos.filter((layer) => isSame(sourceInput(layer).input, input));
    const source = shown.length > 0 ? await sourceOf(plan, input.path) : undefined;
    const needed = source && needsOf(source, shown, plan.rate);
    const path = `${stem}.source-${index}.mp4`;
    if (needed) files.push(path);
    const isWritten = needed && (await ifPossible(writeShorter(source, needed, input.path, path)));
    inputs.push(isWritten ? { ...input, path } : input);
  }
  return { command: { ...command, inputs }, files };
};
