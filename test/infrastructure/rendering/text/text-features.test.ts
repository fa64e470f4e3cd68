import { expect } from 'chai';
import sharp from 'sharp';
import type {
  ResolvedCaption,
  ResolvedText,
  ResolvedTextStyle,
} from '../../../../domain/composition/resolve/resolved.js';
import { captionSize, captionSvgs } from '../../../../infrastructure/rendering/text/caption-svg.js';
import { openFontLibrary } from '../../../../infrastructure/rendering/text/fonts.js';
import { svgDocument } from '../../../../infrastructure/rendering/text/svg.js';
import { layOutText, textSize } from '../../../../infrastructure/rendering/text/text-layout.js';
import { textSvg } from '../../../../infrastructure/rendering/text/text-svg.js';
import { captionLook, textLook } from '../../../support/long-texts.js';

const VIEW = { x: 0, y: 0, width: 400, height: 200 };
const BOX = { x: 50, y: 40, width: 300, height: 120 };
const fonts = openFontLibrary();

const text = (own: Partial<ResolvedText>): ResolvedText => ({
  ...textLook,
  fontSize: 20,
  color: '#FF0000',
  ...own,
});

interface Ink {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const pixels = async (svg: string, rotation = 0) =>
  sharp(svgDocument(svg, VIEW, rotation, { x: 200, y: 100 }))
    .ensureAlpha()
    .raw()
    .toBuffer();

const pixel = (data: Buffer, x: number, y: number): ReadonlyArray<number> => [
  ...data.subarray((y * VIEW.width + x) * 4, (y * VIEW.width + x) * 4 + 4),
];

/** Where the pixels are that `counts` says count. */
const inkOf = (
  data: Buffer,
  counts: (pixel: ReadonlyArray<number>) => boolean = ([, , , a = 0]) => a > 127,
): Ink => {
  let ink = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let y = 0; y < VIEW.height; y += 1)
    for (let x = 0; x < VIEW.width; x += 1)
      if (counts(pixel(data, x, y)))
        ink = {
          left: Math.min(ink.left, x),
          top: Math.min(ink.top, y),
          right: Math.max(ink.right, x),
          bottom: Math.max(ink.bottom, y),
        };
  return ink;
};

const draw = async (own: Partial<ResolvedText>, rotation = 0): Promise<Buffer> =>
  pixels(textSvg(text(own), { box: BOX, view: VIEW, rotation }, fonts).svg, rotation);

const linesOf = (own: Partial<ResolvedText>, width = 300, height = 120) => [
  ...layOutText(text(own), { width, height }, fonts).lines,
];
const widthOf = (own: Partial<ResolvedText>): number => linesOf(own, 5000)[0]?.width ?? NaN;

