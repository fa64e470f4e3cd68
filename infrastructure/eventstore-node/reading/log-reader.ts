import { PAGE_EVENTS, type Direction, type EventLog } from '../event-log.js';
import type { HeadCache } from '../writing/head-cache.js';
import type { RecordedEvent, ResolvedEvent } from '../recorded-event.js';
import { streamWindow, type StreamWindow } from './stream-window.js';
import { LINK_TYPE } from '../system-streams.js';
import { relatedStreams, type StreamHead } from '../writing/write-plan.js';

const GREATEST_POSITION = 9_223_372_036_854_775_807n;

/** For reads to the end. */
export const NO_LIMIT = GREATEST_POSITION;

/** Reads what clients can see of the stored events: streams within their windows, with links resolved. */
export type LogReader = {
  readonly windowOf: (stream: string) => Promise<StreamWindow>;
  /** Events of a window, in pages of bounded size. `from` may be outside of the window. */
  readonly readStream: (
    stream: string,
    window: StreamWindow,
    from: bigint | 'start' | 'end',
    direction: Direction,
    limit: bigint,
  ) => AsyncGenerator<readonly RecordedEvent[]>;
  /** `$all` in pages of bounded size: forwards from a position, backwards from just before it. */
  readonly readAll: (
    from: bigint | 'start' | 'end',
    direction: Direction,
  ) => AsyncGenerator<readonly RecordedEvent[]>;
  /** One page of `$all` after a position. */
  readonly pageAfter: (position: bigint) => Promise<readonly RecordedEvent[]>;
  readonly resolve: (event: RecordedEvent, resolveLinks: boolean) => Promise<ResolvedEvent>;
};

const atMost = (limit: bigint): number => (limit < BigInt(PAGE_EVENTS) ? Number(limit) : PAGE_EVENTS);

/** A link's data has the form `revision@stream`; without a revision it is not a link. The stream may be missing. */
const linkTarget = (data: Uint8Array): { stream: string | undefined; revision: bigint } | undefined => {
  const [, revision, stream] =
    /^\s*([+-]?\d{1,19})\s*(?:@(.*))?$/su.exec(Buffer.from(data).toString('utf8')) ?? [];
  return revision === undefined ? undefined : { revision: BigInt(revision), stream };
};

/** Streams whose heads the writer has cached need not be read: see HeadCache. */
const knownHeads = (names: readonly string[], known: HeadCache): Map<string, StreamHead> | undefined => {
  const heads = new Map<string, StreamHead>();
  for (const name of names) {
    const head = known.get(name);
    if (head === undefined) return undefined;
    heads.set(name, head);
  }
  return heads;
};

export const createLogReader = (log: EventLog, known: HeadCache, now: () => number): LogReader => {
  const windowOf = async (stream: string): Promise<StreamWindow> => {
    const names = relatedStreams(stream);
    return streamWindow(stream, knownHeads(names, known) ?? (await log.heads(names)), now());
  };

  async function* readStream(
    stream: string,
    window: StreamWindow,
    from: bigint | 'start' | 'end',
    direction: Direction,
    limit: bigint,
  ): AsyncGenerator<readonly RecordedEvent[]> {
    if (window._tag !== 'Readable') return;
    const start = from === 'start' ? 0n : from === 'end' ? window.last : from;
    let [low, high] = direction === 'forwards' ? [start, window.last] : [window.first, start];
    if (low < window.first) low = window.first;
    if (high > window.last) high = window.last;
    if (direction === 'forwards' && from === 'end') return;
    let left = limit;
    while (low <= high && left > 0n) {
      const stretch = { stream, from: low, to: high, createdFrom: window.createdFrom, direction };
      const page = await log.readStream(stretch, atMost(left));
      const last = page.at(-1);
      if (last === undefined) return;
      yield page;
      left -= BigInt(page.length);
      if (direction === 'forwards') low = last.revision + 1n;
      else high = last.revision - 1n;
    }
  }

  async function* readAll(
    from: bigint | 'start' | 'end',
    direction: Direction,
  ): AsyncGenerator<readonly RecordedEvent[]> {
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

  const eventAt = async (stream: string, revision: bigint): Promise<RecordedEvent | undefined> => {
    const pages = readStream(stream, await windowOf(stream), revision, 'forwards', 1n);
    for await (const [event] of pages) return event?.revision === revision ? event : undefined;
    return undefined;
  };

  return {
    windowOf,
    readStream,
    readAll,
    pageAfter: (position) => log.readAll(position + 1n, 'forwards', PAGE_EVENTS),
    resolve: async (event, resolveLinks) => {
      if (!resolveLinks || event.type !== LINK_TYPE) return { event, link: undefined };
      const target = linkTarget(event.data);
      if (target === undefined) return { event, link: undefined };
      const { stream, revision } = target;
      const linked = stream === undefined ? undefined : await eventAt(stream, revision);
      return { event: linked, link: event };
    },
  };
};
