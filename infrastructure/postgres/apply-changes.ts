import type { Knex } from 'knex';
import type { Change, EnqueueDeliveries, Row } from '../../projections/change.js';

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

const toJson = (rows: ReadonlyArray<Row>): string =>
  JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));

/** Several updates of one row become one: later values win, the highest revision counts. */
const merged = (updates: ReadonlyArray<Update>): ReadonlyArray<Update> =>
  [...groupBy(updates, ({ table, key }) => `${table} ${toJson([key])}`).values()].map((ofOneRow) =>
    ofOneRow.reduce((earlier, later) => ({ ...later, set: { ...earlier.set, ...later.set } })),
  );

const insertRows = async (transaction: Knex.Transaction, inserts: ReadonlyArray<Insert>): Promise<void> => {
  for (const [table, ofTable] of groupBy(inserts, (change) => change.table)) {
    const rows = ofTable.map(({ row, revision }) => ({ ...row, revision }));
    const columns = Object.keys(rows[0] ?? {});
    const names = columns.map(() => '??').join(', ');
    await transaction.raw(
      `insert into ?? (${names}) select ${names} from json_populate_recordset(null::??, ?::json)
       on conflict do nothing`,
      [table, ...columns, ...columns, table, toJson(rows)],
    );
  }
};

const updateRows = async (transaction: Knex.Transaction, updates: ReadonlyArray<Update>): Promise<void> => {
  const byShape = groupBy(
    merged(updates),
    ({ table, set }) => `${table} ${Object.keys(set).toSorted().join()}`,
  );
  for (const ofShape of byShape.values()) {
    const [{ table, key, set } = { table: '', key: {}, set: {} }] = ofShape;
    const columns = [...Object.keys(set), 'revision'];
    const keys = Object.keys(key);
    await transaction.raw(
      `update ?? as stored set ${columns.map(() => '?? = changed.??').join(', ')}
       from json_populate_recordset(null::??, ?::json) as changed
       where ${keys.map(() => 'stored.?? = changed.??').join(' and ')} and stored.revision < changed.revision`,
      [
        table,
        ...columns.flatMap((column) => [column, column]),
        table,
        toJson(ofShape.map((change) => ({ ...change.key, ...change.set, revision: change.revision }))),
        ...keys.flatMap((column) => [column, column]),
      ],
    );
  }
};

/**
 * Writes the changes of consecutive events: one statement per table and shape, however many events. All rows are
 * inserted first, then updated; deliveries come last, as they read what the others wrote.
 */
export const applyChanges = async (
  transaction: Knex.Transaction,
  changes: ReadonlyArray<Change>,
  enqueue: Enqueue,
): Promise<void> => {
  await insertRows(
    transaction,
    changes.filter((change) => change._tag === 'Insert'),
  );
  await updateRows(
    transaction,
    changes.filter((change) => change._tag === 'Update'),
  );
  const deliveries = changes.filter((change) => change._tag === 'EnqueueDeliveries');
  if (deliveries.length > 0) await enqueue(transaction, deliveries);
};
