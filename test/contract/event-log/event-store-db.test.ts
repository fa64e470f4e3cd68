import { startStore } from '../../support/event-log.js';
import { eventLogContract } from './event-log-contract.js';

eventLogContract('EventStoreDB', async () => {
  const { log, append, appendForeign, stop } = await startStore();
  return { log, append, appendForeign, close: stop };
});
