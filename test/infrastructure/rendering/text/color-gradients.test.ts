import { expect } from 'chai';
import {
  baselineRow,
  glyphOf,
  openClientFonts,
  pixelAt,
  UNITS_PER_PIXEL,
} from '../../../support/pictures/client-fonts.js';
import { forSuite } from '../../../support/for-suite.js';
import * as color from '../../../support/pictures/color-fonts.js';
import { BOX } from '../../../support/pictures/drawn-text.js';

describe('Gradients in colour fonts of clients', () => {
  const clientFonts = forSuite(openClientFonts, ({ dispose }) => dispose());
  let baseline = 0;
  before(async () => (baseline = await baselineRow()));

  it('are linear, radial or swept around a point', async () => {
    const at = pixelAt(baseline);
    const box = glyphOf('H');
    const paint = (own: Buffer) => color.paintedGlyph(glyphOf('H'), color.glyphPaint(box, own));
    const [left, right, middle] = [120, 640, 350];
    const linear = await clientFonts.drawn(paint(color.linearPaint([0, 0], [800, 0])));
    for (const x of [left, right]) {
      const [r = 0, g, b = 0, a] = at(linear, x, middle);
      const centre = (Math.floor(BOX.x + x / UNITS_PER_PIXEL) + 0.5 - BOX.x) * UNITS_PER_PIXEL;
      expect([g, a]).to.deep.equal([0, 255]);
      expect(r).to.be.closeTo(255 * (1 - centre / 800), 3);
      expect(b).to.be.closeTo((255 * centre) / 800, 3);
    }
    const radial = await clientFonts.drawn(paint(color.radialPaint([380, 350], 600)));
    expect(at(radial, 380, 350)[0]).to.be.above(240);
    expect(at(radial, left, 50)[2]).to.be.closeTo((255 * Math.hypot(380 - left, 300)) / 600, 6);
    const sweep = await clientFonts.drawn(paint(color.sweepPaint([380, 350])));
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

  it('repeat and reflect across the whole glyph, also before their start', async () => {
    const box = glyphOf('H');
    const paint = (own: Buffer) => clientFonts.drawn(color.paintedGlyph(box, color.glyphPaint(box, own)));
    const centre = [380, 350] as const;
    const scale = UNITS_PER_PIXEL;
    const at = pixelAt(baseline);
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
});
