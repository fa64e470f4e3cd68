import type * as t from 'io-ts';
import leven from 'leven';

/** Longer names are not compared: the time of a comparison grows with both lengths. */
const LONGEST = 40;

/** How unlike a name is to one that may be meant, both in lower case; undefined if it is not meant. */
const unlikeness = (name: string, known: string): number | undefined => {
  const slips = leven(name, known);
  const most = name.length < 3 ? 0 : name.length < 5 ? 1 : 2;
  if (slips <= most) return slips;
  const [short, long] = name.length < known.length ? [name, known] : [known, name];
  return short.length >= 3 && long.startsWith(short) ? most + 1 : undefined;
};

const mostSimilar = (name: string, known: ReadonlyArray<string>): string | undefined => {
  if (name.length > LONGEST) return undefined;
  let best: { readonly field: string; readonly unlike: number } | undefined;
  for (const field of known) {
    const unlike = unlikeness(name.toLowerCase(), field.toLowerCase());
    if (unlike !== undefined && unlike < (best?.unlike ?? Infinity)) best = { field, unlike };
  }
  return best?.field;
};

/**
 * The problem of a field that an object does not have, with the most similar name among those that it has. Names are
 * compared when the message is read: a request may have more problems than are shown.
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
