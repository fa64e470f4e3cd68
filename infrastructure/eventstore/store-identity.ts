import { randomUUID } from 'node:crypto';
import { ErrorType, type EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { DEADLINE, isOfType } from './read-slice.js';
import { retrying } from './retrying.js';

/**
 * Holds one event, whose id is the identity of the store. A copy of a history does not take it along: positions differ
 * between stores. A backup that is restored does, with its positions.
 */
export const IDENTITY_STREAM = 'framewright-store';

/** The identity of the store, if it has one already. */
export const knownIdentity = async (client: EventStoreDBClient): Promise<string | undefined> => {
  let id: string | undefined;
  try {
    for await (const { event } of client.readStream(IDENTITY_STREAM, { maxCount: 1, deadline: DEADLINE }))
      id = event?.id;
  } catch (error) {
    if (!isOfType(error, ErrorType.STREAM_NOT_FOUND)) throw error;
  }
  return id;
};

/** Of several processes that find none, the first gives the store its identity. */
const give = async (client: EventStoreDBClient): Promise<void> => {
  const event = jsonEvent({ id: randomUUID(), type: 'StoreIdentified', data: {} });
  try {
    await client.appendToStream(IDENTITY_STREAM, event, { expectedRevision: NO_STREAM, deadline: DEADLINE });
  } catch (error) {
    if (!isOfType(error, ErrorType.WRONG_EXPECTED_VERSION)) throw error;
  }
};

/**
 * The identity of the event store behind the client, a UUID: the same for as long as the store keeps its events at their
 * positions. A store that has none is given one. Rejects when the store can't be reached or refuses.
 */
export const storeIdentity = (client: EventStoreDBClient): Promise<string> =>
  retrying(async () => {
    const found = await knownIdentity(client);
    if (found !== undefined) return found;
    await give(client);
    const given = await knownIdentity(client);
    if (given === undefined) throw new Error(`the stream ${IDENTITY_STREAM} can not be read back`);
    return given;
  });
