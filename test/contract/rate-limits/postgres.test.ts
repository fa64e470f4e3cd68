import { openDatabase } from '../../../infrastructure/postgres/connection/database.js';
import { postgresRateLimiter } from '../../../infrastructure/postgres/requests/rate-limits.js';
import { createMigratedDatabase } from '../../support/servers/postgres.js';
import { rateLimitsContract } from './rate-limits-contract.js';

rateLimitsContract('PostgreSQL', async () => {
  const { url, drop } = await createMigratedDatabase();
  const [one, other] = [openDatabase({ url }), openDatabase({ url })];
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
