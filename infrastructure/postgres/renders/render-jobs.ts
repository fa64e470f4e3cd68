import type { Knex } from 'knex';
import type { OwnerQueue } from '../../../application/renders/fair-turns.js';
import type { RenderJobs } from '../../../application/ports/render-jobs.js';
import type { RenderTrace } from '../../../application/ports/render-queue.js';
import type { RenderId } from '../../../domain/ids.js';

/** Ensures that only one dispatcher chooses at a time. */
const LOCK = `select pg_advisory_xact_lock(hashtext('framewright render turns'))`;

/** Each owner with waiting renders, found by an index skip scan, however many renders they have. */
const OWNERS = `
  with recursive owners as (
    (select owner_id from render_jobs where not over and queued_at is null order by owner_id limit 1)
    union all
    select (select owner_id from render_jobs
      where not over and queued_at is null and owner_id > owners.owner_id order by owner_id limit 1)
    from owners where owner_id is not null
  )
  select owner_id as "ownerId", coalesce(turn, 0) as "lastTurn", (select max(turn) from render_turns) as latest,
    (select count(*) from render_jobs where not over and queued_at is not null and owner_id = owners.owner_id)::int
      as "underWay",
    array(select render_id::text from render_jobs
      where not over and queued_at is null and owner_id = owners.owner_id
      order by rank, requested_at, render_id limit ?) as waiting
  from owners left join render_turns using (owner_id)
  where owner_id is not null`;

/** Marks the renders as queued, and stores the turns of their owners: of several turns of one, the last counts. */
const TAKE_TURNS = `
  with had as (select * from unnest(?::text[], ?::float8[], ?::uuid[]) as had (owner_id, number, render_id)),
  queued as (update render_jobs set queued_at = now() from had where render_jobs.render_id = had.render_id)
  insert into render_turns (owner_id, turn) select owner_id, max(number) from had group by owner_id
  on conflict (owner_id) do update set turn = excluded.turn`;

const setQueuedAt = (connection: Knex, ids: ReadonlyArray<RenderId>, queuedAt: Knex.Raw | null) =>
  connection('render_jobs').whereIn('render_id', ids).update({ queued_at: queuedAt });

/**
 * The renders that are waiting or in progress, from the table of the render-dispatch projection, and the owners' last
 * turns.
 */
export const postgresRenderJobs = (database: Knex): RenderJobs => ({
  claim: (depth, choose) =>
    database.transaction(async (transaction) => {
      await transaction.raw(LOCK);
      const { rows } = await transaction.raw<{ rows: ReadonlyArray<OwnerQueue & { latest: number | null }> }>(
        OWNERS,
        [depth],
      );
      const owners = rows.map(({ ownerId, lastTurn, underWay, waiting }) => ({
        ownerId,
        lastTurn,
        underWay,
        waiting,
      }));
      const turns = choose(owners, rows[0]?.latest ?? 0);
      const ids = turns.map(({ renderId }) => renderId);
      if (ids.length === 0) return ids;
      await transaction.raw(TAKE_TURNS, [
        turns.map(({ ownerId }) => ownerId),
        turns.map(({ number }) => number),
        ids,
      ]);
      return ids;
    }),

  giveBack: async (ids) => void (await setQueuedAt(database, ids, null)),

  stale: async (staleMs, limit) => {
    const rows = await database('render_jobs')
      .where({ over: false })
      .andWhereRaw(`queued_at < now() - ? * interval '1 millisecond'`, [staleMs])
      .orderBy('queued_at')
      .limit(limit)
      .select<ReadonlyArray<{ render_id: RenderId }>>('render_id');
    return rows.map((row) => row.render_id);
  },

  markQueued: async (ids) => void (await setQueuedAt(database, ids, database.fn.now())),

  traces: async (ids) => {
    const rows = await database('render_jobs')
      .whereIn('render_id', ids)
      .whereNotNull('traceparent')
      .select<ReadonlyArray<RenderTrace & { readonly renderId: RenderId }>>({
        renderId: 'render_id',
        traceparent: 'traceparent',
        requestedAt: 'requested_at',
      });
    return new Map(rows.map(({ renderId, ...trace }) => [renderId, trace]));
  },
});
