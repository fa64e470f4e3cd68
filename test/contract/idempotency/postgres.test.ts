import { openDatabase } from '../../../infrastructure/postgres/connection/database.js';
import { migrate } from '../../../infrastructure/postgres/migrations/migrate.js';
import { postgresIdempotency } from '../../../infrastructure/postgres/requests/idempotency.js';
import { createTestDatabase } from '../../support/postgres.js';
import { idempotencyContract } from './idempotency-contract.js';

idempotencyContract('PostgreSQL', async () => {
  const { url, drop } = await createTestDatabase();
  const [one, other] = [openDatabase({ url }), openDatabase({ url })];
  await migrate(one);
  const serviceKey = Buffer.alloc(32, 7);
  return {
    processes: [postgresIdempotency(one, serviceKey), postgresIdempotency(other, serviceKey)],
    close: async () => {
      await Promise.all([one.destroy(), other.destroy()]);
      await drop();
    },
  };
});
