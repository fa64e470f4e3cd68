import * as t from 'io-ts';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { ownEvents, type PortableEvent } from './own-events.js';

/** The data or metadata of an event: JSON, or bytes. */
const Payload = t.union([t.type({ json: t.unknown }), t.type({ base64: t.string })]);
type Payload = t.TypeOf<typeof Payload>;

/** One event of a backup. */
export const EventLine = t.intersection([
  t.type({
    id: t.string,
    stream: t.string,
    revision: t.string,
    type: t.string,
    isJson: t.boolean,
    data: Payload,
  }),
  t.partial({ metadata: Payload }),
]);
type EventLine = t.TypeOf<typeof EventLine>;

const toPayload = (value: unknown): Payload =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : { json: value };

const fromPayload = (payload: Payload): unknown =>
  'base64' in payload ? Buffer.from(payload.base64, 'base64') : payload.json;

/** All events of the service, in their order. */
export async function* eventLines(client: EventStoreDBClient): AsyncGenerator<EventLine> {
  for await (const { id, streamId, revision, type, isJson, data, metadata } of ownEvents(client))
    yield {
      id,
      stream: streamId,
      revision: revision.toString(),
      type,
      isJson,
      data: toPayload(data),
      ...(metadata === undefined ? {} : { metadata: toPayload(metadata) }),
    };
}

/** The events as they were in the store. */
export async function* eventsFrom(lines: AsyncIterable<EventLine>): AsyncGenerator<PortableEvent> {
  for await (const { id, stream, revision, type, isJson, data, metadata } of lines)
    yield {
      id,
      streamId: stream,
      revision: BigInt(revision),
      type,
      isJson,
      data: fromPayload(data),
      metadata: metadata && fromPayload(metadata),
    } as PortableEvent;
}
