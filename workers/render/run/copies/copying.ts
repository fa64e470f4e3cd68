import { join } from 'node:path';
import { stat, type FileHandle, open } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import { psychovisualOffset } from '../../compose/h264-qualities.js';
import { encodedAs, type H264Codec } from '../../compose/picture-codec.js';
import { type MatchingSettings, matchingSettings, hasSameFormat } from '../../h264/matching-settings.js';
import { type H264Video, readH264, type StoredFrame, writeH264 } from '../../mp4/h264-video.js';
import type { RenderPlan } from '../../plan/plan.js';
import type { RenderContext } from '../context.js';
import type { Canvas } from '../../../../domain/composition/composition.js';
import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import { hasOutputColors } from '../../compose/color-conversion.js';
import { type CopyableTrack, copyableTrackOf } from '../../mp4/copyable-track.js';
import { EARLY } from '../../compose/source-input.js';
import type { CopyableVideo } from '../../plan/copied-frames.js';
import type { LocalSource } from '../../plan/local-source.js';
import type { ProbedMedia, ProbedVideo } from '../../ports/media-probe.js';
import type { FrameRate, FrameSpan } from '../../../../domain/composition/timeline.js';
import { copiedSlices } from '../../h264/nal-units.js';

/** Pieces that were copied, and the settings with which all others can be joined with them. */
export interface CopiedPieces {
  readonly matching: MatchingSettings;
  /** The files of the copied pieces, by the index of the piece. */
  readonly files: ReadonlyMap<number, string>;
}

/** The number of frames of a trial: enough for all headers. */
const TRIAL_FRAMES = 4;

/** The headers that the encoder writes for a video of this size and rate; undefined if it fails. */
const encodedTrial = async (
  { output: { width, height }, rate }: RenderPlan,
  codec: H264Codec,
  { folder, engine, signal }: RenderContext,
): Promise<Pick<H264Video, 'sets' | 'config'> | undefined> => {
  const path = join(folder, 'trial.mp4');
  const frames = `color=c=gray:s=${width}x${height}:r=${rate.num}/${rate.den},format=yuv420p,setsar=1[v]`;
  const output = { label: '[v]', frames: TRIAL_FRAMES, ...encodedAs(codec, rate), path };
  const ended = await engine.compose({ inputs: [], graph: frames, outputs: [output] }, { folder, signal })();
  signal.throwIfAborted();
  return E.isRight(ended) ? readH264(path) : undefined;
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
  const ours = matching && (await encodedTrial(plan, { ...codec, matching }, context));
  if (!ours || !hasSameFormat(sets, ours.sets)) return undefined;
  const files = new Map<number, string>();
  for (const { index, path, frames } of copied) {
    const source = sources.get(path);
    const file = join(context.folder, `copied-${index}.mp4`);
    if (!source || !(await writeCopy(path, source.track, frames, ours, plan.rate, file))) return undefined;
    files.set(index, file);
    context.signal.throwIfAborted();
  }
  return { matching, files };
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

/** Thrown if a sample contradicts the tables of its source. */
class Contradiction extends Error {}

/** Reads one sample at a time, because a copy may be as long as its source. */
async function* copiedFrames(
  source: FileHandle,
  { sets, samples, frameNumbers, groups }: CopyableTrack,
  { from, to }: FrameSpan,
): AsyncGenerator<StoredFrame> {
  const keys = new Set(groups.map((group) => group.from));
  for (const [index, { start, length }] of samples.slice(from, to).entries()) {
    const isKey = keys.has(from + index);
    const { buffer, bytesRead } = await source.read(Buffer.alloc(length), 0, length, start);
    const bytes = copiedSlices(buffer.subarray(0, bytesRead), isKey, sets);
    if (!bytes) throw new Contradiction();
    yield { bytes, isKey, frameNumber: (frameNumbers[from + index] ?? 0) - from };
  }
}

/**
 * Writes the slices of groups of frames of a source as an MP4 with the headers of another one. The last group may be cut
 * at a division.
 * @param span the samples, in decoding order
 * @returns whether it was written; false if samples contradict the tables of the source
 */
export const writeCopy = async (
  path: string,
  track: CopyableTrack,
  span: FrameSpan,
  headers: Pick<H264Video, 'config'>,
  rate: FrameRate,
  output: string,
): Promise<boolean> => {
  const source = await open(path);
  try {
    await writeH264(output, headers, copiedFrames(source, track, span), rate);
    return true;
  } catch (error) {
    if (error instanceof Contradiction) return false;
    throw error;
  } finally {
    await source.close();
  }
};
