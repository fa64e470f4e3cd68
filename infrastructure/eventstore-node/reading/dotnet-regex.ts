import { translateClass } from './dotnet-regex-class.js';
import { escapeToJs, literal, UntranslatableError, WORD } from './dotnet-regex-escapes.js';

const START = '(?<![\\s\\S])';
const END = '(?![\\s\\S])';
const END_OR_LAST_LINE_BREAK = `(?=\\n?${END})`;

const BOUNDARY = `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`;
const NO_BOUNDARY = `(?:(?<=${WORD})(?=${WORD})|(?<!${WORD})(?!${WORD}))`;

const ANCHORS: Readonly<Record<string, string>> = {
  A: START,
  G: START,
  z: END,
  Z: END_OR_LAST_LINE_BREAK,
  b: BOUNDARY,
  B: NO_BOUNDARY,
};

type Options = { readonly i: boolean; readonly m: boolean; readonly s: boolean; readonly x: boolean };

const LEADING_OPTIONS = /^\(\?([imnsx]*)(?:-([imnsx]+))?\)/u;

/** Options for the whole expression; JavaScript has none for parts of one. */
const leadingOptions = (pattern: string): { options: Options; rest: string } => {
  let on = '';
  let rest = pattern;
  for (let match = LEADING_OPTIONS.exec(rest); match !== null; match = LEADING_OPTIONS.exec(rest)) {
    const [all, added = '', removed = ''] = match;
    on += added;
    for (const option of removed.split('')) on = on.replaceAll(option, '');
    rest = rest.slice(all.length);
  }
  const has = (option: string): boolean => on.includes(option);
  return { options: { i: has('i'), m: has('m'), s: has('s'), x: has('x') }, rest };
};

const COMMENT = /\(\?#[^)]*\)/uy;
const NAMED_GROUP = /\(\?(?:<([^>=!]+)>|'([^']+)')/uy;
const PLAIN_GROUP = /\(\?(?::|=|!|<=|<!)/uy;
const ODD_GROUP = /\(\?(?:>|\(|[imnsx-]+[:)])/uy;
const QUANTIFIER = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/uy;
const FREE_SPACE = /\s+|#[^\n]*/uy;

/** Only a match is tested, so groups need neither names nor numbers. */
const translateGroup = (source: string, take: (pattern: RegExp) => RegExpExecArray | null): string => {
  if (take(COMMENT) !== null) return '';
  const plain = take(PLAIN_GROUP);
  if (plain !== null) return plain[0];
  const named = take(NAMED_GROUP);
  if (named !== null) {
    const name = named[1] ?? named[2] ?? '';
    if (/^\w+-\w*$|^-\w+$/u.test(name)) throw new UntranslatableError('a balancing group');
    if (!/^[\p{L}\p{Mn}\p{Nd}\p{Pc}]+$/u.test(name)) throw new SyntaxError('invalid group name');
    return '(?:';
  }
  const odd = take(ODD_GROUP);
  if (odd !== null) {
    if (odd[0] === '(?>') throw new UntranslatableError('an atomic group');
    if (odd[0] === '(?(') throw new UntranslatableError('a condition');
    throw new UntranslatableError('options for a part of the expression');
  }
  if (source.startsWith('(?')) throw new SyntaxError('unrecognized grouping construct');
  take(/\(/uy);
  return '(?:';
};

const translate = (source: string, { m, s, x }: Options): string => {
  let at = 0;
  let result = '';
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  const single: Readonly<Record<string, string>> = {
    '^': m ? `(?:${START}|(?<=\\n))` : START,
    $: m ? `(?=\\n|${END})` : END_OR_LAST_LINE_BREAK,
    '.': s ? '[\\s\\S]' : '[^\\n]',
    '|': '|',
    ')': ')',
  };
  while (at < source.length) {
    if (x && take(FREE_SPACE) !== null) continue;
    const quantifier = take(QUANTIFIER);
    if (quantifier !== null) {
      result += quantifier[0];
      continue;
    }
    const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
    if (character === '(') {
      result += translateGroup(source.slice(at, at + 3), take);
      continue;
    }
    if (character === '[' || character === '\\') {
      const anchor = character === '\\' ? ANCHORS[source[at + 1] ?? ''] : undefined;
      const part =
        anchor !== undefined
          ? { js: anchor, end: at + 2 }
          : (character === '[' ? translateClass : escapeToJs)(source, at);
      result += part.js;
      at = part.end;
      continue;
    }
    result += single[character] ?? literal(character);
    at += character.length;
  }
  return result;
};

/**
 * Compiles a .NET regular expression, as used in EventStoreDB's filters, for testing whether it matches anywhere in a
 * text. Characters outside of the basic multilingual plane count as one. Throws a SyntaxError if it is malformed, and
 * an UntranslatableError if JavaScript has no equivalent: atomic groups, conditions, balancing groups, backreferences,
 * options within the expression, Unicode blocks.
 */
export const compileDotnetRegex = (pattern: string): RegExp => {
  const { options, rest } = leadingOptions(pattern);
  return new RegExp(translate(rest, options), options.i ? 'iv' : 'v');
};
