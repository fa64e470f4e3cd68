import { PAGE_EVENTS, type ReadDirection, type StoredLog } from '../event-log.js';
import type { RecordedEvent } from '../recorded-event.js';
import { NO_STREAM_REVISION } from '../writing/append-decision.js';
import type { HeadCache } from '../writing/write-group.js';

const GREATEST_POSITION = 9_223_372_036_854_775_807n;

type Pages = AsyncGenerator<readonly RecordedEvent[]>;
type From = bigint | 'start' | 'end';

/** Reads the stored events in pages of bounded size. */
export type LogReader = {
  /** -1 for a stream without events. */
  readonly lastRevision: (stream: string) => Promise<bigint>;
  /** At most `limit` events of a stream up to the revision `last`. `from` may be outside of it. */
  readonly readStream: (
    stream: string,
    last: bigint,
    from: From,
    direction: ReadDirection,
    limit: bigint,
  ) => Pages;
  /** `$all`: forwards from a position, backwards from just before it. */
  readonly readAll: (from: From, direction: ReadDirection) => Pages;
  /** One page of `$all` after a position. */
  readonly pageAfter: (position: bigint) => Promise<readonly RecordedEvent[]>;
};

const atMost = (limit: bigint): number => (limit < BigInt(PAGE_EVENTS) ? Number(limit) : PAGE_EVENTS);

/** Streams whose last revisions the writer has cached need not be read: see HeadCache. */
export const createLogReader = (log: StoredLog, known: HeadCache): LogReader => {
  async function* readStream(
    stream: string,
    last: bigint,
    from: From,
    direction: ReadDirection,
    limit: bigint,
  ): Pages {
    if (direction === 'forwards' && from === 'end') return;
    const start = from === 'start' ? 0n : from === 'end' ? last : from;
    let [low, high] = direction === 'forwards' ? [start, last] : [0n, start < last ? start : last];
    let left = limit;
    while (low <= high && left > 0n) {
      const page = await log.readStream({ stream, from: low, to: high, direction }, atMost(left));
      const end = page.at(-1);
      if (end === undefined) return;
      yield page;
      left -= BigInt(page.length);
      if (direction === 'forwards') low = end.revision + 1n;
      else high = end.revision - 1n;
    }
  }

  async function* readAll(from: From, direction: ReadDirection): Pages {
    let at = from === 'start' ? 0n : from === 'end' ? GREATEST_POSITION : from;
    if (at > GREATEST_POSITION) at = GREATEST_POSITION;
    for (;;) {
      const page = await log.readAll(at, direction, PAGE_EVENTS);
      const last = page.at(-1);
      if (last === undefined) return;
      yield page;
      at = direction === 'forwards' ? last.position + 1n : last.position;
    }
  }

  return {
    lastRevision: async (stream) =>
      known.get(stream) ?? (await log.heads([stream])).get(stream) ?? NO_STREAM_REVISION,
    readStream,
    readAll,
    pageAfter: (position) => log.readAll(position + 1n, 'forwards', PAGE_EVENTS),
  };
};
