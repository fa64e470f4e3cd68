import { expect } from 'chai';
import type { ResolvedText } from '../../../../domain/composition/resolve/resolved.js';
import { draw, linesOf, pixel, widthOf } from '../../../support/pictures/drawn-text.js';

const GREEN = '#00FF00';
const OTHER: Omit<NonNullable<ResolvedText['spans']>[number], 'text'> = { color: GREEN };

/** A text divided where `|` stands; every second part is green, or in the other given style. */
const divided = (marked: string, other = OTHER): Partial<ResolvedText> => {
  const parts = marked.split('|');
  return {
    content: parts.join(''),
    spans: parts.map((text, index) => ({ text, ...(index % 2 === 1 ? other : {}) })),
  };
};
const glyphsOf = (own: Partial<ResolvedText>): ReadonlyArray<number> =>
  linesOf(own, 5000).flatMap(({ glyphs }) => glyphs.map(({ glyph }) => glyph));
/** The glyphs of a line by the colour of their spans, from left to right. */
const colours = (own: Partial<ResolvedText>): ReadonlyArray<string> =>
  linesOf(own, 5000).flatMap(({ stretches }) =>
    stretches.map(({ style, first, end }) => `${end - first} ${style.color === GREEN ? 'green' : 'red'}`),
  );

describe('The spans of a text', () => {
  it('keep letters joined and kerned where only their colour changes', () => {
    for (const marked of ['س|لام', 'سل|ام', 'سلا|م', 'A|V|A|V', 'क्|षेत्र', 'T|o'])
      expect(glyphsOf(divided(marked)), marked).to.deep.equal(
        glyphsOf({ content: marked.replaceAll('|', '') }),
      );
    expect(widthOf(divided('A|VA|V'))).to.equal(widthOf({ content: 'AVAV' }));
    expect(colours(divided('A|VA|V'))).to.deep.equal(['1 red', '2 green', '1 red']);
    // From right to left: the green letters are the last.
    expect(colours(divided('س|لام'))).to.deep.equal(['2 green', '1 red']);
  });

  it('keep letters joined that are also of another weight', () => {
    const isolated = glyphsOf({ content: 'ل', fontWeight: 700 });
    const [, , joined] = glyphsOf(divided('س|ل|س', { fontWeight: 700 }));
    expect(glyphsOf(divided('س |ل| س', { fontWeight: 700 }))).to.include(isolated[0]);
    expect(glyphsOf(divided('س|ل|س', { fontWeight: 700 }))).not.to.include(isolated[0]);
    expect(joined).to.equal(glyphsOf({ content: 'سلس' })[2]);
  });

  it('have a colour for each letter, also of what would be a ligature', () => {
    const fontFamily = 'Montserrat';
    expect(glyphsOf({ content: 'fi', fontFamily })).to.have.length(1);
    expect(colours({ ...divided('f|i'), fontFamily })).to.deep.equal(['1 red', '1 green']);
    expect(colours({ ...divided('A|fi'), fontFamily })).to.deep.equal(['1 red', '1 green']);
  });

  it('do not divide emoji and letters with marks', () => {
    for (const marked of ['👨|\u200D👩|\u200D👧', 'e|\u0301', '🇩|🇪', '👍|🏽'])
      expect(glyphsOf(divided(marked)), marked).to.deep.equal(
        glyphsOf({ content: marked.replaceAll('|', '') }),
      );
  });

  it('may be empty', () => {
    expect(glyphsOf(divided('|a||b|'))).to.deep.equal(glyphsOf({ content: 'ab' }));
    for (const spans of [[], [{ text: '' }]]) {
      const lines = linesOf({ content: '', spans });
      expect(lines.map(({ width, height }) => [width, height])).to.deep.equal([[0, 24]]);
    }
  });

  it('show no seam between backgrounds and underlines of the same colour', async () => {
    const words = ['Hello', ' ', 'wide', 'il', 'world'];
    const content = words.join('');
    for (const [style, least] of [
      [{ backgroundColor: '#FFFF00' }, 253],
      [{ backgroundColor: '#FFFF0080' }, 127],
      [{ underline: true, fontSize: 24 }, 253],
    ] as const) {
      // They differ in what is not seen here.
      const spans = words.map((text, index) => ({ text, ...style, strokeColor: `#00000${index}` }));
      const data = await draw({ content, spans, wordSpacing: 0.37 });
      const [line] = linesOf({ content, spans, wordSpacing: 0.37 });
      const last = 50 + Math.floor(line?.width ?? 0) - 2;
      const alphas = (y: number) =>
        Array.from({ length: last - 51 }, (_, index) => pixel(data, 51 + index, y)[3] ?? 0);
      // The row that is fullest where it is emptiest.
      const rows = Array.from({ length: 40 }, (_, index) => Math.min(...alphas(40 + index)));
      expect(Math.max(...rows), JSON.stringify(style)).to.be.at.least(least);
    }
  });

  it('decide how high their lines are, also those without letters', () => {
    const heights = (marked: string) =>
      linesOf(divided(marked, { fontSize: 60 })).map(({ height }) => Math.round(height));
    expect(heights('|A\n\nB|')).to.deep.equal([72, 72, 72]);
    expect(heights('A\n|\n|B')).to.deep.equal([24, 72, 24]);
    expect(heights('A\n\n|B|')).to.deep.equal([24, 24, 72]);
  });
});
