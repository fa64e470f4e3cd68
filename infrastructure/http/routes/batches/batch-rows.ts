import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { BatchRows } from '../../../../application/batches/request-render-batch.js';
import { MAX_BATCH_ROWS } from '../../../../domain/render-batch/requests.js';
import { delimiterOf } from '../../../../domain/render-batch/table-text.js';
import type { Values } from '../../../../domain/template/fill.js';
import { type HttpProblem, invalidRequest } from '../../contract/problem.js';

/** A line can be as long as the body, because a cell can hold any text. */
const MAX_LINE_LENGTH = 1024 * 1024;
/** Several times as many as a video can declare variables. */
const MOST_COLUMNS = 1000;
/** Parsing this much takes some 20 ms. */
const SLICE_BYTES = 32 * 1024;

/** The names that occur more than once. */
const duplicatesIn = (names: ReadonlyArray<string>): ReadonlySet<string> => {
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.size === seen.add(name).size));
};

/** The bytes of a CSV in slices, between which the process handles other requests. */
async function* slicesOf(csv: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(csv);
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    await nextTurn();
    yield bytes.subarray(at, at + SLICE_BYTES);
  }
}

type Lines = ReadonlyArray<ReadonlyArray<string>>;

/** The cells of each line of a CSV (RFC 4180), also with semicolons or tabs. */
const linesOf = async (csv: string): Promise<E.Either<HttpProblem, Lines>> => {
  const parser = Readable.from(slicesOf(csv), { objectMode: false }).pipe(
    parse({
      bom: true,
      skip_empty_lines: true,
      delimiter: delimiterOf(csv),
      max_record_size: MAX_LINE_LENGTH,
      to: MAX_BATCH_ROWS + 2,
    }),
  );
  try {
    const lines: ReadonlyArray<string>[] = [];
    for await (const line of parser) lines.push(line as ReadonlyArray<string>);
    return E.right(lines);
  } catch (error) {
    // The messages of the parser name the line, and no content of it.
    if (!(error instanceof CsvError)) throw error;
    const { lines: line } = error as { readonly lines?: unknown };
    return E.left(invalidRequest(`csv: ${error.code}${typeof line === 'number' ? ` in line ${line}` : ''}`));
  }
};

const problemsOf = ([names = [], ...rows]: Lines): ReadonlyArray<string> =>
  names.length > MOST_COLUMNS
    ? [`csv must have at most ${MOST_COLUMNS} columns`]
    : [
        ...(names.includes('') ? ['csv: a column has no name'] : []),
        ...(names.includes('__proto__') ? ['csv: __proto__ must not be the name of a column'] : []),
        ...[...duplicatesIn(names)].map((name) => `csv: the column ${name} occurs twice`),
        ...(rows.length === 0 ? ['csv must have a line with names and at least one row'] : []),
        ...(rows.length > MAX_BATCH_ROWS ? [`csv must have at most ${MAX_BATCH_ROWS} rows`] : []),
      ];

/** The rows of a CSV: the cells that are not empty, by the names in the first line. */
const parseCsv = (csv: string): TE.TaskEither<HttpProblem, TextRows['rows']> =>
  pipe(
    () => linesOf(csv),
    TE.flatMapEither((lines) => {
      const problems = problemsOf(lines);
      if (problems.length > 0) return E.left(invalidRequest(...problems));
      const [names = [], ...rows] = lines;
      return E.right(
        rows.map((cells) =>
          Object.fromEntries(
            cells.flatMap((cell, index) => (cell === '' ? [] : [[names[index] ?? '', cell] as const])),
          ),
        ),
      );
    }),
  );

type TextRows = Extract<BatchRows, { _tag: 'Text' }>;

/** The rows of a request, which has either `rows` or `csv`. */
export const rowsOf = (
  rows: ReadonlyArray<Values> | undefined,
  csv: string | undefined,
): TE.TaskEither<HttpProblem, BatchRows> =>
  csv === undefined
    ? TE.right({ _tag: 'Values', rows: rows ?? [] })
    : TE.map((parsed: TextRows['rows']): BatchRows => ({ _tag: 'Text', rows: parsed }))(parseCsv(csv));
