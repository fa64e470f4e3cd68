import { type FileHandle, open } from 'node:fs/promises';
import type { FrameRate, FrameSpan } from '../../../../domain/composition/timeline.js';
import { copiedSlices } from '../../h264/nal-units.js';
import type { CopyableTrack } from '../../mp4/copyable-track.js';
import { type H264Video, type StoredFrame, writeH264 } from '../../mp4/h264-video.js';

/** A sample contradicts the tables of its source. */
class Contradiction extends Error {}

/** One sample at a time is held: a copy may be as long as its source. */
async function* copiedFrames(
  source: FileHandle,
  { sets, samples, places, groups }: CopyableTrack,
  { from, to }: FrameSpan,
): AsyncGenerator<StoredFrame> {
  const keys = new Set(groups.map((group) => group.from));
  for (const [index, { start, length }] of samples.slice(from, to).entries()) {
    const isKey = keys.has(from + index);
    const { buffer, bytesRead } = await source.read(Buffer.alloc(length), 0, length, start);
    const bytes = copiedSlices(buffer.subarray(0, bytesRead), isKey, sets);
    if (!bytes) throw new Contradiction();
    yield { bytes, isKey, place: (places[from + index] ?? 0) - from };
  }
}

/**
 * Writes the slices of groups of frames of a source, the last perhaps up to a division, as an MP4 with the headers of
 * another.
 * @param span the samples, in the order in which they are decoded
 * @returns whether it was written: samples may contradict the tables of the source
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
