import { partsOf } from '../../domain/codec/placeholders.js';
import type { Note } from './deviations.js';
import type { JsonObject } from './json-object.js';

// Placeholders are written alike in most systems: `{{name}}`. What stands for them elsewhere becomes the default of a
// variable, so that templates stay templates.

const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** Variables with their defaults. Names that a template cannot have are noted. */
export const variablesOf = (
  values: ReadonlyArray<{ readonly name: string; readonly value: unknown; readonly path: string }>,
  note: Note,
): JsonObject => {
  const variables: Record<string, unknown> = {};
  for (const { name, value, path } of values) {
    if (NAME.test(name)) variables[name] = value === undefined ? {} : { default: value };
    else note(path, 'has a name that a variable cannot have and was left out');
  }
  return variables;
};

/** Whether a text has braces that stand for more than a value. */
const hasExpression = (text: string): boolean =>
  partsOf(text).some((part) => typeof part === 'string' && /\{\{[^{}]*\}\}/.test(part));

/** Notes texts with expressions, which are not evaluated. */
export const noteExpressions = (value: unknown, path: string, note: Note): void => {
  if (typeof value === 'string' && hasExpression(value))
    note(path, 'has an expression in braces, which is not evaluated');
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) noteExpressions(inner, path, note);
};
