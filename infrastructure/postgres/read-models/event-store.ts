import type { Knex } from 'knex';

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