describe('A text', function () {
  this.timeout(30_000);

  it('stands at the top, in the middle or at the bottom of its box', async () => {
    const top = inkOf(await draw({ content: 'H' }));
    const middle = inkOf(await draw({ content: 'H', verticalAlign: 'middle' }));
    const bottom = inkOf(await draw({ content: 'H', verticalAlign: 'bottom' }));
    expect(middle.top - top.top).to.equal((120 - 24) / 2);
    expect(bottom.top - top.top).to.equal(120 - 24);
  });

  it('spaces letters and words in px, without ligatures', () => {
    expect(widthOf({ content: 'HHH', letterSpacing: 5 }) - widthOf({ content: 'HHH' })).to.be.closeTo(
      15,
      0.01,
    );
    expect(widthOf({ content: 'H H H', wordSpacing: 7 }) - widthOf({ content: 'H H H' })).to.be.closeTo(
      14,
      0.01,
    );
    const glyphs = (letterSpacing: number) =>
      linesOf({ content: 'fi', fontFamily: 'Montserrat', letterSpacing })[0]?.glyphs.length;
    expect(glyphs(3)).to.equal(2);
    expect(widthOf({ content: 'אבג', letterSpacing: 5 }) - widthOf({ content: 'אבג' })).to.be.closeTo(
      15,
      0.01,
    );
    expect(widthOf({ content: 'سلام', letterSpacing: 5 })).to.equal(widthOf({ content: 'سلام' }));
  });

  it('is drawn in other letters', () => {
    const svg = (own: Partial<ResolvedText>) => textSvg(text(own), { box: BOX, view: VIEW }, fonts).svg;
    expect(svg({ content: 'Straße', textTransform: 'uppercase' })).to.equal(svg({ content: 'STRASSE' }));
    expect(svg({ content: 'AbC', textTransform: 'lowercase' })).to.equal(svg({ content: 'abc' }));
    expect(svg({ content: "it's a day-trip", textTransform: 'capitalize' })).to.equal(
      svg({ content: "It's A Day-Trip" }),
    );
    const spans = [{ text: 'mo' }, { text: 're to', underline: false }];
    expect(svg({ content: 'more to', spans, textTransform: 'capitalize' })).to.have.length.above(0);
    const [line] = linesOf({ content: 'more to', spans, textTransform: 'capitalize' });
    expect(line?.width).to.be.closeTo(widthOf({ content: 'More To' }), 1);
  });

  it('has a line through its letters', async () => {
    const plain = inkOf(await draw({ content: 'H H' }));
    const struck = await draw({ content: 'H H', lineThrough: true });
    const y = Math.round((plain.top + plain.bottom) / 2);
    const between = Math.round((plain.left + plain.right) / 2);
    const rows = [-3, -2, -1, 0, 1, 2, 3].map((dy) => pixel(struck, between, y + dy)[3] ?? 0);
    expect(Math.max(...rows)).to.be.above(127);
  });

  it('runs in the direction that is asked for', () => {
    expect(linesOf({ content: 'abc' })[0]?.rightToLeft).to.equal(false);
    expect(linesOf({ content: 'abc', direction: 'rtl' })[0]?.rightToLeft).to.equal(true);
    expect(linesOf({ content: 'אבג', direction: 'ltr' })[0]?.rightToLeft).to.equal(false);
  });

  it('shows at most so many lines, and ends in an ellipsis that fits', () => {
    const content = 'one two three four five six seven eight nine ten';
    expect(linesOf({ content }, 80)).to.have.length.above(4);
    expect(linesOf({ content, maxLines: 2 }, 80)).to.have.length(2);
    const shortened = linesOf({ content, maxLines: 2, overflow: 'ellipsis' }, 80);
    expect(shortened).to.have.length(2);
    const last = shortened[1]?.glyphs.at(-1)?.glyph;
    expect(last).to.equal(linesOf({ content: '…' })[0]?.glyphs[0]?.glyph);
    expect(shortened[1]?.width).to.be.at.most(80.01);
    // Three lines of 24 px fit 80 px.
    expect(linesOf({ content, overflow: 'ellipsis' }, 80, 80)).to.have.length(3);
    const whole = linesOf({ content: 'one', maxLines: 1, overflow: 'ellipsis' }, 80);
    expect(whole[0]?.glyphs).to.have.length(3);
  });

  it('is cut at its box where it is to be', async () => {
    const content = 'H\n'.repeat(12).trim();
    expect(inkOf(await draw({ content })).bottom).to.be.above(180);
    expect(inkOf(await draw({ content, overflow: 'clip' })).bottom).to.be.at.most(159);
  });

  it('takes the largest whole size that fits its box', () => {
    const own = { content: 'Some words that are to fit', fitText: { min: 5, max: 200 } };
    const size = layOutText(text(own), { width: 300, height: 120 }, fonts).text.base.size;
    const fits = (fontSize: number) => {
      const lines = linesOf({ content: own.content, fontSize });
      return lines.length * fontSize * 1.2 <= 120.01 && lines.every((line) => !line.hasCutWord);
    };
    expect(Number.isInteger(size)).to.equal(true);
    expect(fits(size)).to.equal(true);
    expect(fits(size + 1)).to.equal(false);
    const long = layOutText(text({ ...own, content: 'x'.repeat(50) }), { width: 300, height: 120 }, fonts);
    expect([...long.lines]).to.have.length(1);
  });

  it('has gradients across its box, mixed as in CSS', async () => {
    const stops = [
      { offset: 0, color: '#FF0000' },
      { offset: 1, color: '#0000FF' },
    ];
    const linear = await draw({ content: '', backgroundColor: { type: 'linear', angle: 90, stops } });
    for (const [x, red] of [
      [50, 255],
      [200, 127],
      [349, 0],
    ] as const) {
      const [r = 0, g, b = 0, a] = pixel(linear, x, 100);
      expect([g, a]).to.deep.equal([0, 255]);
      expect(r).to.be.closeTo(red, 2);
      expect(b).to.be.closeTo(255 - red, 2);
    }
    const radial = await draw({ content: '', backgroundColor: { type: 'radial', angle: 0, stops } });
    expect(pixel(radial, 200, 100)[0]).to.be.closeTo(255, 4);
    expect(pixel(radial, 50, 40)[2]).to.be.closeTo(255, 4);
    const fading = [
      { offset: 0, color: '#FF0000' },
      { offset: 1, color: 'transparent' },
    ];
    const faded = await draw({ content: '', backgroundColor: { type: 'linear', angle: 90, stops: fading } });
    const [r = 0, , , a] = pixel(faded, 200, 100);
    expect(a).to.be.closeTo(128, 3);
    expect(r, 'no darker where it fades').to.be.above(250);
    const glyphs = await draw({
      content: 'H'.repeat(19),
      textAlign: 'center',
      color: { type: 'linear', angle: 90, stops },
    });
    const ink = inkOf(glyphs);
    const row = Math.round((ink.top + ink.bottom) / 2) + 4;
    const solid = (from: number, step: number): ReadonlyArray<number> => {
      for (let x = from; ; x += step) if ((pixel(glyphs, x, row)[3] ?? 0) > 250) return pixel(glyphs, x, row);
    };
    expect(solid(ink.left, 1)[0]).to.be.above(200);
    expect(solid(ink.right, -1)[2]).to.be.above(200);
  });

  it('is filled by conic gradients, which run clockwise from the top', async () => {
    const stops = ['#FF0000', '#00FF00', '#0000FF', '#FF0000'].map((color, index) => ({
      offset: index / 3,
      color,
    }));
    const backgroundColor = { type: 'conic' as const, angle: 0, stops };
    const data = await draw({ content: '', backgroundColor });
    const at = (x: number, y: number) => [
      ...data.subarray((y * VIEW.width + x) * 4, (y * VIEW.width + x) * 4 + 3),
    ];
    const [x, y] = [BOX.x + BOX.width / 2, BOX.y + BOX.height / 2];
    // At 90 degrees a quarter has passed: three quarters of the way from red to green.
    const quarter = [
      [x + 100, y],
      [x, y + 50],
      [x - 100, y],
    ].map(([x = 0, y = 0]) => at(x, y));
    for (const [index, colour] of [
      [64, 191, 0],
      [0, 128, 128],
      [64, 0, 191],
    ].entries())
      for (const [channel, level] of colour.entries())
        expect(quarter[index]?.[channel], `${index} ${channel}`).to.be.closeTo(level, 4);
  });

  it('divides words at the ends of lines where it is told, by the rules of the language', () => {
    const shown = (more: Partial<ResolvedText>): number =>
      [
        ...layOutText(text({ content: 'Donaudampfschifffahrt', ...more }), { width: 130, height: 400 }, fonts)
          .lines,
      ].length;
    const lines = (more: Partial<ResolvedText>) => [
      ...layOutText(
        text({ content: 'an extraordinary hyphenation', fontSize: 20, ...more }),
        { width: 110, height: 400 },
        fonts,
      ).lines,
    ];
    const auto = { hyphens: 'auto' as const };
    expect(lines({}).some(({ hasCutWord }) => hasCutWord)).to.equal(true);
    const divided = lines({ ...auto, lang: 'en-US' });
    expect(divided.some(({ hasCutWord }) => hasCutWord)).to.equal(false);
    for (const { width } of divided) expect(width).to.be.at.most(110.01);
    expect(lines({ ...auto, lang: 'xx' })).to.have.length(lines({}).length);
    expect(lines(auto)).to.have.length(lines({}).length);
    expect(shown({ ...auto, lang: 'de' })).to.be.at.least(2);
  });

  it('casts a shadow where it is told, also when it is turned', async () => {
    const shadow = { x: 30, y: 15, blur: 0, color: '#00FF00' };
    const green = ([r = 0, g = 0, , a = 0]: ReadonlyArray<number>) => g > 127 && r < 128 && a > 127;
    const plain = inkOf(await draw({ content: 'H' }));
    const sharpShadow = inkOf(await draw({ content: 'H', shadow }), green);
    expect([sharpShadow.left - plain.left, sharpShadow.top - plain.top]).to.deep.equal([30, 15]);
    // At σ = 4 a point has half of its greatest value at 4.7 px from it, in each direction and at each angle.
    const dot = { content: '.', fontSize: 20, textAlign: 'center', verticalAlign: 'middle' } as const;
    const soft = { x: 0, y: 0, blur: 8, color: '#00FF00' };
    const spread = async (rotation: number) => {
      const data = await draw({ ...dot, color: '#00000000', shadow: soft }, rotation);
      let most = 0;
      for (let at = 3; at < data.length; at += 4) most = Math.max(most, data[at] ?? 0);
      const { left, right, top, bottom } = inkOf(data, ([, , , a = 0]) => a >= most / 2 && a > 0);
      return { width: right - left + 1, height: bottom - top + 1 };
    };
    for (const rotation of [0, 45]) {
      const { width, height } = await spread(rotation);
      expect(width, `${rotation}°`).to.be.within(8, 13);
      expect(height, `${rotation}°`).to.be.within(8, 13);
    }
  });

  it('has a background that hugs its lines, or all of them', async () => {
    const textBackground = { color: '#0000FF80', paddingX: 10, paddingY: 6, borderRadius: 0 };
    const content = 'HHHHHH\nHH';
    const own = { content, textAlign: 'center', verticalAlign: 'middle', color: '#00000000' } as const;
    const area = inkOf(await draw({ ...own, textBackground: { ...textBackground, mode: 'block' } }));
    const wide = widthOf({ content: 'HHHHHH' });
    expect(area.left).to.be.closeTo(200 - wide / 2 - 10, 1);
    expect(area.right + 1).to.be.closeTo(200 + wide / 2 + 10, 1);
    const lines = await draw({ ...own, textBackground: { ...textBackground, mode: 'lines' } });
    expect(inkOf(lines)).to.deep.equal(area);
    expect(pixel(lines, area.left + 3, area.bottom - 3)[3]).to.equal(0);
    // Where the backgrounds of both lines overlap they are as translucent as elsewhere.
    for (let y = area.top + 1; y < area.bottom; y += 1) expect(pixel(lines, 200, y)[3]).to.equal(128);
  });

  it('has spans with styles of their own on one line', async () => {
    const spans = [
      { text: 'HH', color: '#00FF00' },
      { text: 'HH', fontSize: 40 },
    ];
    const [line, none] = linesOf({ content: 'HHHH', spans });
    expect(none).to.equal(undefined);
    expect(line?.width).to.be.closeTo(
      widthOf({ content: 'HH' }) + widthOf({ content: 'HH', fontSize: 40 }),
      0.01,
    );
    expect(line?.height).to.be.closeTo(48, 1e-6);
    const data = await draw({ content: 'HHHH', spans });
    const green = inkOf(data, ([r = 0, g = 0]) => g > 127 && r < 128);
    const red = inkOf(data, ([r = 0, g = 0]) => r > 127 && g < 128);
    expect(green.right).to.be.below(red.left);
    expect(green.bottom, 'one baseline').to.be.closeTo(red.bottom, 1);
    expect((red.bottom - red.top + 1) / (green.bottom - green.top + 1)).to.be.closeTo(2, 0.15);
  });

  it('is measured with padding and border, and fits a box of that size', () => {
    const own = text({ content: 'Some words to measure', padding: 7, borderWidth: 3 });
    const free = textSize(own, 1000, fonts);
    expect(free).to.deep.equal({ width: Math.ceil(widthOf(own) + 20), height: 44 });
    const narrow = textSize(own, 120, fonts);
    expect(narrow.width).to.be.at.most(120);
    const inner = [...layOutText(own, { width: narrow.width - 20, height: narrow.height - 20 }, fonts).lines];
    expect(inner.length * 24 + 20).to.equal(narrow.height);
  });
});

