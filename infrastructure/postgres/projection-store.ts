import type { Knex } from 'knex';
import type { LogBatch } from '../../application/ports/event-log.js';
import type { ProjectionStore } from '../../application/ports/projection-store.js';
import type { LogPosition, Recorded } from '../../domain/events.js';
import type { Projection } from '../../projections/change.js';
import { applyChanges, type Enqueue } from './apply-changes.js';
import { type Checkpoints, isAfter, readCheckpoints } from './checkpoints.js';

/** Announces how far the read models are; the payload is the commit position. */
export const PROJECTED_CHANNEL = 'framewright_projected';

/** Those after the position, each once: what comes again or behind its successor is dropped. */
const inOrderAfter = (
  events: ReadonlyArray<Recorded>,
  start: LogPosition | undefined,
): ReadonlyArray<Recorded> => {
  let reached = start;
  return events.filter(({ position }) => {
    if (!isAfter(position, reached)) return false;
    reached = position;
    return true;
  });
};

/** Projections in PostgreSQL. */
export const postgresProjectionStore = (
  database: Knex,
  projections: ReadonlyArray<Projection>,
  enqueue: Enqueue,
): ProjectionStore => {
  const names = projections.map(({ name }) => name);
  let applied: LogPosition | undefined;

  /** The database may have lost what it had confirmed: then this process must begin again where it stands. */
  const refuseLoss = (stored: Checkpoints): void => {
    if (applied === undefined) return;
    for (const name of names)
      if (isAfter(applied, stored.get(name)))
        throw new Error(`the checkpoint of ${name} is behind what was stored`);
  };

  const advance = (transaction: Knex.Transaction, { events, upTo }: LogBatch) =>
    transaction.raw(
      `insert into projection_checkpoints as stored (name, commit_position, prepare_position, events)
       select name, ?, ?, ? from unnest(?::text[]) as name
       on conflict (name) do update
         set commit_position = excluded.commit_position, prepare_position = excluded.prepare_position,
           events = stored.events + excluded.events, updated_at = now()
         where stored.commit_position < excluded.commit_position`,
      [upTo.commit.toString(), upTo.prepare.toString(), events.length, names],
    );

  const noteSkipped = (transaction: Knex.Transaction, { unknownTypes, upTo }: LogBatch) =>
    transaction('projection_skipped_types')
      .insert(unknownTypes.map((type) => ({ type, first_commit_position: upTo.commit.toString() })))
      .onConflict('type')
      .ignore();

  return {
    start: async () => {
      const stored = await readCheckpoints(database);
      const positions = names.map((name) => stored.get(name));
      if (positions.includes(undefined)) return undefined;
      return positions.reduce((lowest, position) =>
        position && lowest && isAfter(lowest, position) ? position : lowest,
      );
    },

    apply: async (batch) => {
      await database.transaction(async (transaction) => {
        const stored = await readCheckpoints(transaction, { forUpdate: true });
        refuseLoss(stored);
        const changes = projections.flatMap(({ name, project }) =>
          inOrderAfter(batch.events, stored.get(name)).flatMap(project),
        );
        await applyChanges(transaction, changes, { enqueue });
        if (batch.unknownTypes.length > 0) await noteSkipped(transaction, batch);
        await advance(transaction, batch);
        await transaction.raw('select pg_notify(?, ?)', [PROJECTED_CHANNEL, batch.upTo.commit.toString()]);
      });
      applied = batch.upTo;
    },
  };
};
