import * as E from 'fp-ts/lib/Either.js';
import type { Composition } from '../../../../domain/composition/composition.js';
import type { Values } from '../../../../domain/template/fill.js';
import { hasTemplateParts, filledTemplate } from '../../../../domain/template/merge.js';
import { valuesFromText } from '../../../../domain/template/text-values.js';
import type { Document } from '../document.js';
import { inLanguage } from '../../words/messages/messages.js';
import { problemText } from '../problem-text.js';
import { REST } from '../resolved-document.js';
import { usesOf, variablesOf } from '../variables/template.js';
import type { CellTable } from './table.js';

/** The variable of each column of a table; undefined: the column is not used. */
export type Columns = ReadonlyArray<string | undefined>;

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Assigns each column the variable of its name, ignoring case, spaces and punctuation. */
export const columnsFor = ({ names }: CellTable, document: Document): Columns => {
  const all = variablesOf(document).map(({ name }) => name);
  const others = all.filter((one) => !names.includes(one));
  const found = names.map((name) =>
    all.includes(name) ? name : others.find((one) => plain(one) === plain(name)),
  );
  return found.map((one, index) => (found.indexOf(one) === index ? one : undefined));
};

/** Assigns a variable to one column, and takes it from any other column. */
export const withColumn = (columns: Columns, index: number, variable: string | undefined): Columns =>
  columns.map((one, at) => (at === index ? variable : one === variable ? undefined : one));

/** The values of a row by variable, read as the service reads a CSV. */
export const valuesOf = (cells: ReadonlyArray<string>, columns: Columns, { variables }: Document): Values =>
  valuesFromText(
    variables,
    Object.fromEntries(
      columns.flatMap((name, index) => (name === undefined ? [] : [[name, cells[index] ?? '']])),
    ),
  );

/** The variables with neither a column nor a default. */
export const missingIn = (columns: Columns, document: Document): ReadonlyArray<string> =>
  variablesOf(document).flatMap(({ name, required }) => (required && !columns.includes(name) ? [name] : []));

export interface RowProblem {
  /** Counted from 0. */
  readonly row: number;
  /** The variable with the wrong value, if that is known. */
  readonly variable: string | undefined;
  readonly message: string;
}

const compositionOf = (document: Document): Composition =>
  ({ ...REST, ...document }) as unknown as Composition;

/** The video of a row; undefined if the row has a problem. */
export const filledRow = (document: Document, values: Values): Document | undefined => {
  const filled = filledTemplate(compositionOf(document), values);
  if (E.isLeft(filled)) return undefined;
  const { metadata, clips } = filled.right;
  return { metadata, clips } as unknown as Document;
};

/**
 * The variable of each field whose value is a placeholder, by the path of the field; empty if clips may be omitted or
 * repeated, because their paths differ then.
 */
const variablesByPath = (document: Document): ReadonlyMap<string, string> => {
  const isFixed = document.clips.every((clip) => !('forEach' in clip) && clip.when === undefined);
  if (!isFixed || !hasTemplateParts(document.clips)) return new Map();
  const placeOf = (id: string | undefined): string =>
    id === undefined ? 'metadata' : `clips[${document.clips.findIndex((clip) => clip.id === id)}]`;
  return new Map(
    variablesOf(document).flatMap(({ name }) =>
      usesOf(document, name).map(({ clipId, path }) => [`${placeOf(clipId)}.${path}`, name] as const),
    ),
  );
};

/** A problem of the value of a variable, such as `merge.ink must be of type color`. */
const OF_VALUE = /^merge\.([\w-]+)(?:\.\S+)? (.*)$/s;

/** Returns a function that checks a row as the service does. */
export const rowCheck = (document: Document, columns: Columns) => {
  const byPath = variablesByPath(document);
  const composition = compositionOf(document);
  return (cells: ReadonlyArray<string>, row: number): ReadonlyArray<RowProblem> => {
    const filled = filledTemplate(composition, valuesOf(cells, columns, document));
    if (E.isRight(filled)) return [];
    return filled.left.problems.map((problem) => {
      const [, variable, message] = OF_VALUE.exec(problem) ?? [];
      if (variable !== undefined && message !== undefined)
        return { row, variable, message: inLanguage(message) };
      const [path = ''] = problem.split(' ', 1);
      return {
        row,
        variable: byPath.get(path),
        message: problemText(problem, document.clips).text,
      };
    });
  };
};
