import type * as t from 'io-ts';
import { codec, type Codec, type JsonSchema } from './codec.js';
import { isRecord } from './json.js';

type Variant = t.Mixed & { readonly jsonSchema: JsonSchema };

/**
 * An object that is validated by the codec that its field `tag` selects. `untagged` validates it if the tag is missing
 * or unknown; it must then report the tag as a problem, along with all others. The schemas of the variants must have
 * titles: the discriminator names the variants by them.
 */
export const taggedBy = <V extends Readonly<Record<string, Variant>>>(
  tag: string,
  variants: V,
  untagged: Variant,
): Codec<t.TypeOf<V[keyof V]>> => {
  const mapping = Object.fromEntries(
    Object.entries(variants).map(([name, { jsonSchema }]) => [name, String(jsonSchema['title'])]),
  );
  const distinct = [...new Set(Object.values(variants))];
  return codec<t.TypeOf<V[keyof V]>>(
    'tagged',
    {
      oneOf: distinct.map(({ jsonSchema }) => jsonSchema),
      discriminator: { propertyName: tag, mapping },
    },
    (u, context) => {
      const name = isRecord(u) ? u[tag] : undefined;
      const variant = typeof name === 'string' && Object.hasOwn(variants, name) ? variants[name] : undefined;
      return (variant ?? untagged).validate(u, context) as t.Validation<t.TypeOf<V[keyof V]>>;
    },
  );
};
