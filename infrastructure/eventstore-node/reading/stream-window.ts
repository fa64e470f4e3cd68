import { ticksOf } from '../recorded-event.js';
import { isSoftDeleted, METASTREAM_METADATA, parseStreamMetadata } from '../stream-metadata.js';
import {
  DELETED_REVISION,
  isMetastream,
  metastreamOf,
  NO_STREAM_REVISION,
  originalStreamOf,
} from '../system-streams.js';
import type { StreamHead } from '../writing/write-plan.js';

/** Which events of a stream can be read at a given time. */
export type StreamWindow =
  | { readonly _tag: 'NotFound' }
  | { readonly _tag: 'Deleted' }
  | {
      readonly _tag: 'Readable';
      readonly first: bigint;
      readonly last: bigint;
      /** Events recorded earlier (ticks of 100 ns since 1970) have exceeded the stream's `$maxAge`. */
      readonly createdFrom: bigint;
    };

const greatest = (...values: readonly bigint[]): bigint => values.reduce((a, b) => (b > a ? b : a));

/**
 * Computes the window left by `$maxCount`, `$maxAge`, `$tb` and deletion, from the heads of the stream and its related
 * stream, and the time in milliseconds since 1970.
 */
export const streamWindow = (
  stream: string,
  heads: ReadonlyMap<string, StreamHead>,
  now: number,
): StreamWindow => {
  const revisionOf = (name: string): bigint => heads.get(name)?.revision ?? NO_STREAM_REVISION;
  const last = revisionOf(stream);
  const tombstoned = isMetastream(stream) ? revisionOf(originalStreamOf(stream)) : last;
  if (tombstoned === DELETED_REVISION) return { _tag: 'Deleted' };
  const metadata = isMetastream(stream)
    ? METASTREAM_METADATA
    : parseStreamMetadata(heads.get(metastreamOf(stream))?.data);
  if (last === NO_STREAM_REVISION || isSoftDeleted(metadata)) return { _tag: 'NotFound' };
  const { maxCount, maxAge, truncateBefore } = metadata;
  const firstByCount = maxCount === undefined ? 0n : last - maxCount + 1n;
  return {
    _tag: 'Readable',
    first: greatest(0n, firstByCount, truncateBefore ?? 0n),
    last,
    createdFrom: maxAge === undefined ? 0n : greatest(0n, ticksOf(now) - ticksOf(Number(maxAge) * 1000)),
  };
};
