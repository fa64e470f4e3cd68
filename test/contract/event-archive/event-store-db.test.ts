import { jsonEvent, type JSONType } from '@eventstore/db-client';
import { eventStoreDbArchive } from '../../../infrastructure/eventstore/event-archive.js';
import { toEventData } from '../../../infrastructure/eventstore/event-codec.js';
import { startStore } from '../../support/event-log.js';
import { eventArchiveContract } from './event-archive-contract.js';

eventArchiveContract('EventStoreDB', async () => {
  const { client, stop } = await startStore();
  return {
    archive: eventStoreDbArchive(client),
    append: async (stream, events) => void (await client.appendToStream(stream, events.map(toEventData))),
    appendForeign: async (stream, { type, data }) =>
      void (await client.appendToStream(stream, jsonEvent({ type, data: data as JSONType }))),
    close: stop,
  };
});
