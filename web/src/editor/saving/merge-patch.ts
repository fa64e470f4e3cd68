import { isRecord, sameJson } from '../../../../domain/codec/json.js';

type Json = Readonly<Record<string, unknown>>;

/** The JSON Merge Patch (RFC 7396) that turns one object into the other. */
export const mergePatchBetween = (before: Json, after: Json): Json => {
  const patch: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [from, to] = [before[key], after[key]];
    if (to === undefined) {
      if (from !== undefined) patch[key] = null;
    } else if (isRecord(from) && isRecord(to)) {
      const inner = mergePatchBetween(from, to);
      if (Object.keys(inner).length > 0) patch[key] = inner;
    } else if (!sameJson(from, to)) patch[key] = to;
  }
  return patch;
};
