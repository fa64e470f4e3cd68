import { type AllStreamResolvedEvent, BACKWARDS, END, type EventStoreDBClient } from '@eventstore/db-client';
import type { EventLog } from '../../application/ports/event-log.js';
import type { LogPosition } from '../../domain/events.js';
import { isOwnStream } from './own-streams.js';

const DEADLINE = 5000;
/** How many events are read at once to find the last one of this service. */
const PAGE = 20;

type Read = NonNullable<AllStreamResolvedEvent['event']>;

const isAfter = (position: LogPosition, floor: LogPosition | undefined): boolean =>
  floor === undefined || position.commit > floor.commit;

/** The last events up to a position, newest first, read to the end because the client keeps unread streams open. */
const lastEvents = async (
  client: EventStoreDBClient,
  fromPosition: LogPosition | typeof END,
): Promise<ReadonlyArray<Read>> => {
  const page: Read[] = [];
  for await (const { event } of client.readAll({
    direction: BACKWARDS,
    fromPosition,
    maxCount: PAGE,
    deadline: DEADLINE,
  }))
    if (event) page.push(event);
  return page;
};

/** Finds the last event of this service in EventStoreDB's `$all`. */
export const eventStoreDbLogHead = (client: EventStoreDBClient): Pick<EventLog, 'headAfter'> => {
  /**
   * A range of the log without events of this service, which is not searched again: in a store that others use, it
   * would be searched every time, and grow.
   */
  let foreign: { readonly after: LogPosition; readonly upTo: LogPosition } | undefined;

  return {
    headAfter: async (floor) => {
      const stop =
        foreign && !isAfter(foreign.after, floor) && isAfter(foreign.upTo, floor) ? foreign.upTo : floor;
      let newest: LogPosition | undefined;
      for (let fromPosition: LogPosition | typeof END = END; ;) {
        const page = await lastEvents(client, fromPosition);
        newest ??= page[0]?.position;
        const ours = page.find(({ streamId }) => isOwnStream(streamId));
        const oldest = page.at(-1);
        if (ours && isAfter(ours.position, stop)) return ours.position;
        if (ours || !oldest || page.length < PAGE || !isAfter(oldest.position, stop)) {
          if (floor && newest) foreign = { after: floor, upTo: newest };
          return undefined;
        }
        fromPosition = oldest.position;
      }
    },
  };
};

/** The commit position of the last event of this service; undefined if there is none. */
export const lastOwnCommit = async (client: EventStoreDBClient): Promise<bigint | undefined> =>
  (await eventStoreDbLogHead(client).headAfter(undefined))?.commit;
