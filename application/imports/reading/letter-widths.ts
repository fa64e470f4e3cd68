import packed from './letter-widths.json' with { type: 'json' };

/** How wide the letters of a family are, in font sizes. Kerning is left out: it changes a line by 1 %. */
export interface LetterWidths {
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
