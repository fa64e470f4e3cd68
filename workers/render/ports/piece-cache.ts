import { record } from '../../../domain/codec/containers.js';
import { jsonObject } from '../../../domain/codec/json.js';
import { string } from '../../../domain/codec/scalars.js';

/** The largest note that is stored with a file, in bytes of JSON. */
const MOST_NOTE_BYTES = 2 ** 20;

/** The entry of a key: the hash of a file, and the renderer's note about it. */
export const CacheEntry = record(
  { sha256: string({ pattern: /^[0-9a-f]{64}$/ }) },
  { note: jsonObject(MOST_NOTE_BYTES) },
);
export type CacheEntry = ReturnType<typeof CacheEntry.encode>;

/**
 * A cache of files that renders made, for later renders. Several workers may use it concurrently, and any of them may
 * die at any time. It may lose any entry.
 */
export interface PieceCache {
  readonly find: (key: string) => Promise<CacheEntry | undefined>;
  /**
   * Puts the content of an entry at the path. It may share its storage with the cache, so it must not be changed.
   * @returns its size in bytes, or undefined if it is missing or damaged
   */
  readonly restore: (kept: CacheEntry, path: string) => Promise<number | undefined>;
  readonly store: (key: string, kept: CacheEntry, path: string) => Promise<void>;
}
