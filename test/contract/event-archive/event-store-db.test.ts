import { uncompared } from '../../../application/transparency/compare-history.js';
import { eventStoreDbArchive } from '../../../infrastructure/eventstore/event-archive.js';
import { startStore } from '../../support/event-store/event-log.js';
import { eventArchiveContract } from './event-archive-contract.js';

eventArchiveContract('EventStoreDB', async () => {
  const { client, append, appendForeign, stop } = await startStore();
  return { archive: eventStoreDbArchive(client, uncompared), append, appendForeign, close: stop };
});
