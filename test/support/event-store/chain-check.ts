import type { EventStoreDBClient } from '@eventstore/db-client';
import { expect } from 'chai';
import type { StoredEvent } from '../../../application/ports/event-archive.js';
import {
  claimUpTo,
  type HistoryClaim,
  type HistoryProblem,
  historyVerifier,
} from '../../../application/audit/verify-history.js';
import { connectToEventStore } from '../../../infrastructure/eventstore/client.js';
import { toStoredEvent } from '../../../infrastructure/eventstore/event-archive.js';
import { isOwnStream } from '../../../infrastructure/eventstore/own-streams.js';

const streamsOf = async (client: EventStoreDBClient, only?: string) => {
  const streams = new Map<string, StoredEvent[]>();
  for await (const { event } of client.readAll()) {
    if (!event || !isOwnStream(event.streamId) || (only ?? event.streamId) !== event.streamId) continue;
    const stored = toStoredEvent(event);
    const stream = streams.get(stored.stream);
    if (stream) stream.push(stored);
    else streams.set(stored.stream, [stored]);
  }
  return streams;
};

/** All problems of a whole stream. */
export const verifyHistory = (
  claim: HistoryClaim,
  events: ReadonlyArray<StoredEvent>,
): ReadonlyArray<HistoryProblem> => {
  const verifier = historyVerifier(claim);
  events.forEach(verifier.next);
  return verifier.end();
};

/**
 * Runs the verifier over every stream of a store, or over the given one.
 * @returns the number of verified events
 */
export const expectIntactHistories = async (client: EventStoreDBClient, only?: string): Promise<number> => {
  let checked = 0;
  for (const [stream, events] of await streamsOf(client, only)) {
    const claim = { ...claimUpTo(events.at(-1)!), events: events.length };
    expect(verifyHistory(claim, events), stream).to.deep.equal([]);
    checked += events.length;
  }
  expect(checked, 'events in the store').to.be.above(0);
  return checked;
};

/** The same for the store at a URL. */
export const expectIntactHistoriesAt = async (eventStoreUrl: string): Promise<number> => {
  const { client, close } = connectToEventStore(eventStoreUrl);
  try {
    return await expectIntactHistories(client);
  } finally {
    await close();
  }
};
