import { escapeIdentifier } from 'pg';
import { groupedBy } from '../../../domain/groups.js';
import type { Change } from '../../../projections/change.js';
import type { Statement } from '../connection/statements.js';

type Insert = Extract<Change, { _tag: 'Insert' }>;
type Update = Extract<Change, { _tag: 'Update' }>;

/** The table to write to instead of the one that a change names. */
type TableMapping = (table: string) => string;

/** Quotes the name of a table or column; a dot separates a schema from its table. */
const quoted = (name: string): string => name.split('.').map(escapeIdentifier).join('.');

/** Merges several updates of one row: later values win, the highest revision counts. */
const merged = (updates: ReadonlyArray<Update>): ReadonlyArray<Update> =>
  [...groupedBy(updates, ({ table, key }) => `${table} ${Object.values(key).join()}`).values()].map(
    ([first, ...others]) =>
      others.reduce(
        (earlier, later) => ({ ...later, set: { ...earlier.set, ...later.set } }),
        first as Update,
      ),
  );

const insertStatements = (inserts: ReadonlyArray<Insert>, mapTable: TableMapping): ReadonlyArray<Statement> =>
  [...groupedBy(inserts, (change) => change.table)].map(([named, ofTable]) => {
    const table = quoted(mapTable(named));
    const rows = ofTable.map(({ row, revision }) => ({ ...row, revision: revision.toString() }));
    const columns = Object.keys(rows[0] ?? {})
      .map(quoted)
      .join(', ');
    return {
      text: `insert into ${table} (${columns})
        select ${columns} from json_populate_recordset(null::${table}, $1) on conflict do nothing`,
      values: [JSON.stringify(rows)],
    };
  });

/** The keys are passed twice: the planner does not know how many rows the JSON has, and would scan the table. */
const updateStatements = (
  updates: ReadonlyArray<Update>,
  mapTable: TableMapping,
): ReadonlyArray<Statement> => {
  const byShape = groupedBy(
    merged(updates),
    ({ table, set }) => `${table} ${Object.keys(set).toSorted().join()}`,
  );
  return [...byShape.values()].map((ofShape) => {
    const [{ table: named, key, set } = { table: '', key: {}, set: {} }] = ofShape;
    const table = quoted(mapTable(named));
    const columns = [...Object.keys(set).toSorted(), 'revision'].map(quoted);
    const keys = Object.keys(key);
    const rows = ofShape.map((change) => ({
      ...change.key,
      ...change.set,
      revision: change.revision.toString(),
    }));
    return {
      text: `update ${table} as stored set ${columns.map((column) => `${column} = changed.${column}`).join(', ')}
        from json_populate_recordset(null::${table}, $1) as changed
        where ${keys.map((name) => `stored.${quoted(name)} = changed.${quoted(name)}`).join(' and ')}
          and ${keys.map((name, index) => `stored.${quoted(name)} = any($${index + 2})`).join(' and ')}
          and stored.revision < changed.revision`,
      values: [JSON.stringify(rows), ...keys.map((name) => ofShape.map((change) => change.key[name]))],
    };
  });
};

/**
 * Builds the statements that write the changes of events in log order: one statement per table and shape, however many
 * events. All inserts run before the updates. Effects are not included.
 */
export const rowStatements = (
  changes: ReadonlyArray<Change>,
  mapTable: TableMapping = (table) => table,
): ReadonlyArray<Statement> => [
  ...insertStatements(
    changes.filter((change) => change._tag === 'Insert'),
    mapTable,
  ),
  ...updateStatements(
    changes.filter((change) => change._tag === 'Update'),
    mapTable,
  ),
];
