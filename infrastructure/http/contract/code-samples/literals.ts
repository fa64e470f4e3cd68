/** How a language writes values. */
interface Notation {
  readonly words: { readonly true: string; readonly false: string; readonly null: string };
  readonly indent: number;
  /** The text between the braces of an object on one line and its content. */
  readonly padding: string;
}

export const LINE_LENGTH = 72;

export const JSON_NOTATION: Notation = {
  words: { true: 'true', false: 'false', null: 'null' },
  indent: 2,
  padding: ' ',
};

export const PYTHON: Notation = {
  words: { true: 'True', false: 'False', null: 'None' },
  indent: 4,
  padding: '',
};

/** Puts the parts of an array or object between brackets: on one line if they fit, else each on lines of its own. */
const bracketed = (
  [open, close]: readonly [string, string],
  parts: ReadonlyArray<string>,
  { indent, padding }: Notation,
): string => {
  if (parts.length === 0) return `${open}${close}`;
  const line = `${open}${padding}${parts.join(', ')}${padding}${close}`;
  if (line.length <= LINE_LENGTH && !line.includes('\n')) return line;
  const space = ' '.repeat(indent);
  const lines = parts.map((part) => `${space}${part.replaceAll('\n', `\n${space}`)}`);
  return `${open}\n${lines.join(',\n')}\n${close}`;
};

/** A JSON value as source text, in short lines. */
export const literal = (value: unknown, notation: Notation): string => {
  if (typeof value === 'string' || typeof value === 'number') return JSON.stringify(value);
  if (typeof value === 'boolean') return notation.words[value ? 'true' : 'false'];
  if (Array.isArray(value)) {
    const items = value.map((item) => literal(item, notation));
    return bracketed(['[', ']'], items, { ...notation, padding: '' });
  }
  if (typeof value !== 'object' || value === null) return notation.words.null;
  const fields = Object.entries(value).map(
    ([name, field]) => `${JSON.stringify(name)}: ${literal(field, notation)}`,
  );
  return bracketed(['{', '}'], fields, notation);
};
