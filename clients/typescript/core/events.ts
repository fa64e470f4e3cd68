import { bodyOf, type CallOptions, type Connection } from './connection.js';
import type { Sleep } from './retrying-fetch.js';
import type { FeedEvent } from './types.js';

export interface FeedOptions extends CallOptions {
  /** The number of the last event that you have handled. Default: 0, the beginning. */
  readonly after?: number;
}

export interface FollowOptions extends FeedOptions {
  /** How often new events are queried, in ms. Default: 2,000. */
  readonly intervalMs?: number;
}

const LIMIT = 100;

export const eventsOf = (connection: Connection, sleep: Sleep) => {
  const page = (after: number, limit: number, options: CallOptions) =>
    bodyOf(connection.GET('/v1/events', { params: { query: { after, limit } }, ...options }));

  async function* list({ after = 0, ...options }: FeedOptions = {}): AsyncGenerator<FeedEvent, void> {
    let last = after;
    for (let more = true; more;) {
      const { data, pagination } = await page(last, LIMIT, options);
      yield* data;
      last = pagination.nextAfter;
      more = pagination.hasNextPage;
    }
  }

  async function* follow({
    after = 0,
    intervalMs = 2000,
    signal = new AbortController().signal,
  }: FollowOptions = {}): AsyncGenerator<FeedEvent, void> {
    for (let last = after; ; await sleep(intervalMs, signal))
      for await (const event of list({ after: last, signal })) {
        yield event;
        last = event.number;
      }
  }

  const isAfter = async (after: number, options: CallOptions): Promise<boolean> =>
    (await page(after, 1, options)).data.length > 0;

  /** The number of the newest event; 0 if there is none. Numbers have no gaps, so it can be bisected. */
  const lastNumber = async (options: CallOptions = {}): Promise<number> => {
    let above = 1;
    while (await isAfter(above - 1, options)) above *= 2;
    let known = Math.floor(above / 2); // event `known` exists, event `above` does not
    while (above - known > 1) {
      const middle = Math.floor((known + above) / 2);
      if (await isAfter(middle - 1, options)) known = middle;
      else above = middle;
    }
    return known;
  };

  return {
    /** The events so far, oldest first. */
    list,
    /** The events so far and those to come. Ends when the signal aborts, by throwing its reason. */
    follow,
    lastNumber,
  };
};
