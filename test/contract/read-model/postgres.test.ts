import { Client } from 'pg';
import { postgresReadModel } from '../../../infrastructure/postgres/read-models/read-model.js';
import { startReadModels } from '../../support/event-store/event-log.js';
import { readModelContract } from './read-model-contract.js';

readModelContract('PostgreSQL', async () => {
  const { database, url, store, stop } = await startReadModels();
  let stored: bigint | undefined;
  return {
    store,
    storeUpTo: (commit) => {
      stored = commit;
    },
    follow: (timeoutMs = 10_000, closeMs = 250) =>
      postgresReadModel({
        database,
        databaseUrl: url,
        timeoutMs,
        closeMs,
        lastStored: () => Promise.resolve(stored),
      }),
    disconnect: async () => {
      const admin = new Client({ connectionString: url });
      await admin.connect();
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'framewright-listen' and datname = current_database()`,
      );
      await admin.end();
    },
    forgetAnnounced: () => database('announced_writes').truncate(),
    close: stop,
  };
});
