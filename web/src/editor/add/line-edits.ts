import { spreadWords, type Word } from '../caption-words.js';

/** The words of a corrected line. They keep their times if their number is the same, and else are spread by length. */
export const correctedWords = (line: ReadonlyArray<Word>, text: string): ReadonlyArray<Word> => {
  const said = text.split(/\s+/).filter((word) => word !== '');
  if (said.length === line.length) return line.map((word, index) => ({ ...word, word: said[index] ?? '' }));
  return spreadWords(text, { start: line[0]?.start ?? 0, end: line.at(-1)?.end ?? 0 }, line[0]);
};

/** The words before and after a place in the text of a line; undefined if all are on one side of it. */
const dividedAt = (words: ReadonlyArray<Word>, text: string, place: number) => {
  const [before, after] = [text.slice(0, place).trim(), text.slice(place).trim()];
  if (before === '' || after === '' || words.length < 2) return undefined;
  const count = Math.min(before.split(/\s+/).length, words.length - 1); // a word that is begun stays before it
  return [words.slice(0, count), words.slice(count)] as const;
};

/** A place in the text of a line, by the numbers of the line and of its letter. */
export interface Caret {
  readonly line: number;
  readonly at: number;
}

interface Line {
  readonly text: string;
  readonly words: ReadonlyArray<Word>;
}

/** The text of a line in its input, and what is selected of it. */
export type Typing = Pick<HTMLInputElement, 'value' | 'selectionStart' | 'selectionEnd'>;

/**
 * What a key makes of the lines, and where typing goes on: Enter divides the line that is typed, Backspace at its start
 * joins it to the one before, and Delete at its end joins the next to it. Undefined if the key does nothing of it.
 */
export const linesAfterKey = (
  key: string,
  { value, selectionStart: at, selectionEnd }: Typing,
  lines: ReadonlyArray<Line>,
  index: number,
): { readonly lines: ReadonlyArray<ReadonlyArray<Word>>; readonly caret: Caret } | undefined => {
  if (at === null || at !== selectionEnd) return undefined;
  const words = correctedWords(lines[index]?.words ?? [], value);
  const all = lines.map((line, other) => (other === index ? words : line.words));
  if (key === 'Enter') {
    const parts = dividedAt(words, value, at);
    return parts && { lines: all.toSpliced(index, 1, ...parts), caret: { line: index + 1, at: 0 } };
  }
  const isBack = key === 'Backspace' && at === 0;
  if (!isBack && !(key === 'Delete' && at === value.length)) return undefined;
  const line = isBack ? index - 1 : index;
  const [first, second] = [all[line], all[line + 1]];
  if (!first || !second) return undefined;
  const before = isBack ? (lines[line]?.text ?? '') : value.trim();
  return { lines: all.toSpliced(line, 2, [...first, ...second]), caret: { line, at: before.length } };
};
