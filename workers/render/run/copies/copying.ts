import { join } from 'node:path';
import { open, stat, writeFile } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import { psychovisualOffset } from '../../compose/h264-qualities.js';
import { encodedAs, type H264Codec } from '../../compose/picture-codec.js';
import type { ParameterSets } from '../../h264/parameter-sets.js';
import { type MatchingSettings, matchingSettings, hasSameFormat } from '../../h264/matching-settings.js';
import type { RenderPlan } from '../../plan/plan.js';
import type { CopiedFrame, CopiedStretch } from '../../ports/join-request.js';
import type { RenderContext } from '../context.js';
import type { Canvas } from '../../../../domain/composition/composition.js';
import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import { hasOutputColors } from '../../compose/color-conversion.js';
import { type CopyableTrack, copyableTrackOf } from '../../mp4/copyable-track.js';
import { EARLY } from '../../compose/source-input.js';
import type { CopyableVideo } from '../../plan/copied-frames.js';
import type { LocalSource } from '../../plan/local-source.js';
import type { ProbedMedia, ProbedVideo } from '../../ports/media-probe.js';
import type { FrameSpan } from '../../../../domain/composition/timeline.js';
import { copiedSlices } from '../../h264/nal-units.js';

/** Pieces that were copied, and the settings with which all others can be joined with them. */
export interface CopiedPieces {
  readonly matching: MatchingSettings;
  readonly headers: string;
  /** The copied pieces, by the index of the piece. */
  readonly stretches: ReadonlyMap<number, CopiedStretch>;
}

/** The number of frames of a trial: enough for all headers. */
const TRIAL_FRAMES = 4;

/**
 * Writes a file with the headers that the encoder makes for a video of this size and rate.
 * @returns its parameter sets; undefined if it fails
 */
const encodedTrial = async (
  path: string,
  { output: { width, height }, rate }: RenderPlan,
  codec: H264Codec,
  { folder, engine, signal }: RenderContext,
): Promise<ParameterSets | undefined> => {
  const frames = `color=c=gray:s=${width}x${height}:r=${rate.num}/${rate.den},format=yuv420p,setsar=1[v]`;
  const output = { label: '[v]', frames: TRIAL_FRAMES, ...encodedAs(codec, rate), path };
  const ended = await engine.compose({ inputs: [], graph: frames, outputs: [output] }, { folder, signal })();
  signal.throwIfAborted();
  return E.isRight(ended) ? (await copyableTrackOf(path))?.sets : undefined;
};

/**
 * Copies the pieces of a plan that can be copied, if x264 writes the same parameter sets as their sources.
 * @param sources the copyable sources with which the plan was made, by path
 * @returns undefined if nothing can be copied; then plan again without these sources
 */
export const copyPieces = async (
  plan: RenderPlan,
  sources: ReadonlyMap<string, CopyableSource>,
  codec: H264Codec,
  context: RenderContext,
): Promise<CopiedPieces | undefined> => {
  const copied = [...plan.pieces.entries()].flatMap(([index, { copied }]) =>
    copied ? [{ index, ...copied }] : [],
  );
  const { sets } = sources.get(copied[0]?.path ?? '')?.track ?? {};
  const matching = sets && matchingSettings(sets, psychovisualOffset(codec));
  const headers = join(context.folder, 'headers.mp4');
  const ours = matching && (await encodedTrial(headers, plan, { ...codec, matching }, context));
  if (!ours || !hasSameFormat(sets, ours)) return undefined;
  const stretches = new Map<number, CopiedStretch>();
  for (const { index, path, frames } of copied) {
    const source = sources.get(path);
    const found = source && (await copiedFramesOf(path, source.track, frames));
    if (!found) return undefined;
    const list = join(context.folder, `copied-${index}.json`);
    await writeFile(list, JSON.stringify(found));
    stretches.set(index, { source: path, frames: list });
    context.signal.throwIfAborted();
  }
  return { matching, headers, stretches };
};

/** A source whose frames can be copied: the facts for planning, and the track for copying. */
export interface CopyableSource extends CopyableVideo {
  readonly track: CopyableTrack;
}

/** The longest group of pictures that is copied, in seconds, because players seek to key frames. */
const LONGEST_GROUP = 10;

const isCopyable = ({ container }: ProbedMedia, video: ProbedVideo, output: Canvas): boolean =>
  [
    container.startsWith('mov'),
    video.codec === 'h264' && video.pixelFormat === 'yuv420p' && !video.variableFrameRate,
    video.width === output.width && video.height === output.height,
    hasOutputColors(video),
  ].every(Boolean);

/** The largest difference between the times in the tables and the probed ones, in ms. */
const ROUNDING = 1;

/** @param size the size of the file, in bytes */
const copyableSource = (
  track: CopyableTrack,
  { firstFrame, lastFrame }: ProbedVideo,
  size: number,
): CopyableSource | undefined => {
  const { samples, times, groups, divisions, sets } = track;
  const last = times.at(-1) ?? 0;
  // Edit lists may omit frames, or show them for longer.
  if (Math.abs(lastFrame - firstFrame - last) > ROUNDING) return undefined;
  if (samples.some(({ start, length }) => start + length > size)) return undefined;
  return {
    track,
    format: [sets.sequence, sets.picture].map((set) => Buffer.from(set).toString('hex')).join('/'),
    times: times.map((time) => firstFrame + time - EARLY * 1000),
    groups: groups.filter(({ from, to }) => (times[to] ?? last) - (times[from] ?? 0) <= LONGEST_GROUP * 1000),
    divisions,
  };
};

/** The sources with the format of an H.264 output, by path. */
export const copyableSources = async (
  sources: ReadonlyMap<ClipPath, LocalSource>,
  output: Canvas,
): Promise<ReadonlyMap<string, CopyableSource>> => {
  const found = new Map<string, CopyableSource>();
  const all = new Map([...sources.values()].map(({ path, probed }) => [path, probed]));
  for (const [path, probed] of all) {
    if (probed._tag !== 'Media' || !probed.video || !isCopyable(probed, probed.video, output)) continue;
    const track = await copyableTrackOf(path);
    const source = track && copyableSource(track, probed.video, (await stat(path)).size);
    if (source) found.set(path, source);
  }
  return found;
};

/**
 * Where the slices of groups of frames are in a source. It reads one sample at a time, because a stretch may be as long
 * as its source.
 * @param span the samples, in decoding order; the last group may be cut at a division
 * @returns undefined if a sample contradicts the tables of the source
 */
export const copiedFramesOf = async (
  path: string,
  { sets, samples, frameNumbers, groups }: CopyableTrack,
  { from, to }: FrameSpan,
): Promise<ReadonlyArray<CopiedFrame> | undefined> => {
  const keys = new Set(groups.map((group) => group.from));
  const frames: CopiedFrame[] = [];
  const stretch = samples.slice(from, to);
  const buffer = Buffer.allocUnsafe(stretch.reduce((most, { length }) => Math.max(most, length), 0));
  const source = await open(path);
  try {
    for (const [index, { start, length }] of stretch.entries()) {
      const isKey = keys.has(from + index);
      const { bytesRead } = await source.read(buffer, 0, length, start);
      const slices = copiedSlices(buffer.subarray(0, bytesRead), isKey, sets);
      if (!slices) return undefined;
      frames.push({
        slices: slices.map((slice) => ({ ...slice, start: start + slice.start })),
        isKey,
        frameNumber: (frameNumbers[from + index] ?? 0) - from,
      });
    }
  } finally {
    await source.close();
  }
  return frames;
};
