import { useEffect, useState } from 'react';
import type { Document } from '../document.js';
import { type Columns, rowCheck, type RowProblem } from './rows.js';
import type { CellTable } from './table.js';

/** The number of rows that are checked before the page can react again. */
const AT_ONCE = 20;

interface Checked {
  readonly of: readonly [Document, CellTable, Columns];
  readonly problems: ReadonlyArray<RowProblem>;
}

/** The problems of the rows of a table; undefined until all rows are checked. */
export const useRowProblems = (
  document: Document,
  table: CellTable,
  columns: Columns,
): ReadonlyArray<RowProblem> | undefined => {
  const [checked, setChecked] = useState<Checked>();
  useEffect(() => {
    let isCurrent = true;
    const checkAll = async (): Promise<void> => {
      const check = rowCheck(document, columns);
      const problems: RowProblem[] = [];
      for (const [row, cells] of table.rows.entries()) {
        if (row % AT_ONCE === 0) await new Promise((next) => setTimeout(next));
        if (!isCurrent) return;
        problems.push(...check(cells, row));
      }
      setChecked({ of: [document, table, columns], problems });
    };
    void checkAll();
    return () => {
      isCurrent = false;
    };
  }, [document, table, columns]);
  const isOfThese = checked && [document, table, columns].every((one, index) => checked.of[index] === one);
  return isOfThese ? checked.problems : undefined;
};