describe('A caption', () => {
  const style = (own: object): ResolvedTextStyle => ({
    ...captionLook.nonHighlightTextProperties,
    fontSize: 20,
    padding: 0,
    ...own,
  });
  const caption = (own: object): ResolvedCaption => ({
    ...captionLook,
    maxWidth: 300,
    nonHighlightTextProperties: style(own),
    highlightTextProperties: style(own),
  });
  const svg = (words: ReadonlyArray<string>, own: object) =>
    captionSvgs(caption(own), { words, pages: [{ highlighted: 0 }] }, { box: BOX, view: VIEW }, fonts)[0]
      ?.svg;

  it('is drawn in other letters, with lines through them, shadows and gradients', () => {
    expect(svg(['one', 'two'], { textTransform: 'uppercase' })).to.equal(svg(['ONE', 'TWO'], {}));
    const lines = (markup = '') => markup.split('<rect').length - 1;
    expect(lines(svg(['one', 'two'], { lineThrough: true }))).to.equal(2);
    expect(svg(['one'], { shadow: { x: 1, y: 1, blur: 2, color: '#000000' } })).to.contain('feGaussianBlur');
    const stops = [
      { offset: 0, color: '#FF0000' },
      { offset: 1, color: '#0000FF' },
    ];
    expect(svg(['one'], { color: { type: 'linear', angle: 0, stops } })).to.contain('linearGradient');
  });

  it('is measured over all its groups of words', () => {
    const one = captionSize(caption({}), [['one']], fonts);
    const both = captionSize(caption({}), [['one'], Array.from({ length: 20 }, () => 'word')], fonts);
    expect(one.height).to.equal(24);
    expect(both.height)
      .to.be.above(24)
      .and.satisfy((height: number) => height % 24 === 0);
    expect(both.width).to.be.within(one.width, 300);
  });
});

describe('Numbers that count', () => {
  it('are equally wide whatever their digits are', () => {
    const width = (content: string, more: Partial<ResolvedText> = {}): number =>
      [
        ...layOutText(text({ content, fontFamily: 'Inter', ...more }), { width: 1000, height: 100 }, fonts)
          .lines,
      ][0]?.width ?? 0;
    const counter = { from: 0, to: 1, decimals: 0, prefix: '', suffix: '', easing: 'linear' as const };
    expect(width('111', { counter })).to.equal(width('888', { counter }));
    expect(width('111')).to.be.below(width('888'));
  });
});
