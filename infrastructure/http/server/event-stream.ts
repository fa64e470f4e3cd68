import { Readable } from 'node:stream';

/** An event that has its data as JSON. */
interface SentEvent {
  readonly id: string;
  readonly data: unknown;
}

/** How long a client waits before it connects again, in ms. */
const RETRY_MS = 1000;

/** Proxies pass events on immediately, and neither store nor compress them. */
export const EVENT_HEADERS = { 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' };

/**
 * Events of one name as server-sent events (HTML Standard, 9.2). They are generated as the client reads, so that a slow
 * client gets fewer of them.
 */
export const eventStream = (
  name: string,
  events: AsyncIterable<SentEvent | undefined>,
  leave: () => void = () => undefined,
): Readable => {
  const textOf = (event: SentEvent | undefined): string =>
    event ? `id: ${event.id}\nevent: ${name}\ndata: ${JSON.stringify(event.data)}\n\n` : ': still here\n\n';
  return Readable.from(
    (async function* () {
      yield `retry: ${RETRY_MS}\n\n`;
      for await (const event of events) yield textOf(event);
    })(),
    { highWaterMark: 1 },
  ).once('close', leave);
};
