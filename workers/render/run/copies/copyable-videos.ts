import { stat } from 'node:fs/promises';
import type { Canvas } from '../../../../domain/composition/composition.js';
import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import { hasOutputColors } from '../../compose/color-conversion.js';
import { type CopyableTrack, copyableTrackOf } from '../../mp4/copyable-track.js';
import { EARLY } from '../../compose/source-input.js';
import type { CopyableVideo } from '../../plan/copied-frames.js';
import type { LocalSource } from '../../plan/local-source.js';
import type { ProbedMedia, ProbedVideo } from '../../ports/media-probe.js';

/** A source whose frames can be copied, for planning and for copying. */
export interface CopyableSource extends CopyableVideo {
  readonly track: CopyableTrack;
}

/** The longest group of pictures that is copied, in s: players seek to key frames. */
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

/** @param size that of the file, in bytes */
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

/** The sources that have the form of an output of H.264, by their path. */
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
