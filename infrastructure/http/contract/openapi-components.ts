import type { JsonSchema } from '../../../domain/codec/codec.js';
import { isRecord, sameJson } from '../../../domain/codec/json.js';

/** Where the OpenAPI document keeps its schemas. */
export const COMPONENTS = '#/components/schemas/';

/** Keywords that describe one use of a schema; they may stand next to `$ref`. */
const USE_KEYWORDS = ['default', 'description'];

/** The document, with titled schemas replaced by references, and those schemas by title. */
export interface WithComponents {
  readonly document: unknown;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

/** The address of the component with the given title. The codecs of the domain refer to schemas by bare titles. */
const componentPath = (title: string): string => (title.startsWith('#') ? title : `${COMPONENTS}${title}`);

const mapValues = (
  record: Readonly<Record<string, unknown>>,
  change: (value: unknown, key: string) => unknown,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));

/**
 * Moves every schema that has a `title` into the components, so that generated clients have a type of that name,
 * and turns titles in `$ref` and in the mappings of discriminators into addresses.
 * @throws RangeError if two different schemas share a title
 */
export const componentsOf = (root: unknown): WithComponents => {
  const schemas: Record<string, JsonSchema> = {};

  const move = (titled: Readonly<Record<string, unknown>>, title: string): JsonSchema => {
    const { default: _, ...schema } = titled;
    const moved: JsonSchema = walkFields(schema);
    const known = schemas[title];
    const { description: ours, ...shape } = moved;
    const { description: theirs = ours, ...knownShape } = known ?? moved;
    if (!sameJson(shape, knownShape)) throw new RangeError(`two different schemas have the title ${title}`);
    schemas[title] = known?.['description'] === undefined ? moved : known;
    const useKeywords = Object.fromEntries(
      USE_KEYWORDS.flatMap((key) =>
        key in titled && !(key === 'description' && (known === undefined || ours === theirs))
          ? [[key, titled[key]]]
          : [],
      ),
    );
    return { $ref: componentPath(title), ...useKeywords };
  };

  const walkFields = (node: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
    mapValues(node, (value, key) => {
      if (key === 'example' || key === 'default') return value;
      if (key === '$ref') return componentPath(String(value));
      if (key === 'mapping' && 'propertyName' in node && isRecord(value))
        return mapValues(value, (title) => componentPath(String(title)));
      return walk(value);
    });

  /** The result for each visited node: without it, ten times as many nodes would be visited. */
  const results = new Map<object, unknown>();
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (!isRecord(node)) return node;
    const known = results.get(node) ?? walkRecord(node);
    results.set(node, known);
    return known;
  };

  const walkRecord = (node: Readonly<Record<string, unknown>>): unknown => {
    const title = node['title'];
    return typeof title === 'string' && !('openapi' in node) ? move(node, title) : walkFields(node);
  };

  return { document: walk(root), schemas };
};
