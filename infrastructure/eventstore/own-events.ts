import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type AllStreamRecordedEvent, type EventStoreDBClient, START } from '@eventstore/db-client';
import { isOwnStream } from './own-streams.js';
import { isTransient } from './retrying.js';

/** A history is read in one call, which may take long, in ms. */
const DEADLINE = 24 * 3_600_000;

const MAX_FAILURES = 10;
const PAUSE = 500;

/**
 * All events of this service's streams in the order of `$all`. Applies backpressure, and reconnects when the connection
 * is lost. Rejects if that fails several times in a row.
 */
export async function* ownEvents(client: EventStoreDBClient): AsyncGenerator<AllStreamRecordedEvent> {
  let after: AllStreamRecordedEvent['position'] | undefined;
  for (let failures = 0; ;) {
    try {
      for await (const { event } of client.readAll({ fromPosition: after ?? START, deadline: DEADLINE })) {
        if (!event || (after !== undefined && event.position.commit <= after.commit)) continue;
        after = event.position;
        failures = 0;
        if (isOwnStream(event.streamId)) yield event;
      }
      return;
    } catch (error) {
      failures += 1;
      if (failures > MAX_FAILURES || !isTransient(error)) throw error;
      await delay(PAUSE);
    }
  }
}

/** Everything about an event that is the same in every store, which excludes its position and its storage time. */
export type PortableEvent = Portable<AllStreamRecordedEvent>;
type Portable<Event extends AllStreamRecordedEvent> = Event extends unknown
  ? Pick<Event, 'id' | 'streamId' | 'revision' | 'type' | 'isJson' | 'data' | 'metadata'>
  : never;

const asJson = (value: unknown): unknown =>
  value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value;

/** SHA-256 of everything about an event that is the same in every store. */
export const fingerprintOf = (event: PortableEvent): string => {
  const { id, streamId, revision, type, isJson, data, metadata } = event;
  const same = [id, streamId, revision.toString(), type, isJson, asJson(data), asJson(metadata)];
  return createHash('sha256').update(JSON.stringify(same)).digest('hex');
};
