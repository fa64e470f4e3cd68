import { expect } from 'chai';
import sharp from 'sharp';
import type { Drawn } from '../support/pictures/scenes.js';
import { EXAMPLES } from './examples.js';
import { openPainter, type Painter } from './pictures.js';
import { LONG } from '../support/long-form.js';

/** The long form draws every example, the short form one of three. */
const FRAME = 5;
/**
 * Difference of a channel that is too large. Edges are rounded to whole pixels, so one may be half a pixel away, an eighth
 * of a pixel of the blurred pictures. A length that is not scaled differs by far more.
 */
const NEAR = 256 / 8;

/** Both pictures at a size at which single pixels do not matter. */
const blurred = ({ rgba, width, height }: Drawn): Promise<Buffer> =>
  sharp(Buffer.from(rgba), { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .resize(60, 34, { kernel: 'linear', fit: 'fill' })
    .raw()
    .toBuffer();

describe('Everything in the gallery', () => {
  let painter: Painter;
  before(async () => {
    painter = await openPainter();
  });
  after(() => painter.dispose());

  it('looks the same when it is composed at twice its size', async () => {
    const wrong: Record<string, number> = {};
    // Pictures of these tests keep their pixels: fit `none` shows what a render would enlarge.
    const drawn = EXAMPLES.filter(({ name, isRendered }) => !isRendered && name !== 'fit-none');
    for (const example of drawn.filter((_, index) => LONG || index % 3 === 0)) {
      const plain = await painter.frameOf(example, FRAME, 1);
      const scaled = await painter.frameOf(example, FRAME, 2);
      expect([scaled.width, scaled.height]).to.deep.equal([plain.width * 2, plain.height * 2]);
      const [a, b] = [await blurred(plain), await blurred(scaled)];
      const most = a.reduce((found, value, index) => Math.max(found, Math.abs(value - (b[index] ?? 0))), 0);
      if (most >= NEAR) wrong[example.name] = most;
    }
    expect(wrong).to.deep.equal({});
  });
});
