import type { ReactNode } from 'react';

interface TableProps {
  /** The headings of the columns. */
  readonly columns: ReadonlyArray<string>;
  /** The rows. */
  readonly children: ReactNode;
}

export const Table = ({ columns, children }: TableProps) => (
  <table>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);
