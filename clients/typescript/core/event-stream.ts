import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Sleep } from './retrying-fetch.js';

/** The id of the event that ends a stream for good. */
const LAST = 'end';

/** How often in a row a connection may be lost without an event before the stream is given up. */
const MOST_BROKEN = 3;

/** The events of a stream (HTML Standard, 9.2). What follows the last blank line is not an event. */
async function* eventsIn(stream: ReadableStream<Uint8Array>): AsyncGenerator<EventSourceMessage, void> {
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => void events.push(event) });
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      parser.feed(decoder.decode(read.value, { stream: true }));
      yield* events.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

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
    broken += 1;
    try {
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
      for await (const { id, data } of eventsIn(stream)) {
        yield JSON.parse(data) as A;
        [last, broken] = [id ?? last, 0];
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
