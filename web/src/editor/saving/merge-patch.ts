import { isRecord, sameJson } from '../../../../domain/codec/json.js';

type Json = Readonly<Record<string, unknown>>;

/** The JSON Merge Patch (RFC 7396) that turns one object into the other. */
export const mergePatchBetween = (before: Json, after: Json): Json => {
  const [fields, others] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const patch = [...new Set([...fields.keys(), ...others.keys()])].flatMap((key) => {
    const [from, to] = [fields.get(key), others.get(key)];
    if (to === undefined) return from === undefined ? [] : [[key, null] as const];
    if (!isRecord(from) || !isRecord(to)) return sameJson(from, to) ? [] : [[key, to] as const];
    const inner = mergePatchBetween(from, to);
    return Object.keys(inner).length > 0 ? [[key, inner] as const] : [];
  });
  return Object.fromEntries(patch);
};
