import { ErrorType, type EventStoreDBClient, isCommandError } from '@eventstore/db-client';
import type { LogPosition } from '../../domain/events.js';

const DEADLINE = 10_000;

/** Where this very event stands in the store behind the client; undefined if it is not there. */
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
    const isMissing =
      error instanceof Error && isCommandError(error) && error.type === ErrorType.STREAM_NOT_FOUND;
    if (!isMissing) throw error;
  }
  return position;
};
