import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import sharp from 'sharp';
import { tableDirectory } from '../../../../infrastructure/rendering/text/fonts/font-tables.js';
import {
  alphas,
  baselineRow,
  differenceOf,
  glyphOf,
  LETTER,
  openClientFonts,
  outline,
  REGULAR,
} from '../../../support/pictures/client-fonts.js';
import { forSuite } from '../../../support/for-suite.js';
import * as color from '../../../support/pictures/color-fonts.js';
import { draw, inkOf } from '../../../support/pictures/drawn-text.js';

/** Skia samples four rows of a pixel, librsvg fifteen: on nearly horizontal edges that is up to a third of a level. */
const EDGE = 96;

describe('Colour fonts of clients', () => {
  const clientFonts = forSuite(openClientFonts, ({ dispose }) => dispose());
  let baseline = 0;
  before(async () => (baseline = await baselineRow()));

  it('draw the layers of a glyph in their colours, with the text colour as the foreground', async () => {
    const layers = [
      { glyph: glyphOf('O'), color: 0 },
      { glyph: glyphOf('I'), color: color.FOREGROUND },
    ];
    const both = await clientFonts.drawn(color.layeredGlyph(glyphOf('H'), layers));
    const [red, green] = [await outline('O', '#FF0000'), await outline('I', '#00FF00')];
    // Where the stem is whole or absent, the picture is that of the one or the other, but for their antialiasing.
    const whole = [...green.keys()].filter((at) => at % 4 === 3 && green[at] === 255);
    const absent = [...green.keys()].filter((at) => at % 4 === 3 && green[at] === 0);
    const colors = (from: Buffer, at: ReadonlyArray<number>): ReadonlyArray<number> =>
      at.flatMap((alpha) => [...from.subarray(alpha - 3, alpha + 1)]);
    const seen = (from: Buffer, at: ReadonlyArray<number>): ReadonlyArray<number> =>
      at.filter((alpha) => from[alpha] === 255);
    expect(differenceOf(colors(both, whole), colors(green, whole))).to.equal(0);
    expect(
      differenceOf(
        absent.map((at) => both[at] ?? 0),
        absent.map((at) => red[at] ?? 0),
      ),
    ).to.be.at.most(EDGE);
    const ring = seen(both, seen(red, absent));
    expect(ring.length).to.be.above(500);
    expect(differenceOf(colors(both, ring), colors(red, ring))).to.equal(0);
  });

  it('draw letters without colours like other fonts', async () => {
    const layers = [{ glyph: glyphOf('O'), color: 0 }];
    const plain = await clientFonts.drawn(color.layeredGlyph(glyphOf('H'), layers), { content: 'E' });
    expect(plain.equals(await outline('E', '#00FF00'))).to.equal(true);
  });

  it('composite one paint within another', async () => {
    const SOURCE_IN = 5;
    const [stem, ring] = [glyphOf('I'), glyphOf('O')];
    const inside = color.compositePaint(
      color.glyphPaint(ring, color.solidPaint(1)),
      SOURCE_IN,
      color.glyphPaint(stem, color.solidPaint(0)),
    );
    const both = await clientFonts.drawn(color.paintedGlyph(glyphOf('H'), inside));
    const [within, around] = [alphas(await outline('I', '#FFFFFF')), alphas(await outline('O', '#FFFFFF'))];
    const expected = within.map((alpha, index) => Math.min(alpha, around[index] ?? 0));
    expect(Math.max(...expected)).to.equal(255);
    expect(differenceOf(alphas(both), expected)).to.be.at.most(EDGE);
  });

  it('draw bitmaps instead of outlines, and outlines where there is no bitmap', async () => {
    const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#0000FF' } })
      .png()
      .toBuffer();
    const regular = readFileSync(REGULAR);
    const maxp = tableDirectory(regular, 0).get('maxp')!;
    const sbix = color.picturedGlyph(glyphOf('H'), regular.readUInt16BE(maxp.offset + 4), 50, png);
    const library = await clientFonts.withTables({ sbix });
    const data = await draw(LETTER, 0, library);
    const blue = inkOf(data, ([r, g, b, a]) => r === 0 && g === 0 && b === 255 && a === 255);
    // Twice as large: the font size is 100 px, and the picture was made for 50.
    expect(blue.right + 1 - blue.left).to.equal(60);
    expect(blue.bottom + 1 - blue.top).to.be.closeTo(40, 1);
    // The row that the baseline runs through is not whole.
    expect(baseline - blue.bottom).to.be.within(1, 2);
    expect(inkOf(data).right).to.equal(blue.right);
    expect(
      (await draw({ ...LETTER, content: 'E' }, 0, library)).equals(await outline('E', '#00FF00')),
    ).to.equal(true);
  });

  it('are drawn even if their colour tables are damaged', async () => {
    const colr = color.layeredGlyph(glyphOf('H'), [{ glyph: 65_000, color: 9 }]);
    for (const damaged of [colr, colr.subarray(0, 17), Buffer.alloc(40, 255)]) {
      const data = await clientFonts.drawn(damaged);
      expect(data.length).to.be.above(0);
    }
    // A paint that contains itself.
    const endless = color.paintedGlyph(
      glyphOf('H'),
      Buffer.concat([color.u8(1), color.u8(255), color.u32(0)]),
    );
    expect((await clientFonts.drawn(endless)).length).to.be.above(0);
  });

  it('draw the emoji that they have in colour; the built-in emoji font draws all others', async () => {
    const heart = 0x2764;
    const map = color.characterMap([72, 72, glyphOf('H')], [heart, heart, glyphOf('O')]);
    const layered = color.layeredGlyph(glyphOf('O'), [{ glyph: glyphOf('O'), color: 0 }]);
    const library = await clientFonts.withColors(layered, { cmap: map });
    const familyOf = (fontFamily: string, emoji: string, from = library) =>
      from.covering(emoji, { family: fontFamily, weight: 400, italic: false }).file.family;
    expect(familyOf('Nobody, Own', '\u2764\uFE0F')).to.equal('own');
    expect(familyOf('Own', '\u{1F600}')).to.equal('notocoloremoji');
    expect(familyOf('Arial', '\u2764\uFE0F')).to.equal('notocoloremoji');
    const colorless = await clientFonts.withTables({ cmap: map });
    expect(familyOf('Own', '\u2764\uFE0F', colorless)).to.equal('notocoloremoji');
    const data = await draw({ ...LETTER, content: '\u2764\uFE0F' }, 0, library);
    expect(inkOf(data, ([r, g, b, a]) => r === 255 && g === 0 && b === 0 && a === 255).right).to.be.above(0);
  });
});
