import { type FileHandle, open } from 'node:fs/promises';
import { type CopyableTrack, copyableTrack } from '../../compose/h264/copyable-track.js';
import { allTopLevelBoxes, bodyOf, type Mp4Box } from '../../mp4/top-level-boxes.js';
import type { ProbedVideo } from '../../ports/media-probe.js';

/** An MP4 of a client with one video, and where its tables are in it. */
export interface SourceMovie {
  readonly moov: Uint8Array;
  readonly boxes: ReadonlyArray<Mp4Box>;
  /** In bytes. */
  readonly size: number;
  readonly track: CopyableTrack;
}

/** More than the tables of an hour of video and sound take. */
const MOST_TABLE_BYTES = 16 * 1024 ** 2;
const MOST_SAMPLES = 200_000;

const movieIn = async (file: FileHandle): Promise<SourceMovie | undefined> => {
  const boxes = await allTopLevelBoxes(file);
  const [found, another] = boxes.filter(({ type }) => type === 'moov');
  const moov = found && !another && (await bodyOf(file, found, MOST_TABLE_BYTES));
  const track = moov && copyableTrack(moov);
  const { size } = await file.stat();
  if (!found || !moov || !track || track.samples.length > MOST_SAMPLES) return undefined;
  if (track.samples.some(({ start, length }) => start + length > size)) return undefined;
  return { moov, boxes, size, track };
};

/** What work with files gives; undefined if it fails: ffmpeg then reads the source as it is, and tells what is wrong. */
export const ifPossible = <A>(work: Promise<A>): Promise<A | undefined> => work.catch(() => undefined);

/** Reads the tables of a source; undefined if it is of another kind. */
export const readSource = async (path: string): Promise<SourceMovie | undefined> => {
  const file = await open(path);
  try {
    return await movieIn(file);
  } finally {
    await file.close();
  }
};

/** The largest difference between the times in the tables and the probed ones, in ms. */
const ROUNDING = 1;

/** Whether a video shows each frame of its track once: edit lists may omit some, or show them for longer. */
export const showsAllFrames = ({ firstFrame, lastFrame }: ProbedVideo, { times }: CopyableTrack): boolean =>
  Math.abs(lastFrame - firstFrame - (times.at(-1) ?? 0)) <= ROUNDING;

/**
 * Writes where the boxes of a source begin and end, in a copy of some parts of it. Those that are not copied become free
 * space: readers skip it. The last one may state no size, because it ends with the file, to which the tables are added.
 * @param headEnd up to where the source is copied, in bytes
 * @returns whether it could be written
 */
export const writeBoxHeaders = async (
  boxes: ReadonlyArray<Mp4Box>,
  headEnd: number,
  to: FileHandle,
): Promise<boolean> => {
  for (const { type, start, size, headerSize } of boxes) {
    const isLarge = headerSize > 8;
    if (!isLarge && size >= 2 ** 32) return false;
    const isKept = type === 'mdat' || (type !== 'moov' && start < headEnd);
    const header = Buffer.alloc(headerSize);
    header.writeUInt32BE(isLarge ? 1 : size, 0);
    header.write(isKept ? type : 'free', 4, 'latin1');
    if (isLarge) header.writeBigUInt64BE(BigInt(size), 8);
    await to.write(header, 0, headerSize, start);
  }
  return true;
};
