import { postgresQueries } from '../../../infrastructure/postgres/queries/queries.js';
import { startReadModels } from '../../support/event-store/event-log.js';
import { queriesContract } from './queries-contract.js';

queriesContract('PostgreSQL', async () => {
  const { database, store, stop } = await startReadModels();
  return { queries: postgresQueries(database), store, close: stop };
});
