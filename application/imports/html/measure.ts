import type { JsonObject } from '../reading/json-object.js';
import type { Spans } from './blocks.js';
import { LETTERS, type LetterWidths } from '../reading/letter-widths.js';

// How long and high texts are before they are drawn. Widths are exact to within 3 %.

/** Of fonts whose letters are not known. */
const OTHER: LetterWidths = LETTERS.get('Inter') ?? { heavier: [], widths: [] };

/** Characters that are as wide as they are high, and between which lines may break. */
const IDEOGRAPH = /[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFF60]|\p{Extended_Pictographic}/u;

/** How much wider text is at a weight than at 400. */
const factorAt = (weight: number, heavier: ReadonlyArray<number>): number => {
  const [at500 = 1] = heavier;
  return weight < 500
    ? 1 + ((at500 - 1) * (weight - 400)) / 100
    : (heavier[Math.min(9, Math.round(weight / 100)) - 5] ?? at500);
};

/** The width of a text in one style and line, px. */
export const textWidth = (text: string, style: JsonObject): number => {
  const { heavier, widths } = LETTERS.get(String(style['fontFamily'])) ?? OTHER;
  const factor = factorAt(Number(style['fontWeight'] ?? 400), heavier);
  const shown = style['textTransform'] === 'uppercase' ? text.toUpperCase() : text;
  let [width, count] = [0, 0];
  for (const character of shown.normalize('NFD')) {
    if (/\p{M}/u.test(character)) continue;
    count += 1;
    const index = (character === '\u00A0' ? 32 : (character.codePointAt(0) ?? 0)) - 32;
    width += IDEOGRAPH.test(character)
      ? 1
      : (widths[index] ?? widths['o'.charCodeAt(0) - 32] ?? 0.5) * factor;
  }
  return width * Number(style['fontSize']) + count * Number(style['letterSpacing'] ?? 0);
};

interface Line {
  readonly width: number;
  /** Px. */
  readonly height: number;
}

/** The lines of a text in a room of a width, px; `Infinity` for one that does not wrap. */
export const setIn = (spans: Spans, room: number, filled: (text: string) => string): ReadonlyArray<Line> => {
  const lines: Line[] = [];
  // The line up to the last place where it may break, with and without the space there, and the word after it.
  let line = { ink: 0, width: 0, height: 0 };
  let word = { width: 0, height: 0 };
  const endLine = (): void => {
    lines.push({ width: line.ink, height: line.height });
    line = { ink: 0, width: 0, height: 0 };
  };
  const endWord = (): void => {
    if (word.height === 0) return;
    if (line.width + word.width > room && line.width > 0) endLine();
    const ink = line.width + word.width;
    line = { ink, width: ink, height: Math.max(line.height, word.height) };
    word = { width: 0, height: 0 };
  };
  for (const span of spans) {
    const height = Number(span['fontSize']) * Number(span['lineHeight'] ?? 1);
    for (const part of filled(span.text).split(/(\n| +|-)/)) {
      if (part === '') continue;
      if (part === '\n') {
        endWord();
        line = { ...line, height: Math.max(line.height, height) };
        endLine();
      } else if (part.startsWith(' ')) {
        endWord();
        const space = textWidth(part, span) + part.length * Number(span['wordSpacing'] ?? 0);
        line = { ...line, width: line.width + space };
      } else
        for (const piece of IDEOGRAPH.test(part) ? part : [part]) {
          word = { width: word.width + textWidth(piece, span), height: Math.max(word.height, height) };
          if (part === '-' || IDEOGRAPH.test(piece)) endWord();
        }
    }
  }
  endWord();
  endLine();
  return lines;
};

/** Lines are drawn as wide as they are measured, to within these shares: less by kerning, more by rounding. */
const [LEAST, MOST] = [0.975, 1.01];

/** Whether a text has as many lines in a room as {@link setIn} says, although widths are not exact. */
export const isSureIn = (spans: Spans, room: number, filled: (text: string) => string): boolean =>
  setIn(spans, room / LEAST, filled).length === setIn(spans, room / MOST, filled).length;
