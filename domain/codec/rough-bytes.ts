const SCALAR = 8;

/** Estimates the size of a parsed JSON value as text, in bytes, much faster than serialising it. */
export const roughBytes = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return SCALAR;
  let bytes = 2;
  for (const key in value) bytes += key.length + roughBytes((value as Record<string, unknown>)[key]);
  return bytes;
};

/** Whether a parsed JSON value takes more than about `limit` bytes as text. Stops reading the value at the limit. */
export const isRoughlyOver = (value: unknown, limit: number): boolean => bytesLeft(value, limit) < 0;

/** How many of `bytes` remain after the value; negative if it takes more. Stops reading the value once none remain. */
const bytesLeft = (value: unknown, bytes: number): number => {
  if (typeof value === 'string') return bytes - value.length;
  if (typeof value !== 'object' || value === null) return bytes - SCALAR;
  let rest = bytes - 2;
  for (const key in value) {
    if (rest < 0) break;
    rest = bytesLeft((value as Record<string, unknown>)[key], rest - key.length);
  }
  return rest;
};
