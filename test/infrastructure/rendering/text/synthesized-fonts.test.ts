import { expect } from 'chai';
import { ownFace } from '../../../../infrastructure/rendering/text/fonts/own-fonts.js';
import { alphas, differenceOf, LETTER, REGULAR } from '../../../support/pictures/client-fonts.js';
import { draw, fonts, inkOf } from '../../../support/pictures/drawn-text.js';

describe('Synthesized bold and italic', () => {
  const own = (weight?: number) =>
    fonts.with([ownFace({ family: 'Own', path: REGULAR, ...(weight ? { weight } : {}) })]);
  const inkSum = (data: Buffer): number => alphas(data).reduce((sum, alpha) => sum + alpha, 0);

  it('thicken client fonts without a bold face from weight 600 on, as browsers do', async () => {
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

  it('paint translucent text only once, and strokes on top', async () => {
    const opaque = await draw({ ...LETTER, fontWeight: 700, color: '#00FF00' }, 0, own());
    const half = await draw({ ...LETTER, fontWeight: 700, color: '#00FF0080' }, 0, own());
    const expected = alphas(opaque).map((alpha) => (alpha * 128) / 255);
    expect(differenceOf(alphas(half), expected)).to.be.at.most(2);
    const stroke = { strokeWidth: 4, strokeColor: '#FF0000' };
    const stroked = inkOf(await draw({ ...LETTER, fontWeight: 700, ...stroke }, 0, own()));
    expect(inkOf(opaque).left - stroked.left).to.be.within(3, 5);
  });

  it('slant client fonts without an italic face by 12 degrees', async () => {
    const upright = inkOf(await draw({ ...LETTER, content: 'I' }, 0, own()));
    const slanted = inkOf(await draw({ ...LETTER, content: 'I', fontStyle: 'italic' }, 0, own()));
    const height = upright.bottom + 1 - upright.top;
    const widened = slanted.right - slanted.left - (upright.right - upright.left);
    expect(widened).to.be.closeTo(height * Math.tan((12 * Math.PI) / 180), 1.5);
  });

  it('do not thicken built-in fonts, which are drawn in their closest weight', async () => {
    const anton = { ...LETTER, fontFamily: 'Anton' };
    const bold = await draw({ ...anton, fontWeight: 700 });
    expect(bold.equals(await draw({ ...anton, fontWeight: 400 }))).to.equal(true);
  });
});
