/** Possible values by the name of what they are for. */
type Columns = Readonly<Record<string, ReadonlyArray<unknown>>>;

type Row<C extends Columns> = { readonly [K in keyof C]: C[K][number] };

/** All combinations of the values. */
export const allOf = <const C extends Columns>(columns: C): ReadonlyArray<Row<C>> =>
  Object.entries(columns).reduce<ReadonlyArray<object>>(
    (rows, [name, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  ) as ReadonlyArray<Row<C>>;

/**
 * Some combinations, always the same, in which every value occurs with `partners` different values of each other column,
 * where there are so many.
 */
export const someOf = <const C extends Columns>(columns: C, partners: number): ReadonlyArray<Row<C>> => {
  const most = Math.max(...Object.values(columns).map(({ length }) => length));
  const rows = Array.from({ length: partners }, (_, round) =>
    Array.from({ length: most }, (_, index) =>
      Object.fromEntries(
        Object.entries(columns).map(([name, values], column) => [
          name,
          values[(index + round * column) % values.length],
        ]),
      ),
    ),
  ).flat();
  const different = new Map(rows.map((row) => [JSON.stringify(row), row]));
  return [...different.values()] as unknown as ReadonlyArray<Row<C>>;
};
