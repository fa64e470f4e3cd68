import { Readable } from 'node:stream';
import type { ProgressEvent } from '../../../application/renders/progress-events.js';
import type { WatchedRender } from '../../../application/renders/watch-renders.js';

/** How long a client waits before it connects again, in ms. */
const RETRY_MS = 1000;

const textOf = (event: ProgressEvent | undefined): string =>
  event ? `id: ${event.id}\nevent: progress\ndata: ${JSON.stringify(event.data)}\n\n` : ': still here\n\n';

/**
 * Events as server-sent events (HTML Standard, 9.2). They are generated as the client reads, so that a slow client gets
 * fewer of them.
 */
export const eventStream = ({ events, leave }: WatchedRender): Readable =>
  Readable.from(
    (async function* () {
      yield `retry: ${RETRY_MS}\n\n`;
      for await (const event of events) yield textOf(event);
    })(),
    { highWaterMark: 1 },
  ).once('close', leave);
