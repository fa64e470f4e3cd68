import { randomUUID } from 'node:crypto';
import { ErrorType, type EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { DEADLINE, isOfType, readOne } from './read-slice.js';
import { retrying } from './retrying.js';

/**
 * Contains a single event, whose id is the identity of the store. A copy of a history does not include it, because
 * positions differ between stores. A restored backup does, along with its positions.
 */
export const IDENTITY_STREAM = 'framewright-store';

/** The identity of the store, if it already has one. */
export const knownIdentity = async (client: EventStoreDBClient): Promise<string | undefined> =>
  (await readOne(client, IDENTITY_STREAM, 0n))?.id;

/** Of several processes that find no identity, the first one creates it. */
const give = async (client: EventStoreDBClient): Promise<void> => {
  const event = jsonEvent({ id: randomUUID(), type: 'StoreIdentified', data: {} });
  try {
    await client.appendToStream(IDENTITY_STREAM, event, { expectedRevision: NO_STREAM, deadline: DEADLINE });
  } catch (error) {
    if (!isOfType(error, ErrorType.WRONG_EXPECTED_VERSION)) throw error;
  }
};

/**
 * The identity of the client's event store, a UUID. It stays the same while the store keeps its events at their
 * positions, and is created if missing. Rejects if the store cannot be reached or refuses access.
 */
export const storeIdentity = (client: EventStoreDBClient): Promise<string> =>
  retrying(async () => {
    const found = await knownIdentity(client);
    if (found !== undefined) return found;
    await give(client);
    const given = await knownIdentity(client);
    if (given === undefined) throw new Error(`the stream ${IDENTITY_STREAM} cannot be read back`);
    return given;
  });
