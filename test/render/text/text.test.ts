import { expect } from 'chai';
import { studioForSuite } from '../../support/renders/render.js';
import { H, type Name, type SheetOfTexts, sheetOfTexts, SPACE, weights } from './sheet-of-texts.js';

describe('Text', () => {
  const studio = studioForSuite();
  let sheet: SheetOfTexts;
  before(async () => {
    sheet = await sheetOfTexts(studio);
  });

  it('wraps at spaces, within words longer than a line, and at line breaks', () => {
    sheet.expectWidths('spaces', [H * 6 + SPACE, H * 3, 0]);
    sheet.expectWidths('longWord', [H * 6, H * 6 + SPACE, 0]);
    sheet.expectWidths('breaks', [H, H * 2, 0, H * 3, H, 0]);
  });

  it('keeps its font size in a scaled box, and wraps to its width', () => {
    sheet.expectWidths('scaled', [H * 6 + SPACE, H * 3, 0]);
    expect([98, 102].map((x) => sheet.pixel('scaled', x, 118)[2] > 128)).to.deep.equal([true, false]);
  });

  it('is aligned left, centre or right, or justified except for the last line', () => {
    expect(sheet.inkOf('left')?.left).to.be.closeTo(1.6, 1.1);
    expect(sheet.inkOf('center')?.left).to.be.closeTo(50 - H + 1.6, 1.1);
    expect(sheet.inkOf('right')?.right).to.be.closeTo(100 - 1.6, 1.1);
    sheet.expectWidths('justify', [100, H * 2, 0]);
    expect(sheet.inkOf('justify', [24, 48])?.left).to.be.closeTo(1.6, 1.1);
  });

  it('has nine weights, each bolder than the previous', () => {
    const amounts = weights.map((weight) => sheet.inkOf(`weight${weight}` as Name)?.amount ?? 0);
    for (const [index, amount] of amounts.slice(1).entries())
      expect(amount, amounts.join()).to.be.above((amounts[index] ?? 0) * 1.03);
  });

  it('is slanted if italic, and underlined from end to end', () => {
    const lean = (name: Name): number => {
      const { top, bottom } = sheet.inkOf(name)!;
      return sheet.inkOf(name, [top, top + 4])!.left - sheet.inkOf(name, [bottom - 4, bottom])!.left;
    };
    expect(lean('upright')).to.be.closeTo(0, 1);
    expect(lean('italic')).to.be.within(5, 14);
    const { left, right, bottom } = sheet.inkOf('underline')!;
    expect(right - left).to.be.closeTo(H * 4 + SPACE, 1.6);
    expect(sheet.inkOf('left')!.bottom).to.be.below(bottom);
    for (let x = left + 1; x < right - 1; x += 1)
      expect(Math.max(...[1, 2, 3].map((up) => sheet.pixel('underline', x, bottom - up)[1]))).to.be.above(
        100,
      );
  });

  it('is inside padding and border, on a background that fills the box', () => {
    const colours = [0, 3, 8, 20, 95, 99].map((x) =>
      sheet.pixel('box', x, 110).indexOf(Math.max(...sheet.pixel('box', x, 110))),
    );
    expect(colours).to.deep.equal([0, 0, 2, 2, 0, 0]);
    expect(sheet.pixel('box', -2, 60)[0]).to.be.below(8);
    expect(sheet.pixel('box', 101, 60)[0]).to.be.below(8);
    // Of 100 px 48 are left: both letters and the space between them.
    const ink = sheet.inkOf('box')!;
    expect(ink.left).to.be.closeTo(26 + 1.6, 1.1);
    expect(ink.right).to.be.closeTo(26 + H * 2 + SPACE - 1.6, 1.1);
    expect(ink.top - sheet.inkOf('left')!.top).to.equal(26);
  });

  it('has lines as high as its line height', () => {
    const [first, second] = [sheet.inkOf('lineHeight', [0, 40])!, sheet.inkOf('lineHeight', [40, 80])!];
    expect(second.top - first.top).to.equal(40);
    const [above, below] = [sheet.inkOf('breaks', [0, 24])!, sheet.inkOf('breaks', [24, 48])!];
    expect(below.top - above.top).to.equal(24);
  });

  it('has its stroke outside the fill, even if the fill is translucent', () => {
    // The stem of a bold I at 100 px: from 6.7 to 21.1 px, 68.8 px high; its row in the middle.
    const row = (name: Name) => [3, 14, 24].map((x) => sheet.pixel(name, x, 60));
    const near = (found: readonly number[], wanted: readonly number[]): void => {
      for (const [channel, value] of wanted.entries())
        expect(found[channel], `${found.join()} is not ${wanted.join()}`).to.be.closeTo(value, 12);
    };
    for (const [name, inside] of [
      ['solidStroke', [255, 255, 255]],
      ['clearStroke', [128, 128, 255]],
      ['hollow', [0, 0, 255]],
    ] as const)
      for (const [index, wanted] of [[255, 0, 0], inside, [255, 0, 0]].entries())
        near(row(name)[index]!, wanted);
  });

  it('shows emoji in colour', () => {
    let yellow = 0;
    for (let y = 0; y < 80; y += 1)
      for (let x = 0; x < 100; x += 1) {
        const [r, g, b] = sheet.pixel('emoji', x, y);
        if (r > 180 && g > 130 && b < 120) yellow += 1;
      }
    expect(yellow).to.be.above(500);
  });

  it('runs from right to left in such scripts, also within other text', () => {
    // Lamed is the only letter here that reaches up so far; it is the last of its word.
    const lamedOf = (name: Name): number => {
      const { top, left, right } = sheet.inkOf(name)!;
      const high = sheet.inkOf(name, [top, top + 5])!;
      return ((high.left + high.right) / 2 - left) / (right - left);
    };
    expect(lamedOf('hebrew')).to.be.below(0.5);
    expect(lamedOf('mixed')).to.be.within(0.3, 0.75);
  });

  it('joins letters, breaks Chinese between characters, and places marks on their letters', () => {
    const joined = sheet.inkOf('arabic')!;
    const apart = sheet.inkOf('arabicApart')!;
    expect(joined.right - joined.left).to.be.below((apart.right - apart.left) * 0.9);

    const rows = [0, 1, 2].map((line) => sheet.inkOf('chinese', [line * 48, (line + 1) * 48])!);
    expect(rows.map(({ left, right }) => Math.round((right - left) / 40))).to.deep.equal([2, 2, 1]);
    // Were they boxes of a missing glyph, the first two lines would be alike.
    expect(rows[0]!.amount).not.to.be.closeTo(rows[1]!.amount, 10);

    const [composed, combining] = [sheet.inkOf('composed')!, sheet.inkOf('combining')!];
    expect(combining.top).to.equal(composed.top);
    expect(combining.amount).to.be.closeTo(composed.amount, composed.amount * 0.02);
    const [bare, stacked] = [sheet.inkOf('bare')!, sheet.inkOf('stacked')!];
    expect(stacked.bottom).to.equal(bare.bottom);
    expect(stacked.top).to.be.below(bare.top - 5);
    expect(stacked.right - stacked.left).to.be.closeTo(bare.right - bare.left, 3);
  });

  it('falls back to an available font', () => {
    expect(sheet.inkOf('unknown')!.amount).to.be.above(20);
  });
});
