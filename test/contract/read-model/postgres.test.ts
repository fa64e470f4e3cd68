import { Client } from 'pg';
import { postgresReadModel } from '../../../infrastructure/postgres/read-models/read-model.js';
import { startReadModels } from '../../support/event-store/event-log.js';
import { readModelContract } from './read-model-contract.js';

readModelContract('PostgreSQL', async () => {
  const { database, url, store, stop } = await startReadModels();
  return {
    store,
    follow: (timeoutMs = 10_000) => postgresReadModel({ database, databaseUrl: url, timeoutMs }),
    disconnect: async () => {
      const admin = new Client({ connectionString: url });
      await admin.connect();
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'framewright-listen' and datname = current_database()`,
      );
      await admin.end();
    },
    close: stop,
  };
});
