import { useCallback, useState } from 'react';
import { messageOf } from '../../shared/message-of.js';
import type { SetCell } from './rows-table.js';
import { type CellTable, tableOf } from './table.js';

/** The table that was chosen or pasted, whose cells can be corrected. */
export const useTable = () => {
  const [table, setTable] = useState<CellTable>();
  const setCell: SetCell = useCallback(
    (row, column, text) =>
      setTable(
        (before) =>
          before && {
            ...before,
            rows: before.rows.map((cells, at) => (at === row ? cells.with(column, text) : cells)),
          },
      ),
    [],
  );
  const [problem, setProblem] = useState<string>();
  const read = (text: string): void => {
    try {
      setTable(tableOf(text));
      setProblem(undefined);
    } catch (failure) {
      setProblem(messageOf(failure));
    }
  };
  return { table, setCell, problem, read };
};
