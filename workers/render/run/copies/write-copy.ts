import { type FileHandle, open } from 'node:fs/promises';
import type { FrameRate, FrameSpan } from '../../../../domain/composition/timeline.js';
import { boxesIn, boxOf, joined, words } from '../../compose/h264/boxes.js';
import { copiedSlices } from '../../compose/h264/copied-samples.js';
import type { CopyableTrack } from '../../compose/h264/copyable-track.js';
import { type ListedSample, movieBox } from '../../compose/h264/rewritten-movie.js';

/** What the headers of a copy are made from. */
export interface CopyHeaders {
  /** An MP4 as the encoder of the other frames writes it. */
  readonly file: Uint8Array;
  /** The content of its `moov` box. */
  readonly moov: Uint8Array;
  /** How much later than it is decoded a frame is shown at least, in frames. */
  readonly delay: number;
  readonly rate: FrameRate;
}

/** The largest box whose size has 32 bits. */
const LARGEST = 2 ** 32 - 1;

/** Copies the slices of samples. @returns their tables; undefined if a sample contradicts those of the source */
const copySlices = async (
  source: FileHandle,
  { sets, samples, places, groups }: CopyableTrack,
  { from, to }: FrameSpan,
  delay: number,
  copy: FileHandle,
): Promise<ReadonlyArray<ListedSample> | undefined> => {
  const keys = new Set(groups.map((group) => group.from));
  const copied = samples.slice(from, to);
  const memory = Buffer.allocUnsafe(Math.max(0, ...copied.map(({ length }) => length)));
  const listed: ListedSample[] = [];
  for (const [index, { start, length }] of copied.entries()) {
    const sample = from + index;
    const isKey = keys.has(sample);
    const { bytesRead } = await source.read(memory, 0, length, start);
    const slices = copiedSlices(memory.subarray(0, bytesRead), isKey, sets);
    const later = (places[sample] ?? 0) - sample + delay;
    if (!slices || later < 0) return undefined;
    await copy.writeFile(slices);
    listed.push({ length: slices.length, isKey, delay: later });
  }
  return listed;
};

/**
 * Writes groups of frames of a source, the last perhaps up to a division, as an MP4 with the headers of another. It holds
 * one sample at a time: a copy may be as long as its source.
 * @param span the samples, in the order in which they are decoded
 * @returns whether it was written: samples may contradict the tables of the source
 */
export const writeCopy = async (
  path: string,
  track: CopyableTrack,
  span: FrameSpan,
  { file, moov, delay, rate }: CopyHeaders,
  output: string,
): Promise<boolean> => {
  const [source, copy] = [await open(path), await open(output, 'w')];
  try {
    const kind = boxesIn(file).find(({ type }) => type === 'ftyp')?.bytes ?? new Uint8Array();
    const media = boxOf('mdat');
    await copy.writeFile(joined([kind, media]));
    const listed = await copySlices(source, track, span, delay, copy);
    const mediaBytes = (listed ?? []).reduce((sum, { length }) => sum + length, media.length);
    const movie = listed && movieBox(moov, listed, rate, kind.length + media.length);
    if (!movie || mediaBytes > LARGEST) return false;
    await copy.writeFile(movie);
    await copy.write(words([mediaBytes]), 0, undefined, kind.length);
    return true;
  } finally {
    await Promise.all([source.close(), copy.close()]);
  }
};
