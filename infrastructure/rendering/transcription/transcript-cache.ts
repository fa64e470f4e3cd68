import { createHash } from 'node:crypto';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { array } from '../../../domain/codec/containers.js';
import { LIMITS } from '../../../domain/composition/limits.js';
import { Word } from '../../../domain/composition/format/word.js';
import { readIfExists, writePrivateFile } from '../../platform/private-files.js';

/** Words that were transcribed before; a cache that can't be read or written is only slower, never an error. */
export interface TranscriptCache {
  readonly find: (key: string) => Promise<ReadonlyArray<Word> | undefined>;
  readonly keep: (key: string, words: ReadonlyArray<Word>) => Promise<void>;
}

export interface TranscriptCacheOptions {
  readonly folder: string;
  /** What all kept transcripts may take together; the longest unused go first. */
  readonly maxBytes: number;
  /** Hears of a cache that could not be used. */
  readonly warn: (message: string) => void;
}

const SUFFIX = '.json';
/** Four hours of the fastest speech. */
const Words = array(Word, 10 * LIMITS.captionWords);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const makeRoom = async (folder: string, maxBytes: number): Promise<void> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith(SUFFIX));
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const { size, mtimeMs } = await stat(path);
      return { path, size, mtimeMs };
    }),
  );
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size } of files.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (bytes <= maxBytes) return;
    await rm(path, { force: true });
    bytes -= size;
  }
};

/** Transcripts as files in one folder, each whole or not there at all; several processes may share it. */
export const transcriptCache = ({ folder, maxBytes, warn }: TranscriptCacheOptions): TranscriptCache => {
  const pathOf = (key: string): string =>
    join(folder, createHash('sha256').update(key).digest('hex') + SUFFIX);
  return {
    find: async (key) => {
      try {
        const path = pathOf(key);
        const text = await readIfExists(path);
        if (text === undefined) return undefined;
        const words = Words.decode(parsed(text));
        if (E.isLeft(words)) {
          await rm(path, { force: true });
          return undefined;
        }
        const now = new Date();
        await utimes(path, now, now);
        return words.right;
      } catch (error) {
        warn(`a cached transcript could not be read: ${String(error)}`);
        return undefined;
      }
    },
    keep: async (key, words) => {
      try {
        await writePrivateFile(pathOf(key), JSON.stringify(words));
        await makeRoom(folder, maxBytes);
      } catch (error) {
        warn(`a transcript could not be cached: ${String(error)}`);
      }
    },
  };
};
