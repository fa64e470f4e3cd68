import * as O from 'fp-ts/lib/Option.js';
import type { Knex } from 'knex';
import type {
  RenderGlance,
  RenderOutlook,
  RenderOutlooks,
} from '../../../application/ports/render-outlooks.js';
import type { OwnerWeights } from '../../../application/renders/fair-turns.js';
import { LOWEST_RANK } from '../../../projections/renders.js';
import { rowOf, type StoredAs } from '../connection/stored-rows.js';
import { renderHistory } from './render-history.js';
import { run } from '../connection/database.js';
import { batchedLookup, type OnAdvanced } from './batched-lookup.js';
import { isFinished, type RenderStatus } from '../../../domain/render/state.js';

/** The progress that goes with a status. */
export const shownProgress = ({
  status,
  fraction,
}: {
  readonly status: RenderStatus;
  readonly fraction: number | null;
}): number => {
  if (status === 'completed') return 1;
  return isFinished(status) ? 0 : (fraction ?? 0);
};

/** Renders with the progress of their current attempt, without columns; to be filtered by `render_details` columns. */
export const withProgress = (database: Knex): Knex.QueryBuilder =>
  database('render_details').leftJoin('render_progress', (join) =>
    join
      .on('render_progress.render_id', 'render_details.render_id')
      .andOn('render_progress.attempt', 'render_details.attempt'),
  );

/** Up to this number, the renders ahead of one are counted exactly. */
const MAX_AHEAD = 10_000;

/** The progress that a job's worker reported. Workers report none of replays: what is stored is the render's. */
const FRACTION = `case when rank > ${LOWEST_RANK} then 0 else coalesce(fraction, 0) end`;

/**
 * The queue as seen by one render or replay, in the order of `fairTurns`. A render of another owner precedes this one if
 * its turn has a lower number; with the same number, if that owner's previous turn was earlier. An index skip scan finds
 * the owners.
 */
const OUTLOOK = `
  with recursive latest as (select coalesce(max(turn), 0) as turn from render_turns),
  mine as (
    select render_id, owner_id, rank, requested_at, queued_at, started_at, work,
      coalesce(turn, 0) as turn, coalesce((:weights::jsonb ->> owner_id)::float8, 1) as weight,
      ${FRACTION} as fraction
    from render_jobs left join render_turns using (owner_id) left join render_progress using (render_id) where render_id = :id and not over
  ),
  own as (
    select count(*)::int as renders, coalesce(sum(work), 0) as work from (
      select ahead.work from render_jobs as ahead, mine
      where ahead.owner_id = mine.owner_id and not ahead.over and ahead.queued_at is null
        and mine.queued_at is null
        and (ahead.rank, ahead.requested_at, ahead.render_id) < (mine.rank, mine.requested_at, mine.render_id)
      limit :most) as counted
  ),
  my_turn as (
    select mine.owner_id, first + own.renders / weight as number,
      case own.renders when 0 then turn else first + (own.renders - 1) / weight end as previous
    from own, (select *, greatest(turn + 1 / weight, (select turn from latest)) as first from mine) as mine
    where queued_at is null
  ),
  owners as (
    (select owner_id from render_jobs where not over and queued_at is null order by owner_id limit 1)
    union all
    select (select owner_id from render_jobs
      where not over and queued_at is null and owner_id > owners.owner_id order by owner_id limit 1)
    from owners where owner_id is not null
  ),
  others as (
    select coalesce(sum(ahead.renders), 0)::int as renders, coalesce(sum(ahead.work), 0) as work
    from my_turn cross join owners
      left join render_turns on render_turns.owner_id = owners.owner_id
      cross join lateral (
        select coalesce(turn, 0) as turn, coalesce((:weights::jsonb ->> owners.owner_id)::float8, 1) as weight
      ) as its
      cross join lateral (
        select greatest(its.turn + 1 / weight, (select turn from latest)) as first
      ) as turns
      cross join lateral (
        select greatest(0, ceil((my_turn.number - first) * weight)) as earlier
      ) as counted
      cross join lateral (
        select count(*) as renders, sum(work) as work from (
          select work from render_jobs
          where owner_id = owners.owner_id and not over and queued_at is null
          order by rank, requested_at, render_id
          limit earlier + (
            (first + earlier / weight, case earlier when 0 then its.turn else first + (earlier - 1) / weight end,
              owners.owner_id) < (my_turn.number, my_turn.previous, my_turn.owner_id))::int
        ) as next
      ) as ahead
    where owners.owner_id <> my_turn.owner_id
  ),
  under_way as (
    select count(*)::int as renders,
      count(*) filter (where job.started_at is null
        and (mine.queued_at is null or job.queued_at < mine.queued_at))::int as unstarted,
      coalesce(sum(left_over), 0) as work,
      coalesce(sum(left_over) filter (where job.owner_id = mine.owner_id), 0) as own_work
    from mine, (
      select owner_id, started_at, queued_at, render_id,
        work * (1 - ${FRACTION}) as left_over
      from render_jobs left join render_progress using (render_id) where not over and queued_at is not null
    ) as job
    where job.render_id <> mine.render_id
  )
  select mine.owner_id as "ownerId", mine.work::float8, mine.fraction::float8, mine.started_at as "startedAt",
    1 + under_way.unstarted + own.renders + others.renders as position,
    (under_way.work + own.work + others.work)::float8 as "workBefore",
    (under_way.own_work + own.work)::float8 as "ownWorkBefore",
    under_way.renders as "underWay"
  from mine, own, others, under_way`;

interface OutlookRow extends Omit<RenderOutlook, 'startedAt' | 'speeds'> {
  readonly ownerId: string;
  readonly startedAt: Date | null;
  readonly position: number;
}

type StoredGlance = StoredAs<Omit<RenderGlance, 'fraction' | 'clips'>> & { readonly fraction: number | null };

/** @param weights the weights of owners by which their renders are dispatched */
export const outlookQueries = (
  database: Knex,
  weights: OwnerWeights,
  onAdvanced: OnAdvanced,
): RenderOutlooks => {
  const history = renderHistory(database);
  return {
    history: (owner) =>
      run(async () => ({ speeds: await history.speeds(owner), densities: await history.densities(owner) })),

    outlook: (id) =>
      run(async () => {
        const bindings = {
          id,
          most: MAX_AHEAD,
          weights: JSON.stringify(Object.fromEntries(weights)),
        };
        const found = await database.raw<{ rows: ReadonlyArray<OutlookRow> }>(OUTLOOK, bindings);
        const [row] = found.rows;
        if (!row) return O.none;
        const { ownerId, startedAt, position, ...outlook } = row;
        const speeds = await history.speeds(ownerId);
        const place = startedAt ? { startedAt: startedAt.toISOString() } : { position };
        return O.some({ ...outlook, ...place, speeds });
      }),

    glanceSoon: batchedLookup(
      async (ids) => {
        const rows = await withProgress(database)
          .whereIn('render_details.render_id', ids)
          .select('render_details.render_id', 'status', 'render_details.attempt')
          .select<ReadonlyArray<StoredGlance>>('fraction', 'stage', 'frames', 'total_frames', 'fps');
        return rows.map((stored) =>
          rowOf<RenderGlance>({ ...stored, clips: null, fraction: shownProgress(stored) }),
        );
      },
      ({ renderId }) => renderId,
      onAdvanced,
    ),
  };
};
