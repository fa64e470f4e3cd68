import { expect } from 'chai';
import { compositionOf, drawFrame, openStudio, type Picture, type Studio } from '../support/render.js';

/** The side of the square each text is drawn in, on a canvas of black; text is white unless it says otherwise. */
const CELL = 160;
const COLUMNS = 8;
/** Of Arial at 20 px: `H` advances by 1479 of 2048 units, a space by 569. */
const H = (20 * 1479) / 2048;
const SPACE = (20 * 569) / 2048;

type Text = { readonly content: string; readonly [property: string]: unknown };

const plain = (content: string, more: object = {}): Text => ({ content, fontSize: 20, ...more });
const weights = [100, 200, 300, 400, 500, 600, 700, 800, 900];

const texts = {
  spaces: plain('HHH HHH HHH'),
  scaled: plain('HHH HHH HHH', { backgroundColor: '#0000FF' }),
  longWord: plain('HHHHHHHHHH HH'),
  breaks: plain('H\nHH\r\n\nHHH\u2028H'),
  left: plain('HH'),
  center: plain('HH', { textAlign: 'center' }),
  right: plain('HH', { textAlign: 'right' }),
  justify: plain('HH HH HH HH', { textAlign: 'justify' }),
  upright: plain('I', { fontSize: 60 }),
  italic: plain('I', { fontSize: 60, fontStyle: 'italic' }),
  underline: plain('HH HH', { underline: true }),
  box: plain('H H', {
    padding: 20,
    borderWidth: 6,
    borderColor: '#FF0000',
    backgroundColor: '#0000FF',
  }),
  lineHeight: plain('H\nH', { lineHeight: 2 }),
  solidStroke: plain('I', {
    fontSize: 100,
    fontWeight: 700,
    strokeWidth: 6,
    strokeColor: '#FF0000',
    backgroundColor: '#0000FF',
  }),
  clearStroke: plain('I', {
    fontSize: 100,
    fontWeight: 700,
    strokeWidth: 6,
    strokeColor: '#FF0000',
    backgroundColor: '#0000FF',
    color: '#FFFFFF80',
  }),
  hollow: plain('I', {
    fontSize: 100,
    fontWeight: 700,
    strokeWidth: 6,
    strokeColor: '#FF0000',
    backgroundColor: '#0000FF',
    color: '#FFFFFF00',
  }),
  emoji: plain('😀', { fontSize: 60 }),
  hebrew: plain('אל', { fontSize: 60 }),
  mixed: plain('a אל', { fontSize: 50 }),
  arabic: plain('بب', { fontSize: 40 }),
  arabicApart: plain('ب\u200cب', { fontSize: 40 }),
  chinese: plain('日本語日本', { fontSize: 40 }),
  composed: plain('é', { fontSize: 60 }),
  combining: plain('e\u0301', { fontSize: 60 }),
  stacked: plain('x\u0302', { fontSize: 60 }),
  bare: plain('x', { fontSize: 60 }),
  unknown: plain('HHH', { fontFamily: 'No Such Family' }),
  ...Object.fromEntries(
    weights.map((fontWeight) => [
      `weight${fontWeight}`,
      plain('H', { fontSize: 60, fontFamily: 'Montserrat', fontWeight }),
    ]),
  ),
} satisfies Record<string, Text>;
type Name = keyof typeof texts;

/** Where in its cell a text has pixels that are not black. */
interface Ink {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The sum of its levels, in pixels of full white. */
  readonly amount: number;
}

