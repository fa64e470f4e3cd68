import { CsvError, parse } from 'csv-parse/sync';
import * as E from 'fp-ts/lib/Either.js';
import type { GivenRows } from '../../../../application/batches/request-render-batch.js';
import { MAX_BATCH_ROWS } from '../../../../domain/render-batch/requests.js';
import type { Values } from '../../../../domain/template/fill.js';
import type { HttpProblem } from '../../contract/problem.js';

/** A cell can be as long as a text, and a line as the body. */
const MOST_CHARACTERS_OF_LINE = 1024 * 1024;

const invalid = (...problems: ReadonlyArray<string>): HttpProblem => ({ _tag: 'RequestIsInvalid', problems });

const duplicatesIn = (names: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
];

/** The lines of a CSV (RFC 4180) as texts by the names in its first line. */
const parseCsv = (csv: string): E.Either<HttpProblem, ReadonlyArray<Readonly<Record<string, string>>>> => {
  let lines: ReadonlyArray<ReadonlyArray<string>>;
  try {
    lines = parse(csv, {
      bom: true,
      skip_empty_lines: true,
      max_record_size: MOST_CHARACTERS_OF_LINE,
      to: MAX_BATCH_ROWS + 2,
    });
  } catch (error) {
    // The messages of the parser name the line, and no content of it.
    if (!(error instanceof CsvError)) throw error;
    const { lines: line } = error as { readonly lines?: unknown };
    return E.left(invalid(`csv: ${error.code}${typeof line === 'number' ? ` in line ${line}` : ''}`));
  }
  const [names = [], ...rows] = lines;
  const problems = [
    ...(names.includes('') ? ['csv: a column has no name'] : []),
    ...names
      .filter((name) => name === '__proto__')
      .map((name) => `csv: ${name} must not be the name of a column`),
    ...duplicatesIn(names).map((name) => `csv: the column ${name} occurs twice`),
    ...(rows.length === 0 ? ['csv must have a line with names and at least one row'] : []),
    ...(rows.length > MAX_BATCH_ROWS ? [`csv must have at most ${MAX_BATCH_ROWS} rows`] : []),
  ];
  if (problems.length > 0) return E.left(invalid(...problems));
  return E.right(
    rows.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))),
  );
};

/** The rows of a request, which has either `rows` or `csv`. */
export const rowsOf = (
  rows: ReadonlyArray<Values> | undefined,
  csv: string | undefined,
): E.Either<HttpProblem, GivenRows> =>
  csv === undefined
    ? E.right({ _tag: 'Values', rows: rows ?? [] })
    : E.map((parsed: Extract<GivenRows, { _tag: 'Text' }>['rows']): GivenRows => ({
        _tag: 'Text',
        rows: parsed,
      }))(parseCsv(csv));
