import { memo, useMemo, useState } from 'react';
import { t } from '../../words/words.js';
import { useTyped } from '../../shared/use-typed.js';
import { useDrawn } from '../add/use-drawn.js';
import type { Document } from '../document.js';
import { useShared } from '../shared.js';
import { variablesOf } from '../variables/template.js';
import { type Columns, filledRow, type RowProblem, valuesOf, withColumn } from './rows.js';
import type { CellTable } from './table.js';

/** The number of rows that are shown at first, and that each click adds. */
const SHOWN = 20;
/** Width of the pictures, px. */
const WIDTH = 128;

/** Changes a cell; rows and columns count from 0. */
export type SetCell = (row: number, column: number, text: string) => void;

/** A cell that can be corrected. */
const Cell = ({ text, label, change }: CellProps) => {
  const { input } = useTyped(text, change);
  return <textarea rows={1} aria-label={label} {...input} onKeyDown={undefined} />;
};

interface CellProps {
  readonly text: string;
  readonly label: string;
  readonly change: (text: string) => void;
}

interface RowProps {
  readonly names: CellTable['names'];
  readonly setCell: SetCell;
  readonly document: Document;
  readonly columns: Columns;
  /** The time of the pictures, ms. */
  readonly at: number;
  readonly row: number;
  readonly cells: ReadonlyArray<string>;
  readonly problems: ReadonlyArray<RowProblem>;
}

/** A row with a frame of its video, which the service draws. */
const Row = memo(({ document, names, setCell, columns, at, row, cells, problems }: RowProps) => {
  const filled = useMemo(
    () => filledRow(document, valuesOf(cells, columns, document)),
    [document, cells, columns],
  );
  const { element, url, problem } = useDrawn<HTMLTableCellElement>(filled, at, WIDTH);
  return (
    <tr>
      <th scope="row">{row + 1}</th>
      <td ref={element}>
        <div className={`row-picture${filled && url === undefined && !problem ? ' skeleton' : ''}`}>
          {filled && url !== undefined && <img src={url} alt={t('Row {row}', { row: row + 1 })} />}
          {filled && problem !== undefined && <small role="alert">{problem}</small>}
        </div>
      </td>
      {cells.map((cell, index) => {
        const wrong = problems.filter(
          ({ variable }) => variable !== undefined && variable === columns[index],
        );
        return (
          <td key={index} className={columns[index] === undefined ? 'unused' : undefined}>
            <Cell
              text={cell}
              label={t('{column} of row {row}', { column: names[index] ?? '', row: row + 1 })}
              change={(text) => setCell(row, index, text)}
            />
            {wrong.map(({ message }) => (
              <small key={message} role="alert">
                {message}
              </small>
            ))}
          </td>
        );
      })}
    </tr>
  );
});
Row.displayName = 'Row';

const NONE: ReadonlyArray<RowProblem> = [];

interface RowsTableProps {
  readonly table: CellTable;
  readonly columns: Columns;
  readonly problems: ReadonlyArray<RowProblem>;
  readonly setColumns: (columns: Columns) => void;
  readonly setCell: SetCell;
}

/** The rows of a table, each with its picture, and the variable of each column. */
export const RowsTable = ({ problems, setColumns, setCell, table, columns }: RowsTableProps) => {
  const { document, ms: at } = useShared();
  const [shown, show] = useState(SHOWN);
  const byRow = useMemo(() => {
    const found = new Map<number, ReadonlyArray<RowProblem>>();
    for (const problem of problems) found.set(problem.row, [...(found.get(problem.row) ?? []), problem]);
    return found;
  }, [problems]);
  const variables = variablesOf(document).map(({ name }) => name);
  return (
    <>
      <div className="rows" role="region" aria-label={t('Rows')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Row')}</th>
              <th scope="col">{t('Picture')}</th>
              {table.names.map((name, index) => (
                <th key={index} scope="col">
                  {name}
                  <select
                    aria-label={t('Variable of the column {name}', { name })}
                    value={columns[index] ?? ''}
                    onChange={({ target }) =>
                      setColumns(withColumn(columns, index, target.value === '' ? undefined : target.value))
                    }
                  >
                    <option value="">{t('not used')}</option>
                    {variables.map((one) => (
                      <option key={one}>{one}</option>
                    ))}
                  </select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.slice(0, shown).map((cells, row) => (
              <Row
                key={row}
                {...{ document, columns, at, row, cells, setCell }}
                names={table.names}
                problems={byRow.get(row) ?? NONE}
              />
            ))}
          </tbody>
        </table>
      </div>
      {table.rows.length > shown && (
        <button type="button" onClick={() => show(shown + SHOWN)}>
          {t('Show more of {count} rows', { count: table.rows.length })}
        </button>
      )}
    </>
  );
};
