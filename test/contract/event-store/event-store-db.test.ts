import { uncompared } from '../../../application/transparency/compare-history.js';
import { cachedStreamHeads } from '../../../application/commands/cached-stream-heads.js';
import { eventStoreDbEventStore } from '../../../infrastructure/eventstore/event-store-db.js';
import { connect } from '../../support/event-store/event-store-client.js';
import { eventStoreContract } from './event-store-contract.js';

const open = async () => {
  const client = await connect();
  return { store: eventStoreDbEventStore(client, uncompared), close: () => client.dispose() };
};

eventStoreContract('EventStoreDB', open);
eventStoreContract('EventStoreDB with cached stream heads', async () => {
  const { store, close } = await open();
  return { store: cachedStreamHeads(store), close };
});
