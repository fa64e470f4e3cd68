import type { EventStoreDBClient } from '@eventstore/db-client';
import type { LogPosition } from '../../domain/events.js';
import { readSlice } from './read-slice.js';

/** The position of an event in the client's store; undefined if the store does not have it. */
export const positionOfEvent = async (
  client: EventStoreDBClient,
  { stream, revision, id }: { readonly stream: string; readonly revision: bigint; readonly id: string },
): Promise<LogPosition | undefined> => {
  let position: LogPosition | undefined;
  await readSlice(client, stream, { direction: 'forwards', from: revision, atMost: 1 }, (event) => {
    if (event.id === id) position = event.position;
    return 'more';
  });
  return position;
};
