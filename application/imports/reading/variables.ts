import { DomUtils, parseDocument } from 'htmlparser2';
import { isRecord, withTexts } from '../../../domain/codec/json.js';
import { onlyPlaceholder, partsOf, placeholderText } from '../../../domain/codec/placeholders.js';
import { valueAtPath } from '../../../domain/template/fill.js';
import type { Note } from './deviations.js';
import type { FieldRule } from './fields.js';
import type { JsonObject } from './json-object.js';
import type { Reader } from './reader.js';
import { excerpt } from './tracked.js';

// Placeholders are written alike in most systems: `{{name}}`. What stands for them elsewhere becomes the default of a
// variable, so that templates stay templates.

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** The value with placeholders replaced by what `values` has for them; others stay. */
export const filledIn = (value: unknown, values: JsonObject): unknown =>
  withTexts(value, (text) => {
    const [only = '', ...more] = partsOf(text).map((part) =>
      typeof part === 'string' ? part : (valueAtPath(values, part.name) ?? placeholderText(part)),
    );
    return more.length === 0 ? only : [only, ...more].map(asText).join('');
  });

const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** A variable of a project, and the value that it has by default. */
interface Declared {
  readonly name: string;
  readonly value: unknown;
  readonly path: string;
}

type WithVariables = readonly [project: Reader, variables: JsonObject];

/**
 * Variables with their defaults, which are used where a value must be known, and the project. It has the values of those
 * with a name that a template cannot have, which is noted.
 */
export const variablesOf = (given: Reader, declared: ReadonlyArray<Declared>): WithVariables => {
  const named = declared.filter(({ name }) => NAME.test(name));
  const others = new Map(declared.flatMap((one) => (NAME.test(one.name) ? [] : [[one.name, one] as const])));
  given.shared.defaults = Object.fromEntries(declared.map(({ name, value }) => [name, value]));
  for (const { path } of others.values())
    given.shared.note(path, 'has a name that a variable cannot have: its value is used', 'unseen');
  const filled = (text: string) =>
    text.replaceAll(/\{\{([^{}]{1,500})\}\}/g, (placeholder, name: string) => {
      const other = others.get(name.trim());
      return other ? asText(other.value) : placeholder;
    });
  const project =
    others.size === 0 ? given : given.replaced((value) => withTexts(value, filled) as JsonObject);
  project.ignore('merge', 'variables');
  const defaults = named.map(({ name, value }) => [name, value === undefined ? {} : { default: value }]);
  return [project, Object.fromEntries(defaults) as JsonObject];
};

/** The text of HTML with its line breaks, without any style. Drawings stay. */
const plainText = (html: string): string =>
  !/^\s*(<\?xml|<svg)\b/i.test(html) && /<\/?[a-z][^>]*>|&#?\w+;/i.test(html)
    ? DomUtils.textContent(parseDocument(html.replaceAll(/<br\s*\/?>/gi, '\n')))
    : html;

/** The `variables` of a project whose texts become HTML. They may have placeholders for each other. */
export const htmlVariablesOf = (project: Reader): WithVariables => {
  const given = Object.fromEntries(
    Object.entries(project.object('variables')).map(([name, value]) => [
      name,
      isRecord(value) && 'default' in value ? value['default'] : value,
    ]),
  );
  const plain = (text: string): unknown => {
    const filled = filledIn(text, given);
    return typeof filled === 'string' ? plainText(filled) : filled;
  };
  const declared = Object.entries(given).map(([name, value]) => ({
    name,
    value: withTexts(value, plain),
    path: project.at(`variables.${name}`),
  }));
  return variablesOf(project, declared);
};

const STEP = /\[\s*(?:'([^']*)'|"([^"]*)"|(\d+)|([A-Za-z_][\w.]*))\s*\]/g;

/**
 * A project whose expressions are placeholders where they do nothing but find a value: `{{ texts[language].title }}`, a
 * comment that names what belongs there, or `$json.title` of n8n and `1.title` of Make.
 */
export const withPlainPaths = (project: Reader): Reader => {
  const values = project.object('variables');
  const plain = (expression: string, path: string): string =>
    expression
      .replace(/^\s*(?:\/\*\s*(\w+)\s*\*\/|(?:\$json|\d+)\.([\w.[\]'"]+))\s*$/, (given, comment, field) => {
        const name = String(comment ?? field).replaceAll('[]', '.0');
        project.shared.note(path, `${given.trim()} in braces is the variable ${name}`, 'unseen');
        return name;
      })
      .replaceAll(STEP, (_, single?: string, double?: string, index?: string, name?: string) => {
        const step = single ?? double ?? index ?? excerpt(valueAtPath(values, name ?? ''));
        if (name !== undefined)
          project.shared.note(path, `${name} is "${step}" here: it does not follow the variable`, 'unseen');
        return `.${step}`;
      });
  const changed = (text: string, path: string) =>
    text.replaceAll(/\{\{([^{}]{1,500})\}\}/g, (_, inner: string) => `{{${plain(inner, project.at(path))}}}`);
  return project.replaced((value) => withTexts(value, changed) as JsonObject);
};

/** Notes texts with braces that stand for more than a value: expressions, which are not evaluated. Those of n8n are replaced by it. */
export const noteExpressions = (value: unknown, path: string, note: Note): void => {
  withTexts(value, (text) => {
    const found = partsOf(text).find((part) => typeof part === 'string' && /\{\{[^{}]*\}\}/.test(part));
    const kind = typeof found === 'string' && /\{\{\s*\$/.test(found) ? 'toDo' : 'near';
    if (found !== undefined) note(path, 'has an expression in braces, which is not evaluated', kind);
  });
};

/** `when`, from a condition that is nothing but a placeholder. Other conditions are noted. */
export const condition: FieldRule = (reader, name) => {
  // A condition that a value is not empty is met as the value itself is.
  const text = (reader.text(name)?.trim() ?? '').replace(/\s*!==?\s*(?:''|"")(?=\s*(?:\}\}|$))/, '');
  if (text === '' || text === 'true') return undefined;
  if (text === 'false') return { when: false };
  const only = onlyPlaceholder(text);
  if (only) return { when: `{{${only.name}}}` };
  if (/^[A-Za-z_][\w.-]*$/.test(text)) return { when: `{{${text}}}` };
  return reader.differs(name, 'is an expression, which is not evaluated: the clip is always shown');
};
