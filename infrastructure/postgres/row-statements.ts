import type { Change } from '../../projections/change.js';
import type { Statement } from './send-together.js';

type Insert = Extract<Change, { _tag: 'Insert' }>;
type Update = Extract<Change, { _tag: 'Update' }>;

/** The table to write to in place of the one that a change names. */
type Place = (table: string) => string;

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

const insertStatements = (inserts: ReadonlyArray<Insert>, place: Place): ReadonlyArray<Statement> =>
  [...groupBy(inserts, (change) => change.table)].map(([named, ofTable]) => {
    const table = place(named);
    const rows = ofTable.map(({ row, revision }) => ({ ...row, revision: revision.toString() }));
    const columns = Object.keys(rows[0] ?? {});
    const names = columns.map(() => '??').join(', ');
    return {
      sql: `insert into ?? (${names}) select ${names} from json_populate_recordset(null::??, ?::json)
       on conflict do nothing`,
      bindings: [table, ...columns, ...columns, table, JSON.stringify(rows)],
    };
  });

const updateStatements = (updates: ReadonlyArray<Update>, place: Place): ReadonlyArray<Statement> => {
  const byShape = groupBy(
    merged(updates),
    ({ table, set }) => `${table} ${Object.keys(set).toSorted().join()}`,
  );
  return [...byShape.values()].map((ofShape) => {
    const [{ table: named, key, set } = { table: '', key: {}, set: {} }] = ofShape;
    const table = place(named);
    const columns = [...Object.keys(set), 'revision'];
    const keys = Object.keys(key);
    const rows = ofShape.map((change) => ({
      ...change.key,
      ...change.set,
      revision: change.revision.toString(),
    }));
    return {
      sql: `update ?? as stored set ${columns.map(() => '?? = changed.??').join(', ')}
       from json_populate_recordset(null::??, ?::json) as changed
       where ${keys.map(() => 'stored.?? = changed.??').join(' and ')} and stored.revision < changed.revision`,
      bindings: [
        table,
        ...columns.flatMap((column) => [column, column]),
        table,
        JSON.stringify(rows),
        ...keys.flatMap((column) => [column, column]),
      ],
    };
  });
};

/**
 * What writes the changes of events in the order of the log: one statement per table and shape, however many events. All
 * rows are inserted first, then updated. Deliveries are not among them.
 */
export const rowStatements = (
  changes: ReadonlyArray<Change>,
  place: Place = (table) => table,
): ReadonlyArray<Statement> => [
  ...insertStatements(
    changes.filter((change) => change._tag === 'Insert'),
    place,
  ),
  ...updateStatements(
    changes.filter((change) => change._tag === 'Update'),
    place,
  ),
];
