import { openDatabase } from '../../../infrastructure/postgres/connection/database.js';
import { migrate } from '../../../infrastructure/postgres/migrations/migrate.js';
import { postgresRateLimiter } from '../../../infrastructure/postgres/requests/rate-limits.js';
import { createTestDatabase } from '../../support/postgres.js';
import { rateLimitsContract } from './rate-limits-contract.js';

rateLimitsContract('PostgreSQL', async () => {
  const { url, drop } = await createTestDatabase();
  const [one, other] = [openDatabase({ url }), openDatabase({ url })];
  await migrate(one);
  return {
    processes: [postgresRateLimiter(one), postgresRateLimiter(other)],
    age: async (subject, seconds) => {
      const earlier = (column: string) => one.raw(`?? - ? * interval '1 s'`, [column, seconds]);
      await one('rate_windows')
        .where({ subject })
        .update({
          minute_opened: earlier('minute_opened'),
          hour_opened: earlier('hour_opened'),
          day_opened: earlier('day_opened'),
        });
    },
    close: async () => {
      await Promise.all([one.destroy(), other.destroy()]);
      await drop();
    },
  };
});
