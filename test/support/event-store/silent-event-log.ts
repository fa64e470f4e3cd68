import type { EventStoreDBClient } from '@eventstore/db-client';
import { uncompared } from '../../../application/transparency/compare-history.js';
import { eventStoreDbEventLog } from '../../../infrastructure/eventstore/event-log.js';

/** The event log of a store, for tests in which nothing is lost and every event is known. */
export const silentEventLog = (client: EventStoreDBClient) =>
  eventStoreDbEventLog(client, uncompared, {
    onLost: () => undefined,
    onUnknownEvent: () => undefined,
    onUndecodableEvent: () => undefined,
  });
