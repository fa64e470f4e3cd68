import type * as t from 'io-ts';
import { record } from '../../domain/codec/containers.js';
import { string } from '../../domain/codec/scalars.js';

/** Content that a URL had, and the validators by which its server detects whether it has changed. */
export const CachedContent = record(
  { sha256: string({ pattern: /^[0-9a-f]{64}$/ }) },
  { etag: string(), lastModified: string() },
);
export type CachedContent = t.TypeOf<typeof CachedContent>;

/** Downloaded content that is kept between renders. */
export interface AssetCache {
  /** The content of the URL when it was last downloaded. */
  readonly find: (url: string) => Promise<CachedContent | undefined>;
  /** Puts the content at the path. @returns its size in bytes, or undefined when it is missing or damaged */
  readonly take: (content: CachedContent, path: string) => Promise<number | undefined>;
  /** Stores the file's content as that of the URL. */
  readonly keep: (url: string, content: CachedContent, path: string) => Promise<void>;
}
