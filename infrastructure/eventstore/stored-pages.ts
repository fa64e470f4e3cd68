import { type EventStoreDBClient, START } from '@eventstore/db-client';
import type { StoredEvent } from '../../application/ports/event-archive.js';
import { roughBytes } from '../../domain/codec/rough-bytes.js';
import type { LogPosition } from '../../domain/events.js';
import { toStoredEvent } from './event-archive.js';
import { isOwnStream } from './own-streams.js';
import { DEADLINE, visitEvents } from './read-slice.js';
import { retrying } from './retrying.js';

/** How many events one call reads at most, and after how many bytes of JSON it ends. */
const PAGE = 256;
const PAGE_BYTES = 2 * 1024 * 1024;

/**
 * All events of this service's streams in the order of `$all`, up to the last one that is stored when it is reached.
 * Each page is read by a call of its own, so a slow reader keeps no call open.
 */
export async function* storedPages(
  client: EventStoreDBClient,
  signal: AbortSignal,
): AsyncGenerator<ReadonlyArray<{ readonly event: StoredEvent; readonly position: LogPosition }>> {
  let after: LogPosition | undefined;
  for (let isLast = false; !isLast;) {
    const page: Array<{ readonly event: StoredEvent; readonly position: LogPosition }> = [];
    const from = after;
    isLast = await retrying(async () => {
      page.length = 0;
      after = from;
      let [read, bytes] = [0, 0];
      const reading = client.readAll({
        fromPosition: from ?? START,
        maxCount: PAGE,
        deadline: DEADLINE,
      });
      await visitEvents(
        reading,
        (event) => {
          read += 1;
          // The first event of a page is the last one of the page before.
          if (from !== undefined && event.position.commit <= from.commit) return 'more';
          after = event.position;
          bytes += roughBytes(event.data);
          if (isOwnStream(event.streamId))
            page.push({ event: toStoredEvent(event), position: event.position });
          return bytes > PAGE_BYTES ? 'enough' : 'more';
        },
        signal,
      );
      return after === from || (read < PAGE && bytes <= PAGE_BYTES);
    }, signal);
    if (page.length > 0) yield page;
  }
}
