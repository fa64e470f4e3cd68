import { openDatabase } from '../../../infrastructure/postgres/connection/database.js';
import { postgresIdempotency } from '../../../infrastructure/postgres/requests/idempotency.js';
import { createMigratedDatabase } from '../../support/servers/postgres.js';
import { idempotencyContract } from './idempotency-contract.js';

idempotencyContract('PostgreSQL', async () => {
  const { url, drop } = await createMigratedDatabase();
  const [one, other] = [openDatabase({ url }), openDatabase({ url })];
  const serviceKey = Buffer.alloc(32, 7);
  return {
    processes: [postgresIdempotency(one, serviceKey), postgresIdempotency(other, serviceKey)],
    close: async () => {
      await Promise.all([one.destroy(), other.destroy()]);
      await drop();
    },
  };
});
