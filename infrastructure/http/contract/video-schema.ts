import type { JsonSchema } from '../../../domain/codec/codec.js';
import { isRecord } from '../../../domain/codec/json.js';
import { CreateVideoBody } from '../../../domain/composition/requests.js';
import { COMPONENTS, componentsOf } from './openapi-components.js';

type Definitions = Readonly<Record<string, JsonSchema>>;

/** The name of the definition of a placeholder. */
const PLACEHOLDER_NAME = 'Placeholder';

const REFERENCE = { $ref: `#/$defs/${PLACEHOLDER_NAME}` };

/** A string with a placeholder, where another value is expected. */
const PLACEHOLDER: JsonSchema = {
  title: PLACEHOLDER_NAME,
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
  const resolved = typeof $ref === 'string' ? definitions[$ref.replace('#/$defs/', '')] : field;
  if (resolved === undefined || 'properties' in resolved || resolved['type'] === 'array') return false;
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

/** The node with placeholders as another form of every field that can be one, at every depth. */
const withPlaceholdersIn = (node: unknown, definitions: Definitions): unknown => {
  if (Array.isArray(node)) return node.map((item) => withPlaceholdersIn(item, definitions));
  if (!isRecord(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === 'properties' && isRecord(value)
        ? Object.fromEntries(
            Object.entries(value).map(([name, field]) => {
              const inner = withPlaceholdersIn(field, definitions) as JsonSchema;
              return [name, canBePlaceholder(name, field, definitions) ? orPlaceholder(inner) : inner];
            }),
          )
        : key === 'default' || key === 'enum' || key === 'const'
          ? value
          : withPlaceholdersIn(value, definitions),
    ]),
  );
};

/**
 * The definitions for templates, as the service reads them: `{{name}}` may stand for numbers, colours, booleans and all
 * other values that are not objects or lists, except `type`.
 */
export const withPlaceholders = (definitions: Definitions): Definitions => ({
  ...(withPlaceholdersIn(definitions, definitions) as Definitions),
  [PLACEHOLDER_NAME]: PLACEHOLDER,
});

/** The node with references into `$defs`, and without `discriminator`, which only OpenAPI knows. */
const plain = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(plain);
  if (!isRecord(node)) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => !(key === 'discriminator' && isRecord(value) && 'mapping' in value))
      .map(([key, value]) => [
        key,
        key === '$ref' && typeof value === 'string' ? value.replace(COMPONENTS, '#/$defs/') : plain(value),
      ]),
  );
};

/**
 * The JSON Schema (2020-12) of a video project, which may be a template: the body of `POST /v1/videos`, and of project
 * files. It cannot express rules between fields, such as unique ids; the service checks those.
 */
export const videoSchema = (publicBaseUrl: string): JsonSchema => {
  const { schemas } = componentsOf(CreateVideoBody.jsonSchema);
  const { CreateVideo, ...definitions } = schemas;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${publicBaseUrl}/schema/video.json`,
    title: 'Framewright video',
    ...(plain(CreateVideo) as JsonSchema),
    $defs: withPlaceholders(plain(definitions) as Readonly<Record<string, JsonSchema>>),
  };
};
