import { openDatabase } from '../../../infrastructure/postgres/connection/database.js';
import { postgresAssetUploads } from '../../../infrastructure/postgres/requests/asset-uploads.js';
import { createMigratedDatabase } from '../../support/servers/postgres.js';
import { assetUploadsContract } from './asset-uploads-contract.js';

assetUploadsContract('PostgreSQL', async () => {
  const { url, drop } = await createMigratedDatabase();
  const database = openDatabase({ url });
  return {
    uploads: postgresAssetUploads(database),
    age: async (id, ms) => {
      const earlier = (column: string) => database.raw(`?? - ? * interval '1 ms'`, [column, ms]);
      await database('asset_uploads')
        .where({ asset_id: id })
        .update({ touched_at: earlier('touched_at'), checked_at: earlier('checked_at') });
    },
    isWaiting: async () => {
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await database.raw<{ rows: ReadonlyArray<unknown> }>(waiting)).rows.length > 0;
    },
    close: async () => {
      await database.destroy();
      await drop();
    },
  };
});
