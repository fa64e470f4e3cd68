import * as E from 'fp-ts/lib/Either.js';
import parseRange from 'range-parser';
import { type HttpProblem, invalidRequest } from '../contract/problem.js';
import type { ByteRange } from '../../../application/ports/object-storage.js';

/** The strong entity tag of a video's version (RFC 9110, 8.8.3). */
export const etag = (version: number): string => `"${version}"`;

const ENTITY_TAG = /^(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;

/**
 * The versions that `If-Match` accepts; `undefined`: any version. Tags of other services are left out. Weak tags never
 * match (RFC 9110, 13.1.1).
 */
export const acceptedVersions = (
  ifMatch: string,
): E.Either<HttpProblem, ReadonlyArray<number> | undefined> => {
  const text = ifMatch.trim();
  if (text === '' || text === '*') return E.right(undefined);
  const tags = text.split(/\s*,\s*/).filter((tag) => tag !== '');
  if (!tags.every((tag) => ENTITY_TAG.test(tag)))
    return E.left(invalidRequest('If-Match must be * or a list of entity tags'));
  return E.right(
    tags.flatMap((tag) => (/^"[1-9]\d{0,14}(?:-\w+)?"$/.test(tag) ? [parseInt(tag.slice(1), 10)] : [])),
  );
};

/** Whether the client's cached copy is current: its `If-None-Match` contains the tag (RFC 9110, 13.1.2). */
export const isCopyCurrent = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch.trim() === '*' ||
  ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);

/** Content that a client may request in part. */
export interface RangedContent {
  readonly bytes: number;
  readonly etag: string;
  readonly modifiedAt?: Date;
}

/** The requested range; none if there are several, or if `If-Range` does not match (RFC 9110, 14). */
export const requestedRange = (
  { range, ifRange }: { readonly range: string; readonly ifRange: string },
  { bytes, etag, modifiedAt }: RangedContent,
): ByteRange | 'unsatisfiable' | undefined => {
  const sameFile = ifRange === '' || ifRange === etag || ifRange === modifiedAt?.toUTCString();
  if (range === '' || !sameFile) return undefined;
  const ranges = parseRange(bytes, range, { combine: true });
  if (ranges === -1) return 'unsatisfiable';
  const [only, ...more] = ranges === -2 || ranges.type !== 'bytes' ? [] : ranges;
  return more.length === 0 ? only : undefined;
};
