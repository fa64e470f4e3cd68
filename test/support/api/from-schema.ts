/** Values generated from the JSON Schemas of the OpenAPI document, and ways to mutate them. */
import * as fc from 'fast-check';
import { description } from './api-description.js';

type Schema = Readonly<Record<string, unknown>>;

const resolved = (schema: Schema): Schema => {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  return description.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {};
};

const number = ({ minimum, maximum, exclusiveMinimum, type }: Record<string, number | string>) => {
  const low = Number(minimum ?? exclusiveMinimum ?? -100_000);
  const high = Number(maximum ?? 100_000);
  const whole = fc.integer({
    min: Math.ceil(low + (exclusiveMinimum === undefined ? 0 : 1)),
    max: Math.floor(high),
  });
  if (type === 'integer') return whole;
  const any = fc.double({ min: low, max: high, minExcluded: exclusiveMinimum !== undefined, noNaN: true });
  return fc.oneof(whole, any, fc.constant(high));
};

const COLOURS = ['#fff', '#A1b2C3', '#00000080'];

const string = ({
  enum: values,
  pattern,
  format,
  minLength = 0,
  maxLength = 30,
}: Schema): fc.Arbitrary<unknown> => {
  if (Array.isArray(values)) return fc.constantFrom(...(values as string[]));
  if (typeof pattern === 'string' && pattern.includes(':\\/\\/'))
    return fc.webUrl({ withQueryParameters: true });
  if (typeof pattern === 'string')
    return fc.constantFrom(...COLOURS, ...(pattern.includes('transparent') ? ['transparent'] : []));
  if (format === 'date-time')
    return fc
      .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
      .map((date) => date.toISOString());
  const lengths = { minLength: Number(minLength), maxLength: Math.min(Number(maxLength), 30) };
  return fc.string({ ...lengths, unit: 'grapheme' }).filter((text) => !text.includes('\0'));
};

/**
 * Fields with rules that refer to other fields or clips, which a schema cannot express, and clips that contain clips;
 * they have their own tests. `end` is always generated if possible, because a clip needs an end.
 */
const RULED = new Set(
  'duration after gap speed loop freeze reverse crop mask keyframes svg spans fitText shapeProperties transition motion filters chromaKey shadow textBackground anchor relativeTo fonts duck counter animation lang output when'.split(
    ' ',
  ),
);
const isRuled = (schema: Schema, name: string): boolean =>
  RULED.has(name) && !((schema['required'] ?? []) as ReadonlyArray<string>).includes(name);
const NEEDED = new Set(['end', 'content', 'source']);

const object = (schema: Schema): fc.Arbitrary<unknown> => {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
  if (schema['additionalProperties'] === true && Object.keys(properties).length === 0)
    return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
  const required = (schema['required'] ?? []) as string[];
  const model = Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !isRuled(schema, name))
      .map(([name, part]) => [name, fromSchema(part)]),
  );
  const needed = Object.keys(model).filter((name) => required.includes(name) || NEEDED.has(name));
  return fc.record(model, { requiredKeys: needed });
};

/** Whether an alternative has no dependent clip, unit or gradient. */
const isPlain = (given: Schema): boolean => {
  const { title, pattern } = { ...resolved(given) };
  const name = [given['$ref'], title].filter((text) => typeof text === 'string').join(' ');
  return (
    !/(?:Group|Shape|Progress|Waveform)Clip\b|Gradient\b/.test(name) && !String(pattern).includes('vmin')
  );
};

/** Any small value that a schema describes. */
export const fromSchema = (given: Schema): fc.Arbitrary<unknown> => {
  const schema = resolved(given);
  const choices = (schema['oneOf'] ?? schema['anyOf']) as ReadonlyArray<Schema> | undefined;
  if (choices) return fc.oneof(...choices.filter(isPlain).map(fromSchema));
  switch (schema['type']) {
    case 'object':
      return object(schema);
    case 'array':
      return fc.array(fromSchema(schema['items'] as Schema), {
        minLength: Number(schema['minItems'] ?? 0),
        maxLength: Math.max(3, Number(schema['minItems'] ?? 0)),
      });
    case 'string':
      return string(schema);
    case 'number':
    case 'integer':
      return number(schema as Record<string, number | string>);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
};

/** Values that have broken programs before. */
export const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    0,
    -1,
    1e308,
    -1e308,
    1e-320,
    2 ** 53,
    true,
    [],
    {},
    [[]],
    'null',
    '__proto__',
  ),
  fc.constantFrom<unknown>(
    '\ud800',
    '\0',
    '\u202e',
    '😀'.repeat(300),
    'x'.repeat(5000),
    '%00',
    '../../etc/passwd',
  ),
  fc.constantFrom<unknown>(
    { length: -1 },
    { toString: 1 },
    { hasOwnProperty: 1 },
    { constructor: { prototype: 1 } },
  ),
  fc.constantFrom<unknown>("'; drop table video_list; --", 'NaN', '1e999', '0x10', '1e999'),
  fc.jsonValue({ maxDepth: 3 }),
);

const places = (value: unknown, path: ReadonlyArray<string> = []): ReadonlyArray<ReadonlyArray<string>> =>
  typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key]))]
    : [path];

const changed = (value: unknown, path: ReadonlyArray<string>, change: (at: unknown) => unknown): unknown => {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (String(index) === key ? changed(item, rest, change) : item));
  const record = value as Record<string, unknown>;
  return { ...record, [key]: changed(record[key], rest, change) };
};

/** The value with one part replaced, removed, or with an extra field. */
export const spoiled = (value: unknown): fc.Arbitrary<unknown> =>
  fc
    .tuple(fc.constantFrom(...places(value)), nasty, fc.constantFrom('replace', 'remove', 'add'))
    .map(([path, replacement, how]) =>
      changed(value, path, (at) => {
        if (how === 'remove') return undefined;
        const isObject = typeof at === 'object' && at !== null && !Array.isArray(at);
        return how === 'add' && isObject ? { ...at, voulme: replacement } : replacement;
      }),
    );
