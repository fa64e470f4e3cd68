import type { JsonSchema } from './codec.js';
import { isRecord } from './json.js';

type Properties = Readonly<Record<string, JsonSchema>>;

const retitled = (schema: JsonSchema, retitle: (title: string) => string): JsonSchema =>
  typeof schema['title'] === 'string' ? { ...schema, title: retitle(schema['title']) } : schema;

const mapProperties = (
  schema: JsonSchema,
  change: (property: JsonSchema, name: string) => JsonSchema,
): Properties =>
  Object.fromEntries(
    Object.entries((schema['properties'] ?? {}) as Properties).map(([name, property]) => [
      name,
      change(property, name),
    ]),
  );

/** The schema of a JSON Merge Patch (RFC 7396) for the given schema: `null` resets a field to its default. */
export const mergePatchOf = (schema: JsonSchema): JsonSchema => {
  if (Array.isArray(schema['anyOf']))
    return { ...schema, anyOf: (schema['anyOf'] as ReadonlyArray<JsonSchema>).map(mergePatchOf) };
  if (!isRecord(schema['properties'])) return schema;
  const { required: _, default: __, ...rest } = retitled(schema, (title) => `${title}Patch`);
  const properties = mapProperties(schema, (property) => {
    if (property['default'] === undefined) return mergePatchOf(property);
    const { default: _, description, ...patch } = mergePatchOf(property);
    return { ...(description ? { description } : {}), anyOf: [patch, { type: 'null' }] };
  });
  return { ...rest, properties };
};

const responseTitle = (title: string): string => `Response${title}`;

/** The response form of a schema: fields with a default are always present. */
export const responseForm = (schema: JsonSchema): JsonSchema => {
  if (typeof schema['$ref'] === 'string') return { ...schema, $ref: responseTitle(schema['$ref']) };
  const { default: _, ...rest } = retitled(schema, responseTitle);
  const filled: Record<string, unknown> = { ...rest };
  for (const key of ['oneOf', 'anyOf'] as const)
    if (Array.isArray(schema[key]))
      filled[key] = (schema[key] as ReadonlyArray<JsonSchema>).map(responseForm);
  if (isRecord(schema['discriminator'])) {
    const mapping = schema['discriminator']['mapping'] as Readonly<Record<string, string>>;
    const renamed = Object.entries(mapping).map(([tag, title]) => [tag, responseTitle(title)]);
    filled['discriminator'] = { ...schema['discriminator'], mapping: Object.fromEntries(renamed) };
  }
  if (isRecord(schema['items'])) filled['items'] = responseForm(schema['items']);
  if (isRecord(schema['properties'])) {
    const properties = schema['properties'] as Properties;
    const mandatory = (schema['required'] ?? []) as ReadonlyArray<string>;
    filled['properties'] = mapProperties(schema, responseForm);
    const required = Object.keys(properties).filter(
      (name) => mandatory.includes(name) || properties[name]?.['default'] !== undefined,
    );
    if (required.length > 0) filled['required'] = required;
  }
  return filled;
};
