/** A JSON Schema, as far as defaults depend on it. */
export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly oneOf?: ReadonlyArray<Schema>;
  readonly anyOf?: ReadonlyArray<Schema>;
  readonly type?: string | ReadonlyArray<string>;
  readonly enum?: ReadonlyArray<unknown>;
  readonly default?: unknown;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const typeOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;

/** The value with the defaults of the schema for every omitted field. */
export const withDefaults = (root: Schema, value: unknown): unknown => {
  const resolved = (schema: Schema): Schema => {
    const name = schema.$ref?.replace('#/$defs/', '');
    return name === undefined ? schema : { ...root.$defs?.[name], ...schema };
  };

  /** The alternative for a value: of the same type, and with the same tags. */
  const alternativeFor = (schema: Schema, given: unknown): Schema | undefined =>
    [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
      .map(resolved)
      .find(
        ({ type, properties = {} }) =>
          (type === undefined || [type].flat().includes(typeOf(given))) &&
          Object.entries(properties).every(
            ([name, property]) =>
              !(isObject(given) && name === 'type') ||
              (resolved(property).enum ?? [given[name]]).includes(given[name]),
          ),
      );

  const fill = (unresolved: Schema, given: unknown): unknown => {
    const schema = resolved(unresolved);
    if (given === undefined) return schema.default === undefined ? undefined : fill(schema, schema.default);
    const alternative = alternativeFor(schema, given);
    if (alternative) return fill(alternative, given);
    if (Array.isArray(given))
      return schema.items ? given.map((item) => fill(schema.items ?? {}, item)) : given;
    if (!isObject(given)) return given;
    const names = new Set([...Object.keys(given), ...Object.keys(schema.properties ?? {})]);
    return Object.fromEntries(
      [...names]
        .map((name) => [name, fill(schema.properties?.[name] ?? {}, given[name])] as const)
        .filter(([, filled]) => filled !== undefined),
    );
  };
  return fill(root, value);
};
