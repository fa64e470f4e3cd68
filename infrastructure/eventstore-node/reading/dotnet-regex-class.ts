import { characterEscape, range, setEscape, type Translated } from './dotnet-regex-escapes.js';

const BACKSPACE = 8;

/** One character of a class, escaped or not. */
const member = (source: string, at: number): { codePoint: number; end: number } => {
  if (source.startsWith('\\b', at)) return { codePoint: BACKSPACE, end: at + 2 };
  if (source[at] === '\\') return characterEscape(source, at);
  const codePoint = source.codePointAt(at) ?? 0;
  return { codePoint, end: at + String.fromCodePoint(codePoint).length };
};

/**
 * Translates a .NET character class that starts at this place, including subtraction as in `[a-z-[aeiou]]`, to a
 * JavaScript class with the flag `v`. A leading `]` is literal.
 */
export const translateClass = (source: string, start: number): Translated => {
  const negated = source[start + 1] === '^';
  let at = start + (negated ? 2 : 1);
  const first = at;
  let members = '';
  let subtracted = '';
  for (;;) {
    if (at >= source.length) throw new SyntaxError('unterminated character class');
    if (source[at] === ']' && at > first) break;
    if (source.startsWith('-[', at) && at > first) {
      const inner = translateClass(source, at + 1);
      subtracted = inner.js;
      at = inner.end;
      if (source[at] !== ']') throw new SyntaxError('a subtraction must be the last of a class');
      break;
    }
    const set = source[at] === '\\' ? setEscape(source, at) : undefined;
    if (set !== undefined) {
      members += set.js;
      at = set.end;
      continue;
    }
    const low = member(source, at);
    const isRange = source[low.end] === '-' && !/^-(?:\]|\[|$)/u.test(source.slice(low.end, low.end + 2));
    const endsWithSet =
      isRange && source[low.end + 1] === '\\' && setEscape(source, low.end + 1) !== undefined;
    if (endsWithSet) throw new SyntaxError('a set cannot end a range');
    const high = isRange ? member(source, low.end + 1) : low;
    members += range(low.codePoint, high.codePoint);
    at = high.end;
  }
  const own = `[${negated ? '^' : ''}${members}]`;
  return { js: subtracted === '' ? own : `[${own}--${subtracted}]`, end: at + 1 };
};
