import { AudioSampleSink, CanvasSink } from 'mediabunny';
import { retimingOf } from '../../../domain/composition/animation/retiming.js';
import { timeMapOf } from '../../../domain/composition/animation/time-map.js';
import type { ResolvedClip } from '../../../domain/composition/resolve/resolved.js';
import { type SourceAccess, sourcesOf } from './sources.js';
import { t } from '../words/words.js';

/** A clip with media, the length of which is known. */
export type MediaClip = Pick<ResolvedClip, 'id' | 'keyframes' | 'timeFrame'>;

/** The time in the media, in s, that a clip plays at a fraction of its length. */
const mediaTimes = (clip: MediaClip, mediaSeconds: number): ((fraction: number) => number) => {
  const length = clip.timeFrame.end - clip.timeFrame.start;
  const { sourceTimeAt } = timeMapOf(retimingOf(clip, mediaSeconds * 1000, length));
  return (fraction) => sourceTimeAt(fraction * length) / 1000;
};

/**
 * Frames of a video clip at equal distances, from its start. The source is closed again.
 * @param height of the pictures, px
 * @param signal ends reading
 * @returns no picture where the media has none
 */
export const filmstripOf = async (
  access: SourceAccess,
  clip: MediaClip,
  count: number,
  height: number,
  signal: AbortSignal,
): Promise<ReadonlyArray<HTMLCanvasElement | OffscreenCanvas | undefined>> => {
  const input = await sourcesOf(access, signal).open({ clip: clip.id, of: 'media' });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track || !(await track.canDecode())) throw new Error(t('This browser cannot decode the video.'));
    const timeAt = mediaTimes(clip, await track.computeDuration());
    const times = Array.from({ length: count }, (_, index) => timeAt(index / count));
    const tiles: Array<HTMLCanvasElement | OffscreenCanvas | undefined> = [];
    for await (const tile of new CanvasSink(track, { height }).canvasesAtTimestamps(times))
      tiles.push(tile?.canvas);
    return tiles;
  } finally {
    input.dispose();
  }
};

/** Least parts into which the media that a clip plays is divided to find the peaks. */
const PARTS = 4096;

/**
 * The peak level of a sound clip, from 0 to 1, in parts of equal length. The source is closed again; only the peaks are
 * kept of what is decoded.
 */
export const peaksOf = async (
  access: SourceAccess,
  clip: MediaClip,
  count: number,
  signal: AbortSignal,
): Promise<Float32Array> => {
  const input = await sourcesOf(access, signal).open({ clip: clip.id, of: 'media' });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track || !(await track.canDecode())) throw new Error(t('This browser cannot decode the sound.'));
    const timeAt = mediaTimes(clip, await track.computeDuration());
    const edges = Array.from({ length: count + 1 }, (_, index) => timeAt(index / count));
    const [from, to] = [Math.min(...edges), Math.max(...edges)];
    const partCount = Math.max(PARTS, count);
    const partOf = (seconds: number): number =>
      Math.min(partCount - 1, Math.max(0, Math.floor(((seconds - from) / (to - from)) * partCount)));
    const parts = new Float32Array(partCount);
    for await (const sample of new AudioSampleSink(track).samples(from, to)) {
      const levels = new Float32Array(sample.numberOfFrames);
      for (let plane = 0; plane < sample.numberOfChannels; plane += 1) {
        sample.copyTo(levels, { planeIndex: plane, format: 'f32-planar' });
        levels.forEach((level, frame) => {
          const part = partOf(sample.timestamp + frame / sample.sampleRate);
          parts[part] = Math.max(parts[part] ?? 0, Math.abs(level));
        });
      }
      sample.close();
    }
    return Float32Array.from({ length: count }, (_, index) => {
      const [a, b] = [partOf(edges[index] ?? 0), partOf(edges[index + 1] ?? 0)];
      return parts.subarray(Math.min(a, b), Math.max(a, b) + 1).reduce((most, one) => Math.max(most, one), 0);
    });
  } finally {
    input.dispose();
  }
};
