import * as t from 'io-ts';
import { codec, type Codec, errorsOf } from './codec.js';
import { type Field, hasFields, isFilledLater, type WithFields } from './containers.js';
import { isRecord } from './json.js';
import { mergePatchOf } from './schemas.js';
import { unknownField } from './unknown-field.js';

/** Applies a JSON Merge Patch (RFC 7396): null removes a field, an object merges, anything else replaces. */
export const mergePatch = (target: unknown, patch: unknown): unknown => {
  if (!isRecord(patch)) return patch;
  // Not an object: `__proto__` is a field like any other.
  const merged = new Map(isRecord(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged);
};

const requiredOf = ({ jsonSchema }: Field): ReadonlyArray<string> =>
  (jsonSchema['required'] ?? []) as ReadonlyArray<string>;

const fieldProblems = (
  fields: Readonly<Record<string, Field>>,
  isRequired: boolean,
  key: string,
  value: unknown,
  context: t.Context,
): t.Errors => {
  const refuse = (message: string): t.Errors => [{ value, context, message }];
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
  if (field === undefined) return [unknownField(key, value, context, fields)];
  if (value === null) return isRequired ? refuse('is required') : [];
  if (isFilledLater(key, field, value, context)) return [];
  return errorsOf(
    hasFields(field)
      ? mergePatchCodec(field).validate(value, context)
      : field.validate(mergePatch(undefined, value), context),
  );
};

/**
 * A JSON Merge Patch (RFC 7396) for an object described by `whole`. Each field must be known and valid by itself.
 * `null` resets a field to its default or removes an optional field; a required field cannot be null. Rules between
 * fields must be checked on the result.
 */
export const mergePatchCodec = (whole: Field & WithFields): Codec<Readonly<Record<string, unknown>>> => {
  const required = requiredOf(whole);
  return codec('mergePatch', mergePatchOf(whole.jsonSchema), (u, context) => {
    if (!isRecord(u)) return t.failure(u, context, 'must be an object');
    const problems = Object.entries(u).flatMap(([name, value]) => {
      const at = t.appendContext(context, name, t.unknown, value);
      return fieldProblems(whole.fields, required.includes(name), name, value, at);
    });
    return problems.length > 0 ? t.failures(problems) : t.success(u);
  });
};
