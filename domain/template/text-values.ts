import type { Values } from './fill.js';
import type { Variables } from './variables.js';

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text; // the merge reports that it is not of the declared type
  }
};

/**
 * Values of variables from text, such as the cells of a CSV. Text of a variable that is declared as a number, a boolean,
 * a list or an object is parsed as JSON; empty text means no value.
 */
export const valuesFromText = (variables: Variables = {}, cells: Readonly<Record<string, string>>): Values =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([name, text]): ReadonlyArray<readonly [string, unknown]> => {
      if (text === '') return [];
      const type = Object.hasOwn(variables, name) ? variables[name]?.type : undefined;
      switch (type) {
        case 'number':
        case 'boolean':
        case 'list':
        case 'object':
          return [[name, parsed(text.trim())]];
        case 'text':
        case 'color':
        case 'url':
        case undefined:
          return [[name, text]];
      }
    }),
  );
