import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { fontFolders } from '../../../../infrastructure/rendering/text/font-files.js';
import { tableDirectory } from '../../../../infrastructure/rendering/text/font-tables.js';
import { ownFace } from '../../../../infrastructure/rendering/text/own-fonts.js';
import * as color from '../../../support/color-fonts.js';
import { BOX, draw, fonts, inkOf, pixel } from '../../../support/drawn-text.js';

const REGULAR = `${fontFolders()[0]}/400Regular/Montserrat_400Regular.ttf`;
const { shaper, unitsPerEm } = fonts.match({ family: 'Montserrat', weight: 400, italic: false });
const glyphOf = (letter: string): number => shaper.nominalGlyph(letter.codePointAt(0) ?? 0) ?? 0;
const LETTER = { content: 'H', fontFamily: 'Own', fontSize: 100, color: '#00FF00' };
/** Skia samples four rows of a pixel, librsvg fifteen: on nearly horizontal edges that is up to a third of a level. */
const EDGE = 96;
const COLORS = color.palette([255, 0, 0, 255], [0, 0, 255, 255]);

describe('Fonts of a client with less than a text asks for', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framewright-fonts-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  let files = 0;
  const withColors = async (colr: Buffer, more: Readonly<Record<string, Buffer>> = {}) => {
    const path = join(folder, `${(files += 1)}.ttf`);
    await writeFile(path, color.withTables(readFileSync(REGULAR), { COLR: colr, CPAL: COLORS, ...more }));
    return fonts.with([ownFace({ family: 'Own', path })]);
  };
  const drawn = async (colr: Buffer, more: object = {}) =>
    draw({ ...LETTER, ...more }, 0, await withColors(colr));
  const outline = (letter: string, fill: string) =>
    draw({ ...LETTER, fontFamily: 'Montserrat', content: letter, color: fill });
  const alphas = (data: Buffer): ReadonlyArray<number> => [...data].filter((_, at) => at % 4 === 3);
  const differenceOf = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number =>
    Math.max(...a.map((value, at) => Math.abs(value - (b[at] ?? 0))));
  /** A pixel at a position in font units from the origin of the letter. */
  const at = (data: Buffer, x: number, y: number): ReadonlyArray<number> => {
    const scale = LETTER.fontSize / unitsPerEm;
    return pixel(data, Math.floor(BOX.x + x * scale), Math.floor(baseline - y * scale));
  };
  let baseline = 0;
  before(async () => {
    baseline = inkOf(await outline('H', '#FFFFFF')).bottom + 1;
  });

  it('are drawn in the layers and colours of their glyphs, with that of the text as the foreground', async () => {
    const layers = [
      { glyph: glyphOf('O'), color: 0 },
      { glyph: glyphOf('I'), color: color.FOREGROUND },
    ];
    const both = await drawn(color.layeredGlyph(glyphOf('H'), layers));
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

  it('keep the letters without colours as they are', async () => {
    const layers = [{ glyph: glyphOf('O'), color: 0 }];
    const plain = await drawn(color.layeredGlyph(glyphOf('H'), layers), { content: 'E' });
    expect(plain.equals(await outline('E', '#00FF00'))).to.equal(true);
  });

  it('have gradients along a line, from a point outwards and around it', async () => {
    const box = glyphOf('H');
    const paint = (own: Buffer) => color.paintedGlyph(glyphOf('H'), color.glyphPaint(box, own));
    const [left, right, middle] = [120, 640, 350];
    const linear = await drawn(paint(color.linearPaint([0, 0], [800, 0])));
    for (const x of [left, right]) {
      const [r = 0, g, b = 0, a] = at(linear, x, middle);
      const scale = unitsPerEm / LETTER.fontSize;
      const centre = (Math.floor(BOX.x + x / scale) + 0.5 - BOX.x) * scale;
      expect([g, a]).to.deep.equal([0, 255]);
      expect(r).to.be.closeTo(255 * (1 - centre / 800), 3);
      expect(b).to.be.closeTo((255 * centre) / 800, 3);
    }
    const radial = await drawn(paint(color.radialPaint([380, 350], 600)));
    expect(at(radial, 380, 350)[0]).to.be.above(240);
    expect(at(radial, left, 50)[2]).to.be.closeTo((255 * Math.hypot(380 - left, 300)) / 600, 6);
    const sweep = await drawn(paint(color.sweepPaint([380, 350])));
    const turn = (x: number, y: number): number => {
      const angle = Math.atan2(y - 350, x - 380) / (2 * Math.PI);
      return angle < 0 ? angle + 1 : angle;
    };
    for (const [x, y] of [
      [right, 600],
      [left, 600],
      [left, 80],
      [right, 80],
    ] as const)
      expect(at(sweep, x, y)[2]).to.be.closeTo(255 * turn(x, y), 6);
  });

  it('repeat and reflect gradients over the whole glyph, also before their start', async () => {
    const box = glyphOf('H');
    const paint = (own: Buffer) => drawn(color.paintedGlyph(box, color.glyphPaint(box, own)));
    const centre = [380, 350] as const;
    const scale = unitsPerEm / LETTER.fontSize;
    const places = [120, 140, 640].flatMap((x) => [80, 200, 340, 480, 620].map((y) => [x, y] as const));
    /** The share of the second colour at an offset of the line. */
    const share = (extend: keyof typeof color.EXTEND, offset: number): number => {
      const period = Math.floor(offset);
      if (extend === 'pad') return Math.min(1, Math.max(0, offset));
      return extend === 'reflect' && period % 2 !== 0 ? 1 - (offset - period) : offset - period;
    };
    const expected = async (
      data: Buffer,
      extend: keyof typeof color.EXTEND,
      offsetAt: (x: number, y: number) => number,
    ): Promise<void> => {
      for (const [x, y] of places) {
        const column = Math.floor(BOX.x + x / scale);
        const row = Math.floor(baseline - y / scale);
        const offset = offsetAt((column + 0.5 - BOX.x) * scale, (baseline - row - 0.5) * scale);
        // The baseline is known to a pixel; where colours jump, a pixel has neither.
        const steep = [0.03, -0.03].map((by) => share(extend, offset + by) - share(extend, offset));
        if (steep.some((by) => Math.abs(by) > 0.1)) continue;
        expect(at(data, x, y)[2], `${extend} at ${x}, ${y}`).to.be.closeTo(255 * share(extend, offset), 12);
      }
    };
    for (const extend of ['pad', 'repeat', 'reflect'] as const) {
      await expected(
        await paint(color.linearPaint([400, 0], [430, 0], { extend, offsets: [0, 1] })),
        'pad',
        (x) => (extend === 'pad' ? (x - 400) / 30 : share(extend, (x - 400) / 30)),
      );
      await expected(
        await paint(color.radialPaint(centre, 500, { extend, inner: 350 })),
        extend,
        (x, y) => (Math.hypot(x - centre[0], y - centre[1]) - 350) / 150,
      );
      for (const [from, to] of [
        [0.25, 0.5],
        [0.9, 0.3],
      ] as const)
        await expected(
          await paint(color.sweepPaint(centre, { extend, turns: [from, to] })),
          extend,
          (x, y) => {
            const turn = Math.atan2(y - centre[1], x - centre[0]) / (2 * Math.PI);
            return ((turn < 0 ? turn + 1 : turn) - from) / (to - from);
          },
        );
    }
    await expected(await paint(color.sweepPaint(centre, { offsets: [-0.5, 1.5] })), 'pad', (x, y) => {
      const turn = Math.atan2(y - centre[1], x - centre[0]) / (2 * Math.PI);
      return ((turn < 0 ? turn + 1 : turn) + 0.5) / 2;
    });
    await expected(
      await paint(color.radialPaint(centre, 400, { inner: 100, offsets: [-1, 1] })),
      'pad',
      (x, y) => (Math.hypot(x - centre[0], y - centre[1]) / 100 - 1 + 3) / 6,
    );
  });

  it('composite paints: one within another', async () => {
    const SOURCE_IN = 5;
    const [stem, ring] = [glyphOf('I'), glyphOf('O')];
    const inside = color.compositePaint(
      color.glyphPaint(ring, color.solidPaint(1)),
      SOURCE_IN,
      color.glyphPaint(stem, color.solidPaint(0)),
    );
    const both = await drawn(color.paintedGlyph(glyphOf('H'), inside));
    const [within, around] = [alphas(await outline('I', '#FFFFFF')), alphas(await outline('O', '#FFFFFF'))];
    const expected = within.map((alpha, index) => Math.min(alpha, around[index] ?? 0));
    expect(Math.max(...expected)).to.equal(255);
    expect(differenceOf(alphas(both), expected)).to.be.at.most(EDGE);
  });

  it('show pictures instead of outlines, and outlines where there is none', async () => {
    const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#0000FF' } })
      .png()
      .toBuffer();
    const regular = readFileSync(REGULAR);
    const maxp = tableDirectory(regular, 0).get('maxp')!;
    const sbix = color.picturedGlyph(glyphOf('H'), regular.readUInt16BE(maxp.offset + 4), 50, png);
    const path = join(folder, 'pictures.ttf');
    await writeFile(path, color.withTables(regular, { sbix }));
    const library = fonts.with([ownFace({ family: 'Own', path })]);
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

  it('do not follow what a damaged table of colours says', async () => {
    const colr = color.layeredGlyph(glyphOf('H'), [{ glyph: 65_000, color: 9 }]);
    for (const damaged of [colr, colr.subarray(0, 17), Buffer.alloc(40, 255)]) {
      const data = await drawn(damaged);
      expect(data.length).to.be.above(0);
    }
    // A paint that contains itself.
    const endless = color.paintedGlyph(
      glyphOf('H'),
      Buffer.concat([color.u8(1), color.u8(255), color.u32(0)]),
    );
    expect((await drawn(endless)).length).to.be.above(0);
  });

  it('draw emoji if they have colours for them; all others are those of the service', async () => {
    const heart = 0x2764;
    const map = color.characterMap([72, 72, glyphOf('H')], [heart, heart, glyphOf('O')]);
    const layered = color.layeredGlyph(glyphOf('O'), [{ glyph: glyphOf('O'), color: 0 }]);
    const library = await withColors(layered, { cmap: map });
    const familyOf = (fontFamily: string, emoji: string, from = library) =>
      from.covering(emoji, { family: fontFamily, weight: 400, italic: false }).file.family;
    expect(familyOf('Nobody, Own', '\u2764\uFE0F')).to.equal('own');
    expect(familyOf('Own', '\u{1F600}')).to.equal('notocoloremoji');
    expect(familyOf('Arial', '\u2764\uFE0F')).to.equal('notocoloremoji');
    const plain = join(folder, 'plain.ttf');
    await writeFile(plain, color.withTables(readFileSync(REGULAR), { cmap: map }));
    const colorless = fonts.with([ownFace({ family: 'Own', path: plain })]);
    expect(familyOf('Own', '\u2764\uFE0F', colorless)).to.equal('notocoloremoji');
    const data = await draw({ ...LETTER, content: '\u2764\uFE0F' }, 0, library);
    expect(inkOf(data, ([r, g, b, a]) => r === 255 && g === 0 && b === 0 && a === 255).right).to.be.above(0);
  });

  const own = (weight?: number) =>
    fonts.with([ownFace({ family: 'Own', path: REGULAR, ...(weight ? { weight } : {}) })]);
  const inkSum = (data: Buffer): number => alphas(data).reduce((sum, alpha) => sum + alpha, 0);

  it('are thickened from weight 600 on if their family has no bold face, as browsers do', async () => {
    const plain = await draw({ ...LETTER, fontWeight: 400 }, 0, own());
    expect((await draw({ ...LETTER, fontWeight: 500 }, 0, own())).equals(plain)).to.equal(true);
    const bold = await draw({ ...LETTER, fontWeight: 600 }, 0, own());
    const [thin, thick] = [inkOf(plain), inkOf(bold)];
    // A pen of a 32nd of the font size, half of which is outside.
    for (const side of ['left', 'top'] as const) expect(thin[side] - thick[side]).to.be.within(1, 2);
    for (const side of ['right', 'bottom'] as const) expect(thick[side] - thin[side]).to.be.within(1, 2);
    expect(inkSum(bold) / inkSum(plain)).to.be.above(1.2);
    const black = await draw({ ...LETTER, fontWeight: 900 }, 0, own(600));
    expect(black.equals(await draw({ ...LETTER, fontWeight: 600 }, 0, own(600)))).to.equal(true);
    expect(inkOf(black)).to.deep.equal(thin);
  });

  it('are thickened without being seen twice where they are translucent, and below their strokes', async () => {
    const opaque = await draw({ ...LETTER, fontWeight: 700, color: '#00FF00' }, 0, own());
    const half = await draw({ ...LETTER, fontWeight: 700, color: '#00FF0080' }, 0, own());
    const expected = alphas(opaque).map((alpha) => (alpha * 128) / 255);
    expect(differenceOf(alphas(half), expected)).to.be.at.most(2);
    const stroke = { strokeWidth: 4, strokeColor: '#FF0000' };
    const stroked = inkOf(await draw({ ...LETTER, fontWeight: 700, ...stroke }, 0, own()));
    expect(inkOf(opaque).left - stroked.left).to.be.within(3, 5);
  });

  it('are slanted by 12 degrees if they have no italic face', async () => {
    const upright = inkOf(await draw({ ...LETTER, content: 'I' }, 0, own()));
    const slanted = inkOf(await draw({ ...LETTER, content: 'I', fontStyle: 'italic' }, 0, own()));
    const height = upright.bottom + 1 - upright.top;
    const widened = slanted.right - slanted.left - (upright.right - upright.left);
    expect(widened).to.be.closeTo(height * Math.tan((12 * Math.PI) / 180), 1.5);
  });

  it('of the service stay as they are: the closest weight, and slanted', async () => {
    const anton = { ...LETTER, fontFamily: 'Anton' };
    const bold = await draw({ ...anton, fontWeight: 700 });
    expect(bold.equals(await draw({ ...anton, fontWeight: 400 }))).to.equal(true);
  });
});
