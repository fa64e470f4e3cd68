import type { Knex } from 'knex';
import type { DayOfRenders, RenderQueries } from '../../../application/ports/queries.js';
import { run } from '../connection/database.js';

const DAYS = `
  select to_char(day, 'YYYY-MM-DD') as date,
    count(status)::int as renders,
    count(*) filter (where status = 'completed')::int as completed,
    count(*) filter (where status = 'failed')::int as failed,
    coalesce(sum(duration_ms), 0) as "durationMs",
    coalesce(sum(bytes), 0) as bytes
  from generate_series(:first::timestamp, :last::timestamp, interval '1 day') as day
  left join render_details on owner_id = :owner
    and created_at >= day at time zone 'UTC' and created_at < (day + interval '1 day') at time zone 'UTC'
  group by day order by day`;

export const usageQueries = (database: Knex): Pick<RenderQueries, 'byDay'> => ({
  byDay: (owner, { first, last }) =>
    run(async () => {
      const found = await database.raw<{ rows: ReadonlyArray<DayOfRenders> }>(DAYS, { owner, first, last });
      return found.rows;
    }),
});
