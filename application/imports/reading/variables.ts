import { isRecord } from '../../../domain/codec/json.js';
import { partsOf } from '../../../domain/codec/placeholders.js';
import { plainValue } from '../html/plain-values.js';
import type { Note } from './deviations.js';
import type { Rule } from './fields.js';
import type { JsonObject } from './json-object.js';
import { filledIn } from './filled-in.js';
import type { Reader } from './reader.js';

// Placeholders are written alike in most systems: `{{name}}`. What stands for them elsewhere becomes the default of a
// variable, so that templates stay templates.

const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** A variable of a project, and the value that it has by default. */
interface Declared {
  readonly name: string;
  readonly value: unknown;
  readonly path: string;
}

/** Variables with their defaults, which are used where a value must be known. Names that a template cannot have are noted. */
export const variablesOf = (project: Reader, declared: ReadonlyArray<Declared>, note: Note): JsonObject => {
  project.shared.defaults = Object.fromEntries(declared.map(({ name, value }) => [name, value]));
  for (const { name, path } of declared)
    if (!NAME.test(name)) note(path, 'has a name that a variable cannot have and was left out');
  const named = declared.filter(({ name }) => NAME.test(name));
  return Object.fromEntries(
    named.map(({ name, value }) => [name, value === undefined ? {} : { default: value }]),
  );
};

/** The `variables` of a project whose texts become HTML. */
export const htmlVariablesOf = (project: Reader, note: Note): JsonObject => {
  const given = Object.entries(project.object('variables')).map(
    ([name, value]) => [name, isRecord(value) && 'default' in value ? value['default'] : value] as const,
  );
  const values = plainValue(Object.fromEntries(given), Object.fromEntries(given)) as JsonObject;
  const path = (name: string) => project.at(`variables.${name}`);
  return variablesOf(
    project,
    Object.entries(values).map(([name, value]) => ({ name, value, path: path(name) })),
    note,
  );
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

/** `when`, from a condition that is nothing but a placeholder. Other conditions are noted. */
export const condition: Rule = (reader, name) => {
  const text = reader.text(name)?.trim() ?? '';
  if (text === '' || text === 'true') return undefined;
  if (text === 'false') return { when: false };
  const [only, ...more] = partsOf(text);
  if (typeof only === 'object' && more.length === 0) return { when: `{{${only.name}}}` };
  if (/^[A-Za-z_][\w.-]*$/.test(text)) return { when: `{{${text}}}` };
  reader.differs(name, 'is an expression, which is not evaluated: the clip is always shown');
  return undefined;
};

/** The scenes that a scene stands for: one for each item of the list that it iterates over. */
export const unrolled = (scene: Reader): ReadonlyArray<Reader> => {
  const name = scene.text('iterate');
  if (name === undefined) return [scene];
  const as = scene.text('iterateAs') ?? 'item';
  const list = new Map(Object.entries(scene.shared.defaults)).get(name.replaceAll(/[{}\s]/g, ''));
  const items = Array.isArray(list) ? list : [];
  scene.differs(
    'iterate',
    `the scene is repeated for the ${items.length} items that "${name.slice(0, 50)}" has now: it does not follow the variable`,
  );
  return items.slice(0, 100).map((item: unknown, index) => {
    const values = { [as]: item, item, index, ...(isRecord(item) ? item : {}) };
    return scene.replaced(
      ({ iterate: _name, iterateAs: _as, ...value }) => filledIn(value, values) as JsonObject,
    );
  });
};
