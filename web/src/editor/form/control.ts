import { isRecord } from '../../../../domain/codec/json.js';
import { WEIGHTS } from '../../words/labels.js';
import { resolved, type Schema } from './schema.js';

export interface Bounds {
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
}

export type Control =
  | ({ readonly _tag: 'Number' } & Bounds)
  | { readonly _tag: 'Text'; readonly isLong: boolean; readonly maxLength: number | undefined }
  | { readonly _tag: 'Color' }
  | { readonly _tag: 'Font' }
  | { readonly _tag: 'Checkbox' }
  /** `words`: the labels of options, if they differ from the values. */
  | {
      readonly _tag: 'Select';
      readonly options: ReadonlyArray<unknown>;
      readonly words?: Readonly<Record<string, string>>;
    }
  /** A number, text or boolean, typed as text; `suggestions` are words with a special meaning. */
  | ({ readonly _tag: 'Scalar'; readonly suggestions: ReadonlyArray<string> } & Bounds)
  /** Off, on, or how much. */
  | { readonly _tag: 'Switch'; readonly amount: Schema }
  | { readonly _tag: 'Choice'; readonly forms: ReadonlyArray<Schema> }
  /** An object whose `type` tells which fields it has. */
  | { readonly _tag: 'Variants'; readonly variants: ReadonlyMap<string, Schema> }
  | { readonly _tag: 'List'; readonly item: Schema; readonly minItems: number; readonly maxItems: number }
  | { readonly _tag: 'Group' }
  /** Fields that the API does not name. */
  | { readonly _tag: 'Json' };

export type Of<Tag extends Control['_tag']> = Extract<Control, { readonly _tag: Tag }>;

/** Texts up to this length have one line. */
const SHORT = 300;

/** Whether texts that match are colours. */
const isColor = ({ pattern }: Schema): boolean => {
  if (pattern === undefined) return false;
  const accepts = new RegExp(pattern, 'u');
  return accepts.test('#a1b2c3') && !accepts.test('a1b2c3');
};

const isScalar = ({ type, properties }: Schema): boolean =>
  type !== 'object' && type !== 'array' && !properties;

const TAG = 'type';

const tagsOf = ({ properties }: Schema): ReadonlyArray<string> =>
  (properties?.[TAG]?.enum ?? []) as ReadonlyArray<string>;

/** A variant without its tag field. */
const untagged = (schema: Schema): Schema => {
  const { [TAG]: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
};

const textControl = (name: string, schema: Schema): Control => {
  if (isColor(schema)) return { _tag: 'Color' };
  if (name === 'fontFamily') return { _tag: 'Font' };
  const { maxLength } = schema;
  return { _tag: 'Text', isLong: maxLength === undefined || maxLength > SHORT, maxLength };
};

export const boundsOf = ({ minimum, exclusiveMinimum, maximum }: Schema): Bounds => ({
  minimum: minimum ?? exclusiveMinimum,
  maximum,
});

const alternativesControl = (alternatives: ReadonlyArray<Schema>): Control => {
  const amount = alternatives.find(({ type }) => type === 'number' || type === 'integer');
  if (amount && alternatives.some(({ type }) => type === 'boolean')) return { _tag: 'Switch', amount };
  if (alternatives.every(isScalar))
    return {
      _tag: 'Scalar',
      suggestions: alternatives.flatMap(({ type, enum: words = [] }) =>
        type === 'boolean' ? ['true', 'false'] : words.map(String),
      ),
      ...boundsOf(amount ?? {}),
    };
  if (alternatives.length > 1 && alternatives.every((one) => tagsOf(one).length > 0))
    return {
      _tag: 'Variants',
      variants: new Map(
        alternatives.flatMap((one) => tagsOf(one).map((tag) => [tag, untagged(one)] as const)),
      ),
    };
  return { _tag: 'Choice', forms: alternatives };
};

export const controlOf = (name: string, given: Schema): Control => {
  const schema = resolved(given);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return alternativesControl(alternatives);
  if (name === 'fontWeight')
    return { _tag: 'Select', options: Object.keys(WEIGHTS).map(Number), words: WEIGHTS };
  if (schema.enum) return { _tag: 'Select', options: schema.enum };
  switch (schema.type) {
    case 'number':
    case 'integer':
      return { _tag: 'Number', ...boundsOf(schema) };
    case 'boolean':
      return { _tag: 'Checkbox' };
    case 'string':
      return textControl(name, schema);
    case 'array': {
      const { items = {}, minItems = 0, maxItems = Infinity } = schema;
      return { _tag: 'List', item: items, minItems, maxItems };
    }
    case undefined:
    default:
      return schema.properties ? { _tag: 'Group' } : { _tag: 'Json' };
  }
};

/** The name of a form of a choice. */
export const nameOfForm = (form: Schema): string => {
  if (form.title !== undefined) return form.title;
  if (isColor(form)) return 'Color';
  if (form.enum) return 'Named';
  return { number: 'Number', integer: 'Number', string: 'Text', array: 'List', object: 'Fields' }[
    form.type ?? 'object'
  ] as string;
};

const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'array';
  return isRecord(value) ? 'object' : typeof value;
};

/** The index of the form that a value has; 0 if it has none of them. */
export const formOf = (forms: ReadonlyArray<Schema>, value: unknown): number => {
  const kind = kindOf(value);
  const at = forms.findIndex(({ type, enum: words }) =>
    words ? words.includes(value) : type === kind || (type === 'integer' && kind === 'number'),
  );
  return Math.max(0, at);
};

/** Initial values, by title, where the schema alone gives no valid one. */
const FIRST: Readonly<Record<string, unknown>> = {
  Gradient: {
    type: 'linear',
    stops: [
      { offset: 0, color: '#000000' },
      { offset: 1, color: '#ffffff' },
    ],
  },
};

/** A new object of a variant, with its required fields. */
export const variantOf = (tag: string, schema: Schema): object => ({
  ...(initialOf('', { ...schema, type: 'object' }) as object),
  [TAG]: tag,
});

/** A value for a field that has none yet. */
export const initialOf = (name: string, given: Schema): unknown => {
  const schema = resolved(given);
  if (schema.title !== undefined && schema.title in FIRST) return FIRST[schema.title];
  if (schema.default !== undefined && !isRecord(schema.default)) return schema.default;
  const control = controlOf(name, schema);
  switch (control._tag) {
    case 'Number': {
      const least = schema.exclusiveMinimum === undefined ? control.minimum : schema.exclusiveMinimum + 1;
      return Math.min(control.maximum ?? Infinity, Math.max(0, least ?? 0));
    }
    case 'Text':
    case 'Font':
      return '';
    case 'Color':
      return '#000000';
    case 'Checkbox':
    case 'Switch':
      return false;
    case 'Select':
      return control.options[0];
    case 'Scalar': {
      const [first = {}] = schema.anyOf ?? schema.oneOf ?? [];
      return initialOf(name, first);
    }
    case 'Choice':
      return initialOf(name, control.forms[0] ?? {});
    case 'Variants':
      return variantOf(...([...control.variants][0] ?? ['', {}]));
    case 'List':
      return Array.from({ length: control.minItems }, () => initialOf('', control.item));
    case 'Group': {
      const { properties = {}, required = [] } = schema;
      return Object.fromEntries(required.map((field) => [field, initialOf(field, properties[field] ?? {})]));
    }
    case 'Json':
      return {};
  }
};
