const NAME = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z_$][\w$]*/suy;
const SCALAR = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s,:[\]{}"']+/suy;
const SPACE = /\s*/uy;

/** The end of an array or object in a text, whatever it contains. */
const nestedEnd = (text: string, start: number): number => {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const character = text[at];
    if (character === '"' || character === "'") {
      SCALAR.lastIndex = at;
      if (SCALAR.exec(text) === null) break;
      at = SCALAR.lastIndex;
      continue;
    }
    if (character === '{' || character === '[') depth += 1;
    if (character === '}' || character === ']') depth -= 1;
    at += 1;
    if (depth === 0) return at;
  }
  throw new SyntaxError('unterminated value');
};

/**
 * Splits a JSON object into the names and texts of its values, in order. Accepts what Newtonsoft.Json, EventStoreDB's
 * parser of stream metadata, accepts: unquoted or single-quoted names, a trailing comma, anything after the object.
 * Throws a SyntaxError if the object itself is malformed; values are not parsed.
 */
export const jsonMembers = (text: string): readonly (readonly [name: string, value: string])[] => {
  const members: [string, string][] = [];
  let at = text.startsWith('\ufeff') ? 1 : 0;

  const skipSpace = (): string | undefined => {
    SPACE.lastIndex = at;
    SPACE.exec(text);
    at = SPACE.lastIndex;
    return text[at];
  };
  const expect = (character: string): void => {
    if (skipSpace() !== character) throw new SyntaxError(`expected ${character}`);
    at += 1;
  };
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const [found] = pattern.exec(text) ?? [];
    if (found === undefined) throw new SyntaxError('unexpected character');
    at = pattern.lastIndex;
    return found;
  };
  const takeValue = (): string => {
    const first = skipSpace();
    if (first !== '{' && first !== '[') return take(SCALAR);
    const start = at;
    at = nestedEnd(text, start);
    return text.slice(start, at);
  };

  expect('{');
  while (skipSpace() !== '}') {
    const quoted = take(NAME);
    const name = /^["']/u.test(quoted) ? quoted.slice(1, -1) : quoted;
    expect(':');
    members.push([name, takeValue()]);
    if (skipSpace() === '}') break;
    expect(',');
  }
  return members;
};