describe('Text', function () {
  this.timeout(60_000);
  let studio: Studio;
  let frame: Picture;

  before(async () => {
    studio = await openStudio();
    const names = Object.keys(texts);
    const clips = Object.values(texts).map((text: Text, index) => ({
      type: 'text',
      timeFrame: { start: 0, end: 1000 },
      position: { x: (index % COLUMNS) * CELL + 20, y: Math.floor(index / COLUMNS) * CELL + 20 },
      ...(names[index] === 'scaled'
        ? { size: { width: 50, height: 24 }, transform: { scale: { x: 2, y: 5 } } }
        : { size: { width: 100, height: 120 } }),
      textProperties: { color: '#FFFFFF', ...text },
    }));
    const canvas = { width: COLUMNS * CELL, height: Math.ceil(names.length / COLUMNS) * CELL };
    frame = await drawFrame(studio, compositionOf({ duration: 1000, canvas }, clips), 0);
  });
  after(() => studio.dispose());

  /** A pixel of a text's cell, counted from the corner of its box. */
  const pixel = (name: Name, x: number, y: number): readonly [number, number, number] => {
    const index = Object.keys(texts).indexOf(name);
    return frame.at((index % COLUMNS) * CELL + 20 + x, Math.floor(index / COLUMNS) * CELL + 20 + y);
  };
  const inkOf = (name: Name, [from, to] = [-20, CELL - 20]): Ink | undefined => {
    let [left, right, top, bottom, amount] = [Infinity, -Infinity, Infinity, -Infinity, 0];
    for (let y = from; y < to; y += 1)
      for (let x = -20; x < CELL - 20; x += 1) {
        const level = pixel(name, x, y)[1];
        amount += level / 255;
        if (level < 64) continue;
        [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
        [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
      }
    return right < left ? undefined : { left, right, top, bottom, amount };
  };
  /** How wide the ink of each of the first `count` lines of 24 px is; an `H` has 1.6 px of room on each side. */
  const widths = (name: Name, count: number): readonly number[] =>
    Array.from({ length: count }, (_, line) => {
      const ink = inkOf(name, [line * 24, (line + 1) * 24]);
      return ink ? ink.right - ink.left : 0;
    });
  const expectWidths = (name: Name, wanted: readonly number[]): void => {
    const found = widths(name, wanted.length);
    for (const [line, width] of wanted.entries())
      expect(found[line], `${name}: ${found.join()}`).to.be.closeTo(width === 0 ? 0 : width - 3, 1.6);
  };

  it('is wrapped at spaces, within words longer than a line, and at line breaks', () => {
    expectWidths('spaces', [H * 6 + SPACE, H * 3, 0]);
    expectWidths('longWord', [H * 6, H * 6 + SPACE, 0]);
    expectWidths('breaks', [H, H * 2, 0, H * 3, H, 0]);
  });

  it('keeps its size in a box that is scaled, and is wrapped to it', () => {
    expectWidths('scaled', [H * 6 + SPACE, H * 3, 0]);
    expect([98, 102].map((x) => pixel('scaled', x, 118)[2] > 128)).to.deep.equal([true, false]);
  });

  it('stands left, in the middle, right, or fills its lines but the last', () => {
    expect(inkOf('left')?.left).to.be.closeTo(1.6, 1.1);
    expect(inkOf('center')?.left).to.be.closeTo(50 - H + 1.6, 1.1);
    expect(inkOf('right')?.right).to.be.closeTo(100 - 1.6, 1.1);
    expectWidths('justify', [100, H * 2, 0]);
    expect(inkOf('justify', [24, 48])?.left).to.be.closeTo(1.6, 1.1);
  });

  it('has nine weights, each bolder than the one before', () => {
    const amounts = weights.map((weight) => inkOf(`weight${weight}` as Name)?.amount ?? 0);
    for (const [index, amount] of amounts.slice(1).entries())
      expect(amount, amounts.join()).to.be.above((amounts[index] ?? 0) * 1.03);
  });

  it('slants when it is italic, and is underlined from end to end', () => {
    const lean = (name: Name): number => {
      const { top, bottom } = inkOf(name)!;
      return inkOf(name, [top, top + 4])!.left - inkOf(name, [bottom - 4, bottom])!.left;
    };
    expect(lean('upright')).to.be.closeTo(0, 1);
    expect(lean('italic')).to.be.within(5, 14);
    const { left, right, bottom } = inkOf('underline')!;
    expect(right - left).to.be.closeTo(H * 4 + SPACE, 1.6);
    expect(inkOf('left')!.bottom).to.be.below(bottom);
    for (let x = left + 1; x < right - 1; x += 1)
      expect(Math.max(...[1, 2, 3].map((up) => pixel('underline', x, bottom - up)[1]))).to.be.above(100);
  });

  it('lies inside padding and border, on a background that fills the box', () => {
    const colours = [0, 3, 8, 20, 95, 99].map((x) =>
      pixel('box', x, 110).indexOf(Math.max(...pixel('box', x, 110))),
    );
    expect(colours).to.deep.equal([0, 0, 2, 2, 0, 0]);
    expect(pixel('box', -2, 60)[0]).to.be.below(8);
    expect(pixel('box', 101, 60)[0]).to.be.below(8);
    // Of 100 px 48 are left: both letters and the space between them.
    const ink = inkOf('box')!;
    expect(ink.left).to.be.closeTo(26 + 1.6, 1.1);
    expect(ink.right).to.be.closeTo(26 + H * 2 + SPACE - 1.6, 1.1);
    expect(ink.top - inkOf('left')!.top).to.equal(26);
  });

  it('has lines as high as its line height says', () => {
    const [first, second] = [inkOf('lineHeight', [0, 40])!, inkOf('lineHeight', [40, 80])!];
    expect(second.top - first.top).to.equal(40);
    const [above, below] = [inkOf('breaks', [0, 24])!, inkOf('breaks', [24, 48])!];
    expect(below.top - above.top).to.equal(24);
  });

  it('has its stroke outside the fill, also where the fill lets it be seen through', () => {
    // The stem of a bold I at 100 px: from 6.7 to 21.1 px, 68.8 px high; its row in the middle.
    const row = (name: Name) => [3, 14, 24].map((x) => pixel(name, x, 60));
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
        const [r, g, b] = pixel('emoji', x, y);
        if (r > 180 && g > 130 && b < 120) yellow += 1;
      }
    expect(yellow).to.be.above(500);
  });

  it('runs from right to left where its script does, within text that does not', () => {
    // Lamed is the only letter here that reaches up so far; it is the last of its word.
    const lamedOf = (name: Name): number => {
      const { top, left, right } = inkOf(name)!;
      const high = inkOf(name, [top, top + 5])!;
      return ((high.left + high.right) / 2 - left) / (right - left);
    };
    expect(lamedOf('hebrew')).to.be.below(0.5);
    expect(lamedOf('mixed')).to.be.within(0.3, 0.75);
  });

  it('joins letters that join, breaks Chinese anywhere, and puts marks on their letters', () => {
    const joined = inkOf('arabic')!;
    const apart = inkOf('arabicApart')!;
    expect(joined.right - joined.left).to.be.below((apart.right - apart.left) * 0.9);

    const rows = [0, 1, 2].map((line) => inkOf('chinese', [line * 48, (line + 1) * 48])!);
    expect(rows.map(({ left, right }) => Math.round((right - left) / 40))).to.deep.equal([2, 2, 1]);
    // Were they boxes of a missing glyph, the first two lines would be alike.
    expect(rows[0]!.amount).not.to.be.closeTo(rows[1]!.amount, 10);

    const [composed, combining] = [inkOf('composed')!, inkOf('combining')!];
    expect(combining.top).to.equal(composed.top);
    expect(combining.amount).to.be.closeTo(composed.amount, composed.amount * 0.02);
    const [bare, stacked] = [inkOf('bare')!, inkOf('stacked')!];
    expect(stacked.bottom).to.equal(bare.bottom);
    expect(stacked.top).to.be.below(bare.top - 5);
    expect(stacked.right - stacked.left).to.be.closeTo(bare.right - bare.left, 3);
  });

  it('falls back to a font that is there', () => {
    expect(inkOf('unknown')!.amount).to.be.above(20);
  });
});
