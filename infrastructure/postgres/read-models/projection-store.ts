import type { Knex } from 'knex';
import type { LogBatch } from '../../../application/ports/event-log.js';
import type { ProjectionStore } from '../../../application/ports/projection-store.js';
import type { LogPosition, Recorded } from '../../../domain/events.js';
import type { EnqueueDeliveries, Projection } from '../../../projections/change.js';
import { type Checkpoints, isAfter, LOCK_PROJECTING, readCheckpoints, refuseLoss } from './checkpoints.js';
import { forgetStatements } from '../webhooks/webhook-secrets.js';
import { rowStatements } from './row-statements.js';
import { sendAsTransaction, sendTogether, type Statement } from '../connection/statements.js';

/** The SQL implementation of {@link EnqueueDeliveries}. */
export type Enqueue = (
  transaction: Knex.Transaction,
  requests: ReadonlyArray<EnqueueDeliveries>,
) => Promise<void>;

/** Announces the progress of the read models; the payload is the commit position. */
export const PROJECTED_CHANNEL = 'framewright_projected';

/** The events after the position, each once; repeated and out-of-order events are dropped. */
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

/** The statement that stores the new checkpoints, and notifies the API of them. */
const checkpointStatement = (names: ReadonlyArray<string>, { events, upTo }: LogBatch): Statement => {
  const last = events.at(-1);
  return {
    text: `with advanced as (insert into projection_checkpoints as stored
        (name, commit_position, prepare_position, events, last_stream, last_revision, last_event_id)
      select name, $1::bigint, $2::bigint, $3::bigint, $4::text, $5::bigint, $6::uuid
        from unnest($7::text[]) as name
      on conflict (name) do update
        set commit_position = excluded.commit_position, prepare_position = excluded.prepare_position,
          events = stored.events + excluded.events, updated_at = now(),
          last_stream = coalesce(excluded.last_stream, stored.last_stream),
          last_revision = coalesce(excluded.last_revision, stored.last_revision),
          last_event_id = coalesce(excluded.last_event_id, stored.last_event_id)
        where stored.commit_position < excluded.commit_position)
      select pg_notify($8, $1::bigint::text)`,
    values: [
      upTo.commit.toString(),
      upTo.prepare.toString(),
      events.length,
      last?.stream,
      last?.revision.toString(),
      last?.id,
      names,
      PROJECTED_CHANNEL,
    ],
  };
};

const skippedStatements = ({ unknownTypes, undecodable, upTo }: LogBatch): ReadonlyArray<Statement> => [
  ...(unknownTypes.length === 0
    ? []
    : [
        {
          text: `insert into projection_skipped_types (type, first_commit_position)
            select type, $1::bigint from unnest($2::text[]) as type on conflict do nothing`,
          values: [upTo.commit.toString(), unknownTypes],
        },
      ]),
  ...(undecodable.length === 0
    ? []
    : [
        {
          text: `insert into projection_skipped_events (stream, revision, type, reason)
            select stream, revision, "eventType", reason
            from json_to_recordset($1) as skipped(stream text, revision bigint, "eventType" text, reason text)
            on conflict do nothing`,
          values: [JSON.stringify(undecodable)],
        },
      ]),
];

/**
 * Projections in PostgreSQL. The changes of a batch are computed from this process's copy of the checkpoints, so that
 * all statements can be sent together. If the stored checkpoints have advanced in the meantime, some events are applied
 * again, which has no effect.
 */
export const postgresProjectionStore = (
  database: Knex,
  projections: ReadonlyArray<Projection>,
  enqueue: Enqueue,
): ProjectionStore => {
  const names = projections.map(({ name }) => name);
  let known: Checkpoints = new Map();

  /** Everything is sent at once, unless there are deliveries, which depend on what was written before. */
  const commit = async (
    statements: ReadonlyArray<Statement>,
    deliveries: ReadonlyArray<EnqueueDeliveries>,
  ): Promise<void> => {
    if (deliveries.length === 0) return sendAsTransaction(database, statements);
    await database.transaction(async (transaction) => {
      await sendTogether(transaction, statements);
      await enqueue(transaction, deliveries);
    });
  };

  return {
    start: async () => {
      known = await readCheckpoints(database);
      const positions = names.map((name) => known.get(name));
      if (positions.includes(undefined)) return undefined;
      return positions.reduce((lowest, position) =>
        position && lowest && isAfter(lowest, position) ? position : lowest,
      );
    },

    apply: async (batch) => {
      const changes = projections.flatMap(({ name, project }) =>
        inOrderAfter(batch.events, known.get(name)).flatMap(project),
      );
      const deliveries = changes.filter((change) => change._tag === 'EnqueueDeliveries');
      const forgotten = changes.filter((change) => change._tag === 'ForgetEndpoint');
      // The database may have lost a committed checkpoint. This process must then start again from the stored one.
      const statements = [
        LOCK_PROJECTING,
        refuseLoss(known),
        ...rowStatements(changes),
        ...forgetStatements(forgotten),
        ...skippedStatements(batch),
        checkpointStatement(names, batch),
      ];
      await commit(statements, deliveries);
      known = new Map(
        names.map((name) => {
          const before = known.get(name);
          return [name, before && !isAfter(batch.upTo, before) ? before : batch.upTo];
        }),
      );
    },
  };
};
