import type { JsonSchema } from '../../../domain/codec/codec.js';
import { isRecord } from '../../../domain/codec/json.js';
import { COMPONENTS } from './openapi-components.js';
import { withoutPlaceholders } from './placeholder-schema.js';

type Node = Readonly<Record<string, unknown>>;

const isNull = (schema: unknown): boolean => isRecord(schema) && schema['type'] === 'null';

/** Keywords that OpenAPI 3.0 does not know, or that describe a file. */
const UNSUPPORTED_KEYWORDS = new Set([
  'contentMediaType',
  'contentSchema',
  'identifier',
  'anyOf',
  'webhooks',
]);

/**
 * A node in OpenAPI 3.0. `null` becomes `nullable`. A union without a tag becomes any value: most languages have no
 * type for a number or a text.
 */
const inOpenApi30 = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(inOpenApi30);
  if (!isRecord(node)) return node;
  if (typeof node['$ref'] === 'string') return { $ref: node['$ref'] };
  const { type, anyOf, exclusiveMinimum } = node;
  if (Array.isArray(anyOf)) {
    const [only, ...others] = anyOf.filter((one) => !isNull(one)) as ReadonlyArray<Node>;
    const isNullable = anyOf.some(isNull);
    if (only && others.length === 0 && isNullable && !('anyOf' in only || '$ref' in only))
      return inOpenApi30({ ...node, ...only, anyOf: undefined, nullable: true });
  }
  const converted = Object.entries(node).flatMap(([key, value]) =>
    UNSUPPORTED_KEYWORDS.has(key) || value === undefined
      ? []
      : [[key, key === 'example' || key === 'default' ? value : inOpenApi30(value)]],
  );
  return {
    ...(Object.fromEntries(converted) as Node),
    ...(Array.isArray(type) ? { type: type.find((one) => one !== 'null') as unknown, nullable: true } : {}),
    ...(typeof exclusiveMinimum === 'number' ? { minimum: exclusiveMinimum, exclusiveMinimum: true } : {}),
    ...('contentMediaType' in node ? { format: 'binary' } : {}),
  };
};

/** `hueRotate` → `HueRotate` */
const pascalCase = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

/**
 * A tagged union as a base class with one class for each tag: generators write the tag of a class, so that a class can
 * have only one. A variant of several tags becomes several classes, named after them.
 */
const classesOf = (
  name: string,
  { discriminator, description }: Node,
  schemas: Readonly<Record<string, JsonSchema>>,
): ReadonlyArray<readonly [string, JsonSchema]> => {
  const { propertyName: tag, mapping } = discriminator as {
    readonly propertyName: string;
    readonly mapping: Readonly<Record<string, string>>;
  };
  const titles = Object.values(mapping);
  const classes = Object.entries(mapping).map(([value, address]) => {
    const title = address.slice(COMPONENTS.length);
    const isShared = titles.filter((one) => one === address).length > 1;
    const prefix = /^Response/.exec(name)?.[0] ?? '';
    const own = isShared ? `${prefix}${pascalCase(value)}${name.slice(prefix.length)}` : title;
    return { value, title, own };
  });
  const base = {
    type: 'object',
    description,
    required: [tag],
    properties: { [tag]: { type: 'string', description: 'Which of its kinds it is.' } },
    discriminator: {
      propertyName: tag,
      mapping: Object.fromEntries(classes.map(({ value, own }) => [value, `${COMPONENTS}${own}`])),
    },
  };
  return [
    [name, base],
    ...classes.map(({ title, own }) => {
      const {
        properties,
        required = [],
        additionalProperties: _,
        description: variantDescription,
        ...rest
      } = schemas[title] ?? {};
      const { [tag]: __, ...fields } = properties as Readonly<Record<string, unknown>>;
      const needed = (required as ReadonlyArray<string>).filter((field) => field !== tag);
      return [
        own,
        {
          ...(variantDescription === undefined ? {} : { description: variantDescription }),
          allOf: [
            { $ref: `${COMPONENTS}${name}` },
            { ...rest, properties: fields, ...(needed.length === 0 ? {} : { required: needed }) },
          ],
        },
      ] as const;
    }),
  ];
};

/**
 * The description for generators of clients in languages with classes: OpenAPI 3.0, without unions and placeholders. It
 * describes the same requests and responses, some less exactly.
 */
export const withClasses = (document: Node): Node => {
  const { components, ...rest } = withoutPlaceholders(document) as { readonly components: Node };
  const schemas = components['schemas'] as Readonly<Record<string, JsonSchema>>;
  const unions = Object.entries(schemas).filter(([, schema]) => 'discriminator' in schema);
  const replaced = new Set(
    unions.flatMap(([, { discriminator }]) =>
      Object.values((discriminator as { readonly mapping: Node }).mapping).map((address) =>
        String(address).slice(COMPONENTS.length),
      ),
    ),
  );
  const others = Object.entries(schemas).filter(
    ([name, schema]) => !replaced.has(name) && !('discriminator' in schema),
  );
  const classes = unions.flatMap(([name, union]) => classesOf(name, union, schemas));
  return inOpenApi30({
    ...rest,
    openapi: '3.0.4',
    components: { ...components, schemas: Object.fromEntries([...others, ...classes]) },
  }) as Node;
};
