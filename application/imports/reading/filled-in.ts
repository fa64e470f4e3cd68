import { isRecord } from '../../../domain/codec/json.js';
import { partsOf } from '../../../domain/codec/placeholders.js';
import type { JsonObject } from './json-object.js';

const fieldOf = (value: unknown, [name, ...rest]: ReadonlyArray<string>): unknown => {
  if (name === undefined) return value;
  return isRecord(value) && Object.hasOwn(value, name) ? fieldOf(value[name], rest) : undefined;
};

/** The value with placeholders replaced by what `values` has for them; others stay. */
export const filledIn = (value: unknown, values: JsonObject): unknown => {
  if (Array.isArray(value)) return value.map((item) => filledIn(item, values));
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filledIn(inner, values)]));
  if (typeof value !== 'string' || !value.includes('{{')) return value;
  const parts = partsOf(value).map((part) => {
    if (typeof part === 'string') return part;
    return fieldOf(values, part.name.split('.')) ?? `{{${part.name}}}`;
  });
  return parts.length === 1
    ? parts[0]
    : parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join('');
};
