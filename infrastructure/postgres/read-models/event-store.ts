import type { Knex } from 'knex';
import type { LogPosition } from '../../../domain/events.js';
import { ANNOUNCED_WRITES } from './announced-writes.js';
import { type EventReference, isAfter, readProgress } from './checkpoints.js';

interface Row {
  readonly store_id: string;
}

const TABLE = 'projection_event_store';

/** Records that the checkpoints of this database belong to this store. */
export const recordStore = async (transaction: Knex.Transaction, storeId: string): Promise<void> => {
  await transaction(TABLE)
    .insert({ single: true, store_id: storeId, noted_at: transaction.fn.now() })
    .onConflict('single')
    .merge();
};

/**
 * Assigns the database to this event store, unless its checkpoints belong to another one. A database without a recorded
 * store, or without checkpoints, is free.
 * @returns the identity of the store that the database belongs to now: the given one or another one
 */
export const claimFor = (database: Knex, storeId: string): Promise<string> =>
  database.transaction(async (transaction) => {
    await transaction(TABLE).insert({ store_id: storeId }).onConflict('single').ignore();
    const [noted] = await transaction<Row>(TABLE).forUpdate().select('store_id');
    if (noted === undefined || noted.store_id === storeId) return storeId;
    const checkpoint = await transaction('projection_checkpoints').first('name');
    if (checkpoint !== undefined) return noted.store_id;
    await recordStore(transaction, storeId);
    return storeId;
  });

/** The identity of the store that the database belongs to; undefined if it is free. */
export const recordedStore = async (database: Knex): Promise<string | undefined> =>
  (await database<Row>(TABLE).first('store_id'))?.store_id;

/** The event store that replaces another as the source of a database. */
export interface Adoption {
  readonly storeId: string;
  /** The position of an event in that store; undefined if the store does not have it. */
  readonly positionOf: (event: EventReference) => Promise<LogPosition | undefined>;
}

/**
 * Makes the database follow another store; the new tables contain its events up to `upTo`. Checkpoints of the old store
 * are removed. A projection that cannot be rebuilt, because it sends things, continues after the last event it has
 * applied. If the new store does not have that event, nothing that is already in the store is sent.
 */
export const adopt = async (
  transaction: Knex.Transaction,
  { storeId, positionOf }: Adoption,
  upTo: LogPosition | undefined,
): Promise<void> => {
  const progress = await readProgress(transaction);
  await transaction('projection_checkpoints').delete();
  await transaction(ANNOUNCED_WRITES).delete(); // positions in the old store
  await recordStore(transaction, storeId);
  for (const [name, { last, events }] of progress) {
    const found = last && (await positionOf(last));
    const position = found && upTo && !isAfter(found, upTo) ? found : upTo;
    if (position === undefined) continue;
    await transaction('projection_checkpoints').insert({
      name,
      commit_position: position.commit.toString(),
      prepare_position: position.prepare.toString(),
      events: events.toString(),
      last_stream: last?.stream,
      last_revision: last?.revision.toString(),
      last_event_id: last?.id,
    });
  }
};
