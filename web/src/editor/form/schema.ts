import type { Clip } from '../../../../clients/typescript/core/types.js';
import { isRecord, sameJson } from '../../../../domain/codec/json.js';
import { ClipInputs } from '../../../../domain/composition/clips/clip-list.js';
import { Metadata } from '../../../../domain/composition/composition.js';

/** The parts of a JSON Schema of the API that forms read. */
export interface Schema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: ReadonlyArray<unknown>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: ReadonlyArray<string>;
  readonly anyOf?: ReadonlyArray<Schema>;
  readonly oneOf?: ReadonlyArray<Schema>;
  readonly $ref?: string;
}

const { items: CLIP } = ClipInputs.jsonSchema as { readonly items: Schema };

/** The schema itself, or the one that it refers to: groups contain clips. */
export const resolved = (schema: Schema): Schema => (schema.$ref === 'Clip' ? CLIP : schema);

export const METADATA: Schema = Metadata.jsonSchema;

export const CLIP_TYPES: ReadonlyArray<string> = (CLIP.oneOf ?? []).flatMap(
  ({ properties }) => (properties?.['type']?.enum ?? []) as ReadonlyArray<string>,
);

/** Fields of visible clips. */
const SEEN: ReadonlySet<string> = new Set(
  'position size transform fit fitAlign crop motion transition'.split(' '),
);

/** Fields of clips that play media, and the types of such clips. */
const PLAYED: ReadonlySet<string> = new Set('offset speed loop freeze reverse'.split(' '));
const PLAYERS: ReadonlySet<string> = new Set('video audio image group'.split(' '));

/** Fields of clips with sound, and the types of such clips. */
const HEARD: ReadonlySet<string> = new Set('volume duck pitch'.split(' '));
const SOUNDING: ReadonlySet<string> = new Set('video audio group'.split(' '));

/** The schema with only some of its fields. */
export const withFields = (schema: Schema, isKept: (name: string) => boolean): Schema => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => isKept(name))),
});

/** The same for an object in the schema. */
const withFieldsOf = (schema: Schema, name: string, isKept: (name: string) => boolean): Schema => ({
  ...schema,
  properties: { ...schema.properties, [name]: withFields(schema.properties?.[name] ?? {}, isKept) },
});

/** The schema of the clips of a type, without fields that do not apply to it. */
export const clipSchema = (type: string): Schema => {
  const schema = CLIP.oneOf?.find(({ properties }) => properties?.['type']?.enum?.includes(type)) ?? {};
  const applies = (name: string): boolean =>
    (type !== 'audio' || !SEEN.has(name)) &&
    (PLAYERS.has(type) || !PLAYED.has(name)) &&
    (SOUNDING.has(type) || !HEARD.has(name));
  const timed = withFieldsOf(withFields(schema, applies), 'timeFrame', applies);
  return withFieldsOf(timed, 'effects', (name) => (HEARD.has(name) ? SOUNDING.has(type) : type !== 'audio'));
};

/** Files whose pictures may move. */
const MOVING = /\.(?:gif|webp|apng)\b/i;

/** The schema of a clip, without how a picture plays that does not move, or the content of a counter. */
export const schemaOfClip = (clip: Clip): Schema => {
  const schema = clipSchema(clip.type);
  if (clip.type === 'text' && clip.textProperties.counter)
    return withFieldsOf(schema, 'textProperties', (name) => name !== 'content');
  const played = Object.keys(clip.timeFrame).some((name) => PLAYED.has(name));
  if (clip.type !== 'image' || played || [clip.name, clip.source].some((file) => MOVING.test(file ?? '')))
    return schema;
  return withFieldsOf(schema, 'timeFrame', (name) => !PLAYED.has(name));
};

/** The content of a clip, which comes before its style. */
const CONTENT = new Set(['content', 'source', 'speech', 'words']);

/**
 * The fields of an object: its content, then required fields, then the others. It omits fields that such a clip stores
 * but does not use.
 */
export const fieldsOf = ({
  properties = {},
  required = [],
}: Schema): ReadonlyArray<readonly [name: string, field: Schema]> => {
  const rank = (name: string): number => (CONTENT.has(name) ? 0 : required.includes(name) ? 1 : 2);
  return Object.entries(properties)
    .filter(([, { description = '' }]) => !description.startsWith('Not used'))
    .toSorted(([one], [other]) => rank(one) - rank(other));
};

/** The fields of which an object needs one, by its title: a JSON Schema does not say it. */
const NEEDED: Readonly<Record<string, ReadonlyArray<string>>> = { Mask: ['source', 'clip'] };

/** The schema with the fields that are offered: first those without which the object could not be saved. */
export const offered = (schema: Schema, value: unknown): Schema => {
  const needed = NEEDED[schema.title ?? ''] ?? schema.required ?? [];
  const isNeeded = (name: string): boolean => needed.includes(name);
  const isComplete = needed.length === 0 || Object.keys(recordOf(value)).some(isNeeded);
  return isComplete ? schema : withFields(schema, isNeeded);
};

/** The objects that have an effect without any field of their own, by their titles. */
const SWITCHED = new Set(
  'Border Duck FitText Loudness Poster SoundtrackDuck Stroke TextBackground Thumbnail'.split(' '),
);

/** Whether the object is off until it is added, although its fields show defaults. */
export const isSwitched = ({ title = '' }: Schema): boolean => SWITCHED.has(title);

/** An object without a field that was removed; nothing if it could not be saved without it. */
export const leftOf = (schema: Schema, fields: FormFields): FormFields | undefined => {
  const names = Object.keys(fields);
  const needed = NEEDED[schema.title ?? ''];
  const isLeft = needed?.some((name) => names.includes(name)) ?? (names.length > 0 || isSwitched(schema));
  return isLeft ? fields : undefined;
};

/** `Words` as `Word`, in English. */
export const singularOf = (label: string): string => label.replace(/([^aius])s$/, '$1');

/** The fields of an object that a form edits. */
export type FormFields = Readonly<Record<string, unknown>>;

export interface FormProps {
  readonly schema: Schema;
  readonly value: FormFields;
  readonly onChange: (value: FormFields) => void;
  readonly path?: string;
  readonly without?: ReadonlyArray<string>;
}

/** The fields of a value; none if it is not an object. */
export const recordOf = (value: unknown): FormFields => (isRecord(value) ? value : {});

/** The fields of a value that have the same schema in another variant. */
export const sharedFields = (value: unknown, before: Schema | undefined, after: Schema): object =>
  Object.fromEntries(
    Object.entries(recordOf(value)).filter(([field]) => {
      const [one, other] = [before?.properties?.[field], after.properties?.[field]];
      return one !== undefined && sameJson(one, other);
    }),
  );
