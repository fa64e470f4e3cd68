import type { Knex } from 'knex';
import type { Change, EnqueueDeliveries } from '../../projections/change.js';

type Insert = Extract<Change, { _tag: 'Insert' }>;
type Update = Extract<Change, { _tag: 'Update' }>;

/** The SQL side of {@link EnqueueDeliveries}. */
export type Enqueue = (
  transaction: Knex.Transaction,
  requests: ReadonlyArray<EnqueueDeliveries>,
) => Promise<void>;

const groupBy = <A>(items: ReadonlyArray<A>, key: (item: A) => string): Map<string, A[]> => {
  const groups = new Map<string, A[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
};

/** Several updates of one row become one: later values win, the highest revision counts. */
const merged = (updates: ReadonlyArray<Update>): ReadonlyArray<Update> =>
  [...groupBy(updates, ({ table, key }) => `${table} ${Object.values(key).join()}`).values()].map(
    ([first, ...others]) =>
      others.reduce(
        (earlier, later) => ({ ...later, set: { ...earlier.set, ...later.set } }),
        first as Update,
      ),
  );

/** Where the changes go. */
export interface Destination {
  readonly enqueue: Enqueue;
  /** The table to write to in place of the one that a change names. */
  readonly place?: (table: string) => string;
}

const insertRows = async (
  transaction: Knex.Transaction,
  inserts: ReadonlyArray<Insert>,
  place: (table: string) => string,
): Promise<void> => {
  for (const [named, ofTable] of groupBy(inserts, (change) => change.table)) {
    const table = place(named);
    const rows = ofTable.map(({ row, revision }) => ({ ...row, revision: revision.toString() }));
    const columns = Object.keys(rows[0] ?? {});
    const names = columns.map(() => '??').join(', ');
    await transaction.raw(
      `insert into ?? (${names}) select ${names} from json_populate_recordset(null::??, ?::json)
       on conflict do nothing`,
      [table, ...columns, ...columns, table, JSON.stringify(rows)],
    );
  }
};

const updateRows = async (
  transaction: Knex.Transaction,
  updates: ReadonlyArray<Update>,
  place: (table: string) => string,
): Promise<void> => {
  const byShape = groupBy(
    merged(updates),
    ({ table, set }) => `${table} ${Object.keys(set).toSorted().join()}`,
  );
  for (const ofShape of byShape.values()) {
    const [{ table: named, key, set } = { table: '', key: {}, set: {} }] = ofShape;
    const table = place(named);
    const columns = [...Object.keys(set), 'revision'];
    const keys = Object.keys(key);
    const rows = ofShape.map((change) => ({
      ...change.key,
      ...change.set,
      revision: change.revision.toString(),
    }));
    await transaction.raw(
      `update ?? as stored set ${columns.map(() => '?? = changed.??').join(', ')}
       from json_populate_recordset(null::??, ?::json) as changed
       where ${keys.map(() => 'stored.?? = changed.??').join(' and ')} and stored.revision < changed.revision`,
      [
        table,
        ...columns.flatMap((column) => [column, column]),
        table,
        JSON.stringify(rows),
        ...keys.flatMap((column) => [column, column]),
      ],
    );
  }
};

/**
 * Writes the changes of events in the order of the log: one statement per table and shape, however many events. All rows
 * are inserted first, then updated; deliveries come last, as they read what the others wrote.
 */
export const applyChanges = async (
  transaction: Knex.Transaction,
  changes: ReadonlyArray<Change>,
  { enqueue, place = (table) => table }: Destination,
): Promise<void> => {
  await insertRows(
    transaction,
    changes.filter((change) => change._tag === 'Insert'),
    place,
  );
  await updateRows(
    transaction,
    changes.filter((change) => change._tag === 'Update'),
    place,
  );
  const deliveries = changes.filter((change) => change._tag === 'EnqueueDeliveries');
  if (deliveries.length > 0) await enqueue(transaction, deliveries);
};
