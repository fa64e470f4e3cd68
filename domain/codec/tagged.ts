import type * as t from 'io-ts';
import { codec, type Codec, type JsonSchema } from './codec.js';
import { isRecord } from './json.js';

type Variant = t.Mixed & { readonly jsonSchema: JsonSchema };

/** Where the API description keeps a schema that has a title. */
const componentPath = ({ title }: JsonSchema): string => `#/components/schemas/${String(title)}`;

/**
 * An object whose field `tag` says which of several codecs it is checked by. `untagged` checks it where the tag is
 * missing or unknown, and must then find a problem: that of the tag, beside all others. `A` is the one type by which the
 * service knows what the variants decode to. The schemas of the variants must have titles.
 */
export const taggedBy = <A>(
  tag: string,
  variants: Readonly<Record<string, Variant>>,
  untagged: Variant,
): Codec<A> => {
  const mapping = Object.fromEntries(
    Object.entries(variants).map(([name, { jsonSchema }]) => [name, componentPath(jsonSchema)]),
  );
  const distinct = [...new Set(Object.values(variants))];
  return codec<A>(
    'tagged',
    {
      oneOf: distinct.map(({ jsonSchema }) => jsonSchema),
      discriminator: { propertyName: tag, mapping },
    },
    (u, context) => {
      const name = isRecord(u) ? u[tag] : undefined;
      const variant = typeof name === 'string' && Object.hasOwn(variants, name) ? variants[name] : undefined;
      return (variant ?? untagged).validate(u, context) as t.Validation<A>;
    },
    (a) => a,
  );
};
