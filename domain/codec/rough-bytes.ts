const SCALAR = 8;

/** Estimates the size of a parsed JSON value as text, in bytes, much faster than serialising it. */
export const roughBytes = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return SCALAR;
  let bytes = 2;
  for (const key in value) bytes += key.length + roughBytes((value as Record<string, unknown>)[key]);
  return bytes;
};
