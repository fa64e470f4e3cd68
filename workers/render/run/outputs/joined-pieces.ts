import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { joinedSamples, movieStart, type PieceTables, pieceTables } from '../../compose/h264/joined-movie.js';
import { boxAt } from '../../compose/h264/boxes.js';
import { TABLES } from '../../compose/h264/sample-tables.js';
import { parameterSets } from '../../compose/h264/parameter-sets.js';
import type { SampleRange } from '../../compose/h264/sample-tables.js';
import type { RenderPlan } from '../../plan/plan.js';
import { type FailureCause, RenderError } from '../../../../domain/render/failure-cause.js';
import { readMovie } from '../copies/read-movie.js';
import { inParallel } from '../tasks/in-parallel.js';
import { streamHasher, type StreamHasher } from './stream-hash.js';

export const JOINING_FAILED: FailureCause = {
  _tag: 'EncodingFailed',
  message: 'the pieces could not be joined',
  retryable: false,
};

/** The file of a piece, and its tables. */
export interface ReadPiece {
  readonly path: string;
  readonly tables: PieceTables;
}

type Rate = RenderPlan['rate'];

const PARALLEL_READS = 8;
/** The most of a file that is read at once, in bytes. */
const MOST_AT_ONCE = 256 * 1024;

/** Reads the tables of pieces. Throws RenderError where a file is none. */
export const readPieces = (
  files: ReadonlyArray<string>,
  rate: Rate,
  signal: AbortSignal,
): Promise<ReadonlyArray<ReadPiece>> =>
  inParallel(files, PARALLEL_READS, signal, async (path) => {
    const moov = await readMovie(path);
    const tables = moov && pieceTables(moov, rate);
    if (!tables) throw new RenderError(JOINING_FAILED);
    return { path, tables };
  });

/** Ranges of a file that follow one another, as one. */
const mergedRanges = (ranges: ReadonlyArray<SampleRange>): ReadonlyArray<SampleRange> => {
  const merged: SampleRange[] = [];
  for (const { start, length } of ranges) {
    const last = merged.at(-1);
    if (last && last.start + last.length === start)
      merged[merged.length - 1] = { start: last.start, length: last.length + length };
    else merged.push({ start, length });
  }
  return merged;
};

/** Ranges of a file, in parts that are all read into the same memory: each is valid until the next is requested. */
async function* bytesOf(file: FileHandle, ranges: ReadonlyArray<SampleRange>): AsyncGenerator<Uint8Array> {
  const merged = mergedRanges(ranges);
  const longest = Math.max(0, ...merged.map(({ length }) => length));
  const part = Buffer.allocUnsafe(Math.min(longest, MOST_AT_ONCE));
  for (const { start, length } of merged)
    for (let done = 0; done < length;) {
      const most = Math.min(part.length, length - done);
      const { bytesRead } = await file.read(part, 0, most, start + done);
      if (bytesRead === 0) throw new RenderError(JOINING_FAILED);
      yield part.subarray(0, bytesRead);
      done += bytesRead;
    }
}

const startOf = (
  { tables }: ReadPiece,
  samples: ReturnType<typeof joinedSamples>,
  rate: Rate,
): Uint8Array => {
  const start = movieStart(tables.moov, samples, rate);
  if (!start) throw new RenderError(JOINING_FAILED);
  return start;
};

/**
 * One MP4 that shows pieces one after the other; its tables come first. Each part is valid until the next is requested.
 * Throws RenderError.
 * @param onSamples called with the bytes of the samples, before they are passed on
 */
export async function* joinedMovie(
  pieces: ReadonlyArray<ReadPiece>,
  rate: Rate,
  onSamples: (bytes: Uint8Array) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  const [first] = pieces;
  if (!first) return;
  yield startOf(first, joinedSamples(pieces.map(({ tables }) => tables)), rate);
  for (const { path, tables } of pieces) {
    const file = await open(path);
    try {
      for await (const bytes of bytesOf(file, tables.samples)) {
        onSamples(bytes);
        yield bytes;
      }
    } finally {
      await file.close();
    }
  }
}

/** Hashes the stream of joined pieces; undefined if its headers have a form for which this is not made. */
export const hasherOf = (pieces: ReadonlyArray<ReadPiece>): StreamHasher | undefined => {
  const [first] = pieces;
  const tables = first && boxAt(first.tables.moov, ...TABLES.slice(1));
  const sets = tables && parameterSets(tables);
  const lengths = pieces.flatMap(({ tables: { samples } }) => samples.map(({ length }) => length));
  return sets && streamHasher(sets, lengths);
};

/** A key frame of a piece. */
export interface KeyFrame {
  /** Which frame of the piece it is. */
  readonly frame: number;
  /** Which frame of {@link keyFrames} has the same pixels. */
  readonly picture: number;
}

/** The different key frames of pieces, each once, as an MP4. */
export interface KeyFrames {
  /** The key frames of each piece. */
  readonly ofPieces: ReadonlyArray<ReadonlyArray<KeyFrame>>;
  readonly movie: () => AsyncGenerator<Uint8Array>;
}

/**
 * Finds the key frames of pieces. One that has the same bytes as another is the same picture: in still stretches, each
 * comes several times.
 */
export const keyFrames = async (pieces: ReadonlyArray<ReadPiece>, rate: Rate): Promise<KeyFrames> => {
  const numbers = new Map<string, number>();
  const different: { readonly path: string; readonly range: SampleRange }[] = [];
  const ofPieces: KeyFrame[][] = [];
  for (const { path, tables } of pieces) {
    const file = await open(path);
    const found: KeyFrame[] = [];
    try {
      for (const index of tables.keys) {
        const [range, frame] = [tables.samples[index], tables.places[index]];
        if (!range || frame === undefined) throw new RenderError(JOINING_FAILED);
        const hash = createHash('sha256');
        for await (const chunk of bytesOf(file, [range])) hash.update(chunk);
        const name = hash.digest('hex');
        const picture = numbers.get(name) ?? different.push({ path, range }) - 1;
        numbers.set(name, picture);
        found.push({ frame, picture });
      }
    } finally {
      await file.close();
    }
    ofPieces.push(found);
  }
  const [first] = pieces;
  const listed = different.map(({ range: { length } }) => ({ length, isKey: true, delay: 0 }));
  return {
    ofPieces,
    movie: async function* () {
      if (!first) return;
      yield startOf(first, listed, rate);
      for (const { path, range } of different) {
        const file = await open(path);
        try {
          yield* bytesOf(file, [range]);
        } finally {
          await file.close();
        }
      }
    },
  };
};
