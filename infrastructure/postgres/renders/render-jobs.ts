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
  select owner_id as "ownerId", coalesce(turn, 0) as "lastTurn",
    (select count(*) from render_jobs where not over and queued_at is not null and owner_id = owners.owner_id)::int
      as "underWay",
    array(select render_id::text from render_jobs
      where not over and queued_at is null and owner_id = owners.owner_id
      order by rank, requested_at, render_id limit ?) as waiting
  from owners left join render_turns using (owner_id)
  where owner_id is not null`;

const LATEST_TURN = `select coalesce(max(turn), 0)::float8 as latest from render_turns`;

/** Of several turns of an owner, the last counts. */
const STORE_TURNS = `
  insert into render_turns (owner_id, turn)
  select owner_id, max(number) from unnest(?::text[], ?::float8[]) as had (owner_id, number) group by owner_id
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
      const { rows } = await transaction.raw<{ rows: ReadonlyArray<OwnerQueue> }>(OWNERS, [depth]);
      const latest = await transaction.raw<{ rows: [{ latest: number }] }>(LATEST_TURN);
      const turns = choose(rows, latest.rows[0].latest);
      const ids = turns.map(({ renderId }) => renderId);
      if (ids.length === 0) return ids;
      await transaction.raw(STORE_TURNS, [
        turns.map(({ ownerId }) => ownerId),
        turns.map(({ number }) => number),
      ]);
      await setQueuedAt(transaction, ids, database.fn.now());
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
