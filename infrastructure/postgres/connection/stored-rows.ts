type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Lowercase<First>}${SnakeCase<Rest>}`
  : '';

/** The value of a column: names in `At` are times, and a field that may be absent is null. */
type Column<Row, Field extends keyof Row> =
  | (Field extends `${string}At` ? Date : Exclude<Row[Field], undefined>)
  | (Record<never, never> extends Pick<Row, Field> ? null : never);

/** A row of a port as a table holds it: columns in snake case, times as `Date`, absent fields as null. */
export type StoredAs<Row> = {
  readonly [Field in keyof Row & string as SnakeCase<Field>]-?: Column<Row, Field>;
};

const fields = new Map<string, string>();

/** The name of a column as a field: `created_at` is `createdAt`. */
const fieldOf = (column: string): string => {
  const known =
    fields.get(column) ?? column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  fields.set(column, known);
  return known;
};

/** Reads a row of a port from its stored form, with all columns that were selected. */
export const rowOf = <Row extends object>(stored: StoredAs<Row>): Row =>
  Object.fromEntries(
    Object.entries(stored as Readonly<Record<string, unknown>>).flatMap(([column, value]) =>
      value === null ? [] : [[fieldOf(column), value instanceof Date ? value.toISOString() : value]],
    ),
  ) as Row;
