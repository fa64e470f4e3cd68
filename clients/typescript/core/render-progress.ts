import { type CallOptions, type Connection, reading } from './connection.js';
import type { Sleep } from './retrying-fetch.js';
import { serverSentEvents } from './server-sent-events.js';
import type { RenderProgress } from './types.js';

/** The id of the event that ends a stream for good. */
const LAST = 'end';

/** How often in a row a stream may break off without an event before it is given up. */
const MOST_BROKEN = 3;

/**
 * The progress of a render from now to its end, as the service sends it. Connects again when the connection is lost.
 * @returns whether the end was reached; otherwise the service, or something on the way to it, has no stream for this client
 */
export async function* renderProgress(
  connection: Connection,
  id: string,
  sleep: Sleep,
  { signal = new AbortController().signal }: CallOptions = {},
): AsyncGenerator<RenderProgress, boolean> {
  let last = '';
  let broken = 0;
  while (broken < MOST_BROKEN) {
    const { data: stream, response } = await connection.GET('/v1/renders/{id}/events', {
      params: { path: { id } },
      headers: { accept: 'text/event-stream', ...(last === '' ? {} : { 'last-event-id': last }) },
      parseAs: 'stream',
      ...reading({ signal }),
    });
    if (response.status === 204) return true;
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok || !stream || !type.startsWith('text/event-stream')) {
      await response.body?.cancel().catch(() => undefined);
      return false;
    }
    broken += 1;
    try {
      for await (const event of serverSentEvents(stream)) {
        if (event.data === undefined) continue;
        yield JSON.parse(event.data) as RenderProgress;
        [last, broken] = [event.id ?? last, 0];
        if (last === LAST) return true;
      }
    } catch (error) {
      if (signal.aborted) throw signal.reason as Error;
      if (!(error instanceof TypeError)) throw error; // what fetch throws when a connection is lost
    }
    await sleep(1000, signal);
  }
  return false;
}
