import parseRange from 'range-parser';
import type { ByteRange } from '../../../application/ports/object-storage.js';

/** Content of which a client may ask for a part. */
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
