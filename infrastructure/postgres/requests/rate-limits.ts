import type { Knex } from 'knex';
import {
  RATE_WINDOWS,
  type RateLimiter,
  type RateVerdict,
  type RateWindow,
  WINDOW_SECONDS,
} from '../../../application/ports/rate-limits.js';
import type { RateLimits } from '../../../domain/api-key/events.js';
import { run } from '../connection/database.js';

type Counters = Readonly<Record<`${RateWindow}_used`, number> & Record<`${RateWindow}_left`, number>>;

const isOver = (window: RateWindow): string =>
  `${window}_opened + interval '${WINDOW_SECONDS[window]} s' <= excluded.${window}_opened`;

const counted = (window: RateWindow): string => `
  ${window}_opened = case when old.${isOver(window)} then excluded.${window}_opened else old.${window}_opened end,
  ${window}_used = case when old.${isOver(window)} then 1 else old.${window}_used + 1 end`;

const counters = RATE_WINDOWS.map(
  (window) => `${window}_used,
  extract(epoch from ${window}_opened + interval '${WINDOW_SECONDS[window]} s' - clock_timestamp())::float8 as ${window}_left`,
).join(', ');

/**
 * Counts in all windows or in none, in one statement. The row lock makes it exact for any number of concurrent
 * processes. It does not wait for the disk: only a crash of the database server can lose the last counts.
 */
const TAKE = `
  insert into rate_windows as old
    (subject, minute_opened, minute_used, hour_opened, hour_used, day_opened, day_used)
  select :subject, clock.now, 1, clock.now, 1, clock.now, 1
  from (select clock_timestamp() as now, set_config('synchronous_commit', 'off', true)) as clock
  on conflict (subject) do update set ${RATE_WINDOWS.map(counted).join(', ')}
  where ${RATE_WINDOWS.map((window) => `(old.${isOver(window)} or old.${window}_used < :${window})`).join(' and ')}
  returning ${counters}`;

const READ_COUNTERS = `select ${counters} from rate_windows where subject = :subject`;

/** Stands for no limit: the maximum of a counter. */
const UNLIMITED = 2_147_483_647;

const verdict = (taken: boolean, limits: RateLimits, row: Counters | undefined): RateVerdict => ({
  taken,
  windows: RATE_WINDOWS.flatMap((window) => {
    const limit = limits[window];
    if (limit === undefined) return [];
    const left = row?.[`${window}_left`] ?? 0;
    const used = left > 0 ? (row?.[`${window}_used`] ?? 0) : 0;
    return [
      { window, limit, remaining: Math.max(0, limit - used), resetSeconds: Math.max(1, Math.ceil(left)) },
    ];
  }),
});

/** Counts requests in one row per subject. */
export const postgresRateLimiter = (database: Knex): RateLimiter => ({
  take: (subject, limits) =>
    run(async () => {
      const { minute = UNLIMITED, hour = UNLIMITED, day = UNLIMITED } = limits;
      const bindings = { subject, minute, hour, day };
      const taken = await database.raw<{ rows: ReadonlyArray<Counters> }>(TAKE, bindings);
      if (taken.rows.length > 0) return verdict(true, limits, taken.rows[0]);
      const seen = await database.raw<{ rows: ReadonlyArray<Counters> }>(READ_COUNTERS, { subject });
      return verdict(false, limits, seen.rows[0]);
    }),
});
