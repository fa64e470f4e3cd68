import { postgresQueries } from '../../../infrastructure/postgres/queries/queries.js';
import { announcedWrites } from '../../../infrastructure/postgres/read-models/announced-writes.js';
import { startReadModels } from '../../support/event-store/event-log.js';
import { queriesContract } from './queries-contract.js';

queriesContract('PostgreSQL', async () => {
  const { database, store, stop } = await startReadModels();
  const announced = announcedWrites(database, () => Promise.resolve());
  return { queries: postgresQueries(database), store, announced, close: stop };
});
