import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { LETTERS, textWidth } from '../../../application/imports/reading/letter-widths.js';
import { openFontLibrary } from '../../../infrastructure/rendering/text/fonts/fonts.js';
import { shippedFamilies } from '../../../infrastructure/rendering/text/fonts/shipped-fonts.js';
import { directionsOf } from '../../../infrastructure/rendering/text/layout/bidi.js';
import { shapeLine } from '../../../infrastructure/rendering/text/layout/shaping.js';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';

/** The printable characters of ASCII. */
const CHARACTERS = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const SAMPLE = 'The quick brown fox jumps over the lazy dog, 0123456789. WAVE To';

describe('The widths of letters that an import knows', () => {
  const fonts = openFontLibrary();
  const drawn = (text: string, family: string, weight: number): number =>
    shapeLine(text, 0, directionsOf(text), { family, weight, italic: false, size: 1000 }, fonts).width;
  const families = [...shippedFamilies().map(({ family }) => family), 'Arial'].toSorted();

  // `UPDATE_WIDTHS=1 npx mocha FILE` writes the table after a family was added.
  if (process.env['UPDATE_WIDTHS'] === '1') {
    const path = join(packageRoot, 'application/imports/reading/letter-widths.json');
    const rows = families.map((family) => {
      const widths = CHARACTERS.map((character) => Math.round(drawn(character, family, 400) / 2));
      const usual = drawn(SAMPLE, family, 400);
      const heavier = [500, 600, 700, 800, 900].map((weight) =>
        (drawn(SAMPLE, family, weight) / usual).toFixed(3),
      );
      const digits = widths.map((width) => width.toString(36).padStart(2, '0'));
      return [family, `${heavier.join(' ')}|${digits.join('')}`];
    });
    writeFileSync(path, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
  }

  it('are there for every family that comes with the service', () => {
    expect([...LETTERS.keys()]).to.deep.equal(families);
  });

  it('are those that are drawn, to within 3 %', () => {
    for (const family of families)
      for (const weight of [400, 500, 700, 800, 900]) {
        const style = { fontFamily: family, fontWeight: weight, fontSize: 1000 };
        expect(textWidth(SAMPLE, style) / drawn(SAMPLE, family, weight), family).to.be.closeTo(1, 0.03);
      }
  });
});
