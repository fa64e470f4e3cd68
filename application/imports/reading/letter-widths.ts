import type { JsonObject } from './json-object.js';
import packed from './letter-widths.json' with { type: 'json' };

/** How wide the letters of a family are, in font sizes. Kerning is left out: it changes a line by 1 %. */
interface LetterWidths {
  /** How much wider a text is at the weights 500, 600, 700, 800 and 900 than at 400. */
  readonly heavier: ReadonlyArray<number>;
  /** Of the characters from space to `~` at weight 400. */
  readonly widths: ReadonlyArray<number>;
}

/**
 * The widths of letters by family. The file has for each family of the service `heavier`, and 95 widths in 500ths of the
 * font size, with two digits of base 36 each. `test/application/imports/letter-widths.test.ts` writes and checks it.
 */
export const LETTERS: ReadonlyMap<string, LetterWidths> = new Map(
  Object.entries(packed).map(([family, line]) => {
    const [heavier = '', digits = ''] = line.split('|');
    const widths = (digits.match(/../g) ?? []).map((width) => Number.parseInt(width, 36) / 500);
    return [family, { heavier: heavier.split(' ').map(Number), widths }] as const;
  }),
);

/** Of fonts whose letters are not known. */
const OTHER: LetterWidths = LETTERS.get('Inter') ?? { heavier: [], widths: [] };

/** Characters that are as wide as they are high, and between which lines may break. */
export const IDEOGRAPH = /[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFF60]|\p{Extended_Pictographic}/u;

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

const LETTERS_OF_ALL = 'the quick brown fox jumps over the lazy dog ';

/** How many letters a word usually has, with the space after it. */
export const LETTERS_OF_WORD = 6;

/** The usual width of a word in one style, with the space after it, px. */
export const wordWidth = (style: JsonObject): number =>
  (textWidth(LETTERS_OF_ALL, style) * LETTERS_OF_WORD) / LETTERS_OF_ALL.length;
