import type { JsonSchema } from '../../../domain/codec/codec.js';
import { isRecord } from '../../../domain/codec/json.js';
import { COMPONENTS } from './openapi-components.js';

type Definitions = Readonly<Record<string, JsonSchema>>;

const REFERENCE = { $ref: `${COMPONENTS}Placeholder` };

/** A string with a placeholder, where another value is expected. */
export const PLACEHOLDER: JsonSchema = {
  title: 'Placeholder',
  description: 'In a template: a string with a placeholder such as `{{name}}` or `{{name|default}}`.',
  type: 'string',
  maxLength: 1000,
  pattern: '\\{\\{[ \\t]*[A-Za-z_]|\\{\\{\\{\\{',
};

/** Keywords that describe a field, not its values. */
const ANNOTATIONS = new Set(['title', 'description', 'default']);

/** Whether a field needs a placeholder as another form. Objects and lists have none, and any string may be one already. */
const canBePlaceholder = (name: string, field: unknown, definitions: Definitions): field is JsonSchema => {
  if (!isRecord(field) || name === 'type') return false;
  const { $ref } = field;
  const resolved = typeof $ref === 'string' ? definitions[$ref.replace(COMPONENTS, '')] : field;
  if (resolved === undefined || resolved['type'] === 'array') return false;
  if ('properties' in resolved || 'discriminator' in resolved) return false;
  const isAnyString =
    resolved['type'] === 'string' && !['enum', 'const', 'pattern', 'format'].some((key) => key in resolved);
  return !isAnyString && Object.keys(resolved).some((key) => !ANNOTATIONS.has(key));
};

const orPlaceholder = (field: JsonSchema): JsonSchema => {
  const about = Object.fromEntries(Object.entries(field).filter(([key]) => ANNOTATIONS.has(key)));
  const rest = Object.fromEntries(Object.entries(field).filter(([key]) => !ANNOTATIONS.has(key)));
  const { anyOf, ...others } = rest;
  return Array.isArray(anyOf) && Object.keys(others).length === 0
    ? { ...about, anyOf: [...(anyOf as ReadonlyArray<JsonSchema>), REFERENCE] }
    : { ...about, anyOf: [rest, REFERENCE] };
};

/** The node with placeholders as another form of every field and item that can be one, at every depth. */
const withPlaceholdersIn = (node: unknown, definitions: Definitions): unknown => {
  if (Array.isArray(node)) return node.map((item) => withPlaceholdersIn(item, definitions));
  if (!isRecord(node)) return node;
  const changed = (name: string, field: unknown): unknown => {
    const inner = withPlaceholdersIn(field, definitions) as JsonSchema;
    return canBePlaceholder(name, field, definitions) ? orPlaceholder(inner) : inner;
  };
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (key === 'default' || key === 'enum' || key === 'const') return [key, value];
      if (key === 'items') return [key, changed(key, value)];
      if (key !== 'properties' || !isRecord(value)) return [key, withPlaceholdersIn(value, definitions)];
      return [
        key,
        Object.fromEntries(Object.entries(value).map(([name, field]) => [name, changed(name, field)])),
      ];
    }),
  );
};

/**
 * The definitions for templates, as the service reads them: `{{name}}` may stand for numbers, colours, booleans and all
 * other values that are not objects or lists, except `type`.
 */
export const withPlaceholders = (definitions: Definitions): Definitions =>
  withPlaceholdersIn(definitions, definitions) as Definitions;

const isReference = (node: unknown): boolean => isRecord(node) && node['$ref'] === REFERENCE.$ref;

/** The document without placeholders, for languages in which a number that may also be a text is awkward. */
export const withoutPlaceholders = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(withoutPlaceholders);
  if (!isRecord(node)) return node;
  const { anyOf, ...rest } = node;
  if (!Array.isArray(anyOf) || !anyOf.some(isReference))
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withoutPlaceholders(value)]));
  const others: ReadonlyArray<unknown> = anyOf.filter((one) => !isReference(one));
  return withoutPlaceholders(Object.assign({}, rest, others.length === 1 ? others[0] : { anyOf: others }));
};
