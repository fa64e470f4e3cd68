import { IDEOGRAPH, textWidth } from '../reading/letter-widths.js';
import type { Spans } from './spans.js';

// How long and high texts are before they are drawn. Widths are exact to within 3 %.

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
