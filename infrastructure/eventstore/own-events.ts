import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type AllStreamRecordedEvent, type EventStoreDBClient, START } from '@eventstore/db-client';
import { isOwnStream } from './own-streams.js';
import { isTransient } from './retrying.js';

/** A history is read in one call, however long that takes, in ms. */
const DEADLINE = 24 * 3_600_000;

const MOST_FAILURES = 10;
const PAUSE = 500;

/**
 * All events of this service's streams in the order of `$all`. Read no faster than they are taken; a connection that is
 * lost is made again. Rejects when that fails several times in a row.
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
      if (failures > MOST_FAILURES || !isTransient(error)) throw error;
      await delay(PAUSE);
    }
  }
}

const asJson = (value: unknown): unknown =>
  value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value;

/** SHA-256 of all that is the same of an event in every store that holds it: not its position, not the time of storing. */
export const fingerprintOf = (event: AllStreamRecordedEvent): string => {
  const { id, streamId, revision, type, isJson, data, metadata } = event;
  const same = [id, streamId, revision.toString(), type, isJson, asJson(data), asJson(metadata)];
  return createHash('sha256').update(JSON.stringify(same)).digest('hex');
};
