import { Readable } from 'node:stream';
import { LAST_EVENT_ID } from '../../../application/state-events.js';
import type { JsonSchema } from '../../../domain/codec/codec.js';
import { NO_CONTENT, type OperationResponse } from './operation.js';

/** An event. Its data is sent as JSON. */
interface SentEvent {
  readonly id: string;
  readonly data: unknown;
}

/** How long a client waits before it reconnects, in ms. */
const RETRY_MS = 1000;

/** Proxies pass events on immediately, and neither store nor compress them. */
const HEADERS = { 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' };

/** Common settings of operations that send events. @param contentSchema the schema of their data */
export const sendsEvents = (contentSchema: JsonSchema) =>
  ({
    uses: 'followed',
    headers: { 'Last-Event-ID': 'The `id` of the last event that the client has seen.' },
    returns: 'The events, as they happen.',
    media: ['text/event-stream'],
    schema: {
      type: 'string',
      description: 'Server-sent events. The data of each is JSON.',
      contentMediaType: 'application/json',
      contentSchema,
    },
  }) as const;

/** The same for streams that end with a last event. */
export const sendsFiniteEvents = (contentSchema: JsonSchema) =>
  ({ ...sendsEvents(contentSchema), empty: 'The client has seen the last event.' }) as const;

interface EventFeed {
  /** `undefined` only keeps the connection alive. */
  readonly events: AsyncIterable<SentEvent | undefined>;
  readonly leave?: () => void;
}

/**
 * Events of one name as server-sent events (HTML Standard, 9.2). They are generated as the client reads, so that a slow
 * client gets fewer of them.
 */
export const eventsResponse = (name: string, { events, leave }: EventFeed): OperationResponse => {
  async function* texts(): AsyncGenerator<string> {
    yield `retry: ${RETRY_MS}\n\n`;
    for await (const event of events)
      yield event
        ? `id: ${event.id}\nevent: ${name}\ndata: ${JSON.stringify(event.data)}\n\n`
        : ': still here\n\n';
  }
  const data = Readable.from(texts(), { highWaterMark: 1 });
  if (leave) data.once('close', leave);
  return { status: 200, content: { type: 'text/event-stream', data }, headers: HEADERS };
};

/** The events of one name after the last one that the client has seen; a 204 if none follow. */
export const eventsAfter = (name: string, lastId: string, follow: () => EventFeed): OperationResponse =>
  lastId === LAST_EVENT_ID ? NO_CONTENT : eventsResponse(name, follow());
