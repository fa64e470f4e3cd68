/** A name in snake case. */
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

const columnOf = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Reads rows of a port from their stored form. The type has every field be named, and no other. */
export const rowReader = <Row extends object>(
  fields: Readonly<Record<keyof Row & string, true>>,
): ((stored: StoredAs<Row>) => Row) => {
  const columns = Object.keys(fields).map((field) => [field, columnOf(field)] as const);
  return (stored) => {
    const values = stored as Readonly<Record<string, unknown>>;
    const row: Record<string, unknown> = {};
    for (const [field, column] of columns) {
      const value = values[column];
      if (value !== null) row[field] = value instanceof Date ? value.toISOString() : value;
    }
    return row as Row;
  };
};
