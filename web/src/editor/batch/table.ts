import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { MAX_BATCH_ROWS } from '../../../../domain/render-batch/requests.js';
import { delimiterOf } from '../../../../domain/render-batch/table-text.js';
import { t } from '../../words/words.js';

/** A table of cells with a name for each column. */
export interface CellTable {
  readonly names: ReadonlyArray<string>;
  readonly rows: ReadonlyArray<ReadonlyArray<string>>;
}

/**
 * Parses a CSV (RFC 4180), or cells copied from a spreadsheet.
 * @throws Error in words for the user, if the table can't be used
 */
export const tableOf = (text: string): CellTable => {
  const read = (): ReadonlyArray<ReadonlyArray<string>> => {
    try {
      return parse(text, { bom: true, skip_empty_lines: true, delimiter: delimiterOf(text) });
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      const { lines: line = 0 } = error as { readonly lines?: number };
      throw new Error(
        t(
          'Line {line} cannot be read. It has more or fewer cells than the first line, or a quote that does not end.',
          {
            line,
          },
        ),
        { cause: error },
      );
    }
  };
  const [names = [], ...rows] = read();
  if (rows.length === 0) throw new Error(t('The table needs a line with names, and at least one row below.'));
  if (rows.length > MAX_BATCH_ROWS)
    throw new Error(
      t('The table has {rows} rows. A batch has at most {most}.', {
        rows: rows.length,
        most: MAX_BATCH_ROWS,
      }),
    );
  return { names, rows };
};
