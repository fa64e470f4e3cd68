import { jsonEvent, type JSONType } from '@eventstore/db-client';
import { toEventData } from '../../../infrastructure/eventstore/event-codec.js';
import { startStore } from '../../support/event-log.js';
import { eventLogContract } from './event-log-contract.js';

eventLogContract('EventStoreDB', async () => {
  const { client, log, stop } = await startStore();
  return {
    log,
    append: async (stream, events) => void (await client.appendToStream(stream, events.map(toEventData))),
    appendForeign: async (stream, { type, data }) =>
      void (await client.appendToStream(stream, jsonEvent({ type, data: data as JSONType }))),
    close: stop,
  };
});
