import { createHash } from 'node:crypto';
import { type AllStreamRecordedEvent, type EventStoreDBClient, START } from '@eventstore/db-client';
import { roughBytes } from '../../domain/codec/rough-bytes.js';
import { isOwnStream } from './own-streams.js';
import { DEADLINE, visitEvents } from './read-slice.js';
import { retrying } from './retrying.js';

/** How many events one call reads at most, and after how many bytes of JSON it ends. */
const PAGE = 256;
const PAGE_BYTES = 2 * 1024 * 1024;

/** Pauses between the attempts to read a page, in ms: long enough for a restart of the store. */
const PAUSES = [50, 200, 800, 2000, 2000];

/**
 * All events of this service's streams in the order of `$all`, up to the last one that is stored when it is reached.
 * Each page is read by a call of its own, so a slow reader keeps no call open, and a lost connection costs one page.
 */
export async function* ownPages(
  client: EventStoreDBClient,
  signal?: AbortSignal,
): AsyncGenerator<ReadonlyArray<AllStreamRecordedEvent>> {
  let after: AllStreamRecordedEvent['position'] | undefined;
  for (let isLast = false; !isLast;) {
    const page: AllStreamRecordedEvent[] = [];
    const from = after;
    const readPage = async (): Promise<boolean> => {
      page.length = 0;
      after = from;
      let [read, bytes] = [0, 0];
      const reading = client.readAll({ fromPosition: from ?? START, maxCount: PAGE, deadline: DEADLINE });
      await visitEvents(
        reading,
        (event) => {
          read += 1;
          // The first event of a page is the last one of the page before.
          if (from !== undefined && event.position.commit <= from.commit) return 'more';
          after = event.position;
          bytes += roughBytes(event.data);
          if (isOwnStream(event.streamId)) page.push(event);
          return bytes > PAGE_BYTES ? 'enough' : 'more';
        },
        signal,
      );
      return after === from || (read < PAGE && bytes <= PAGE_BYTES);
    };
    isLast = await retrying(readPage, signal, PAUSES);
    if (page.length > 0) yield page;
  }
}

/** The same events, one by one. */
export async function* ownEvents(client: EventStoreDBClient): AsyncGenerator<AllStreamRecordedEvent> {
  for await (const page of ownPages(client)) yield* page;
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
