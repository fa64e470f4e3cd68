import { record } from '../../../domain/codec/containers.js';
import { jsonObject } from '../../../domain/codec/json.js';
import { string } from '../../../domain/codec/scalars.js';

/** The most that is noted with a file, bytes of JSON. */
const MOST_NOTED = 2 ** 20;

/** What is kept under a key: the hash of a file, and what the renderer noted with it. */
export const KeptFile = record(
  { sha256: string({ pattern: /^[0-9a-f]{64}$/ }) },
  { note: jsonObject(MOST_NOTED) },
);
export type KeptFile = ReturnType<typeof KeptFile.encode>;

/**
 * Files that renders made, kept for later ones. Several workers may use it concurrently, and any of them may die at any
 * time. It may forget everything.
 */
export interface PieceCache {
  /** What is kept under a key. */
  readonly find: (key: string) => Promise<KeptFile | undefined>;
  /**
   * Puts the content at the path, where it may share its storage with the cache: it must not be changed.
   * @returns its size in bytes, or undefined when it is missing or damaged
   */
  readonly take: (kept: KeptFile, path: string) => Promise<number | undefined>;
  readonly keep: (key: string, kept: KeptFile, path: string) => Promise<void>;
}
