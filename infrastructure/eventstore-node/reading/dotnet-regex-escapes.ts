/** The regular expression is valid in .NET but has no equivalent in JavaScript. */
export class UntranslatableError extends Error {
  override readonly name = 'UntranslatableError';
  constructor(what: string) {
    super(`The embedded event store cannot evaluate ${what} in a filter's regular expression.`);
  }
}

/** A translated part of an expression, and the end of the source part. */
export type Translated = { readonly js: string; readonly end: number };

const CATEGORIES = /^(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|S[mcko]?|Z[slp]?|C[cfson]?)$/u;

/** .NET's word characters at a word boundary. */
export const WORD = '[\\p{L}\\p{Mn}\\p{Nd}\\p{Pc}\\u200c\\u200d]';

/** .NET's character classes cover all of Unicode, JavaScript's little more than ASCII. */
const SETS: Readonly<Record<string, string>> = {
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  w: '[\\p{L}\\p{Mn}\\p{Nd}\\p{Pc}]',
  W: '[^\\p{L}\\p{Mn}\\p{Nd}\\p{Pc}]',
  s: '[\\f\\n\\r\\t\\v\\x85\\p{Z}]',
  S: '[^\\f\\n\\r\\t\\v\\x85\\p{Z}]',
};

const CONTROLS: Readonly<Record<string, number>> = { a: 7, t: 9, n: 10, v: 11, f: 12, r: 13, e: 27 };

const CODE = /\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|c([A-Za-z]))/uy;
const CATEGORY = /\\([pP])\{([^}]*)\}/uy;

const hex = (codePoint: number): string => `\\u{${codePoint.toString(16)}}`;

/** A literal character. */
export const literal = (character: string): string =>
  /^[\p{L}\p{N}]$/u.test(character) ? character : hex(character.codePointAt(0) ?? 0);

const codeOf = (match: RegExpExecArray): number => {
  const [, byte, unit, control] = match;
  if (control !== undefined) return control.toUpperCase().charCodeAt(0) - 64;
  return Number.parseInt(byte ?? unit ?? '', 16);
};

/** A set of characters such as `\d` or `\p{Lu}`; undefined if the escape at this place is not a set. */
export const setEscape = (source: string, at: number): Translated | undefined => {
  const set = SETS[source[at + 1] ?? ''];
  if (set !== undefined) return { js: set, end: at + 2 };
  CATEGORY.lastIndex = at;
  const category = CATEGORY.exec(source);
  if (category === null) return undefined;
  const [, sign, name = ''] = category;
  if (name.startsWith('Is')) throw new UntranslatableError('a block of Unicode');
  if (!CATEGORIES.test(name)) throw new SyntaxError('unknown property');
  return { js: `\\${sign}{${name}}`, end: CATEGORY.lastIndex };
};

/** The character of an escape, as a code point. */
export const characterEscape = (source: string, at: number): { codePoint: number; end: number } => {
  const next = source[at + 1];
  if (next === undefined) throw new SyntaxError('illegal \\ at the end');
  CODE.lastIndex = at;
  const code = CODE.exec(source);
  if (code !== null) return { codePoint: codeOf(code), end: CODE.lastIndex };
  const control = CONTROLS[next];
  if (control !== undefined) return { codePoint: control, end: at + 2 };
  if (/[0-9k]/u.test(next)) throw new UntranslatableError('a backreference or an octal number');
  if (/[\p{L}\p{Mn}\p{Nd}\p{Pc}]/u.test(next)) throw new SyntaxError('unrecognized escape sequence');
  const codePoint = source.codePointAt(at + 1) ?? 0;
  return { codePoint, end: at + 1 + String.fromCodePoint(codePoint).length };
};

/** An escape outside of a character class, except anchors. */
export const escapeToJs = (source: string, at: number): Translated => {
  const set = setEscape(source, at);
  if (set !== undefined) return set;
  const { codePoint, end } = characterEscape(source, at);
  return { js: hex(codePoint), end };
};

/** A code point or range within a character class. */
export const range = (from: number, to: number): string => {
  if (to < from) throw new SyntaxError('a range in reverse order');
  return from === to ? hex(from) : `${hex(from)}-${hex(to)}`;
};
