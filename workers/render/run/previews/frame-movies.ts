import { open } from 'node:fs/promises';
import { isUnreferenced } from '../../compose/h264/nal-units.js';
import { isIdrSample, isPlainSample, samplesToFrame } from '../../compose/h264/samples-to-frame.js';
import { frameMovie } from '../../compose/h264/frame-movie.js';
import { wantedInstant } from '../../compose/source-input.js';
import { bytesAt } from '../../mp4/top-level-boxes.js';
import type { VideoLayer } from '../../plan/layers.js';
import { ifPossible, readSource, showsAllFrames, writeBoxHeaders } from '../sources/source-movie.js';

/** The most of a source that is read for a frame, in bytes. */
const MOST_READ = 64 * 1024 ** 2;

const write = async (layer: VideoLayer, path: string): Promise<number | undefined> => {
  const source = await readSource(layer.path);
  if (!source || !showsAllFrames(layer.video, source.track)) return undefined;
  const { samples, sets } = source.track;
  const needed = samplesToFrame(source.track, wantedInstant(layer) * 1000 - layer.video.firstFrame);
  if (!needed) return undefined;
  const { from, wanted } = needed;
  const ranges = samples.slice(from, wanted + 1);
  const start = Math.min(...ranges.map((range) => range.start));
  const end = Math.max(...ranges.map((range) => range.start + range.length));
  if (end - start > MOST_READ) return undefined;
  const [file, copy] = [await open(layer.path), await open(path, 'w')];
  try {
    const bytes = await bytesAt(file, start, end - start);
    const kept: number[] = [];
    for (const [index, range] of ranges.entries()) {
      const sample = bytes.subarray(range.start - start, range.start - start + range.length);
      if (sample.length < range.length || !isPlainSample(sample, sets)) return undefined;
      if (index === 0 && !isIdrSample(sample)) return undefined;
      if (from + index !== wanted && isUnreferenced(sample)) continue;
      kept.push(from + index);
      await copy.write(sample, 0, sample.length, range.start);
    }
    const made = frameMovie(source.moov, kept, wanted);
    if (!made || !(await writeBoxHeaders(source.boxes, 0, copy))) return undefined;
    await copy.write(made.movie, 0, made.movie.length, source.size);
    return made.time;
  } finally {
    await Promise.all([file.close(), copy.close()]);
  }
};

/**
 * Writes a file that has only what must be decoded to show one frame of a video: the frames from the key frame before to
 * which others refer, at their places; the rest is a hole. Only for MP4 and MOV with one video of H.264 in its usual
 * forms.
 * @returns when it shows the frame, in units of its track; undefined if it could not be made
 */
export const writeFrameMovie = async (layer: VideoLayer, path: string): Promise<number | undefined> =>
  layer.container.startsWith('mov') ? ifPossible(write(layer, path)) : undefined;
