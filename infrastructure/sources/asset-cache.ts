import type * as t from 'io-ts';
import { record } from '../../domain/codec/containers.js';
import { string } from '../../domain/codec/scalars.js';

/** Content that a URL had, and the validators by which its server detects whether it has changed. */
export const CachedContent = record(
  { sha256: string({ pattern: /^[0-9a-f]{64}$/ }) },
  { etag: string(), lastModified: string() },
);
export type CachedContent = t.TypeOf<typeof CachedContent>;
