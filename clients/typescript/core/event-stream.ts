import type { Sleep } from './retrying-fetch.js';
import { serverSentEvents } from './server-sent-events.js';

/** The id of the event that ends a stream for good. */
const LAST = 'end';

/** How often in a row a stream may break off without an event before it is given up. */
const MOST_BROKEN = 3;

/** An opened stream of events, or why there is none. */
interface Opened {
  readonly data?: ReadableStream<Uint8Array> | null | undefined;
  readonly response: Response;
}

/**
 * The data of the events of a stream to its end, as the service sends it. Connects again when the connection is lost.
 * @param open opens the stream with these headers
 * @returns whether the end was reached; otherwise the service, or something on the way to it, has no stream for this client
 */
export async function* streamedData<A>(
  open: (headers: Record<string, string>) => Promise<Opened>,
  sleep: Sleep,
  signal: AbortSignal,
): AsyncGenerator<A, boolean> {
  let last = '';
  let broken = 0;
  while (broken < MOST_BROKEN) {
    const { data: stream, response } = await open({
      accept: 'text/event-stream',
      ...(last === '' ? {} : { 'last-event-id': last }),
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
        yield JSON.parse(event.data) as A;
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
