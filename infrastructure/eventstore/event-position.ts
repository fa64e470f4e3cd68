import { ErrorType, type EventStoreDBClient } from '@eventstore/db-client';
import type { LogPosition } from '../../domain/events.js';
import { DEADLINE, isOfType } from './read-slice.js';

/** The position of an event in the client's store; undefined if the store does not have it. */
export const positionOfEvent = async (
  client: EventStoreDBClient,
  { stream, revision, id }: { readonly stream: string; readonly revision: bigint; readonly id: string },
): Promise<LogPosition | undefined> => {
  let position: LogPosition | undefined;
  try {
    const options = { fromRevision: revision, maxCount: 1, deadline: DEADLINE };
    for await (const { event } of client.readStream(stream, options))
      if (event?.id === id) position = event.position;
  } catch (error) {
    if (!isOfType(error, ErrorType.STREAM_NOT_FOUND)) throw error;
  }
  return position;
};
