import type * as t from 'io-ts';
import leven from 'leven';

/** Longer names are not compared: the time of a comparison grows with both lengths. */
const MAX_COMPARED_LENGTH = 40;

/** The distance of a name from a known one, both in lower case; undefined if they are too different for a typo. */
const distanceOf = (name: string, known: string): number | undefined => {
  const edits = leven(name, known);
  const most = name.length < 3 ? 0 : name.length < 5 ? 1 : 2;
  if (edits <= most) return edits;
  const [short, long] = name.length < known.length ? [name, known] : [known, name];
  return short.length >= 3 && long.startsWith(short) ? most + 1 : undefined;
};

const mostSimilar = (name: string, known: ReadonlyArray<string>): string | undefined => {
  if (name.length > MAX_COMPARED_LENGTH) return undefined;
  let best: { readonly field: string; readonly distance: number } | undefined;
  for (const field of known) {
    const distance = distanceOf(name.toLowerCase(), field.toLowerCase());
    if (distance !== undefined && distance < (best?.distance ?? Infinity)) best = { field, distance };
  }
  return best?.field;
};

/**
 * The problem of an unknown field, with the most similar name of a known one. Names are compared only when the message
 * is read, because a request may have more problems than are shown.
 */
export const unknownField = (
  name: string,
  value: unknown,
  context: t.Context,
  fields: Readonly<Record<string, unknown>>,
): t.ValidationError => ({
  value,
  context,
  get message() {
    const meant = mostSimilar(name, Object.keys(fields));
    return `is not a known field${meant === undefined ? '' : `; did you mean ${meant}?`}`;
  },
});
