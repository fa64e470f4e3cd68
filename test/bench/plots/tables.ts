/** The cells of a row of a Markdown table, by the heading of their column. */
export type TableRow = Readonly<Record<string, string>>;

const cellsOf = (line: string): ReadonlyArray<string> =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The rows of the table of a Markdown text whose first column has this heading; none if there is no such table. */
export const rowsUnder = (markdown: string, heading: string): ReadonlyArray<TableRow> => {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => cellsOf(line)[0] === heading);
  if (start < 0) return [];
  const names = cellsOf(lines[start] ?? '');
  const rest = lines.slice(start + 2);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  return rest.slice(0, end < 0 ? undefined : end).map((line) => {
    const cells = cellsOf(line);
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
  });
};
