import { expect } from 'chai';
import type { ResolvedText } from '../../../../domain/composition/resolve/resolved.js';
import { styledText } from '../../../../infrastructure/rendering/text/layout/styled-text.js';
import { textSvg } from '../../../../infrastructure/rendering/text/svg/text-svg.js';
import {
  BOX,
  draw,
  fonts,
  inkOf,
  linesOf,
  pixel,
  text,
  VIEW,
  widthOf,
} from '../../../support/pictures/drawn-text.js';

describe('The style of a text', () => {
  it('changes the case of letters', () => {
    const svg = (own: Partial<ResolvedText>) => textSvg(text(own), { box: BOX, view: VIEW }, fonts).svg;
    expect(svg({ content: 'Straße', textTransform: 'uppercase' })).to.equal(svg({ content: 'STRASSE' }));
    expect(svg({ content: 'AbC', textTransform: 'lowercase' })).to.equal(svg({ content: 'abc' }));
    expect(svg({ content: "it's a day-trip", textTransform: 'capitalize' })).to.equal(
      svg({ content: "It's A Day-Trip" }),
    );
    for (const [content, shown] of [
      ["'quoted words' and rock 'n' roll", "'Quoted Words' And Rock 'N' Roll"],
      ['\u2018l\u2019été\u2019 d\u2019un o\u2019neill', '\u2018L\u2019été\u2019 D\u2019un O\u2019neill'],
      ["1st 'a' 2nd's", "1st 'A' 2nd's"],
    ] as const)
      expect(svg({ content, textTransform: 'capitalize' }), content).to.equal(svg({ content: shown }));
    const spans = [{ text: 'mo' }, { text: 're to', underline: false }];
    expect(svg({ content: 'more to', spans, textTransform: 'capitalize' })).to.have.length.above(0);
    const [line] = linesOf({ content: 'more to', spans, textTransform: 'capitalize' });
    expect(line?.width).to.be.closeTo(widthOf({ content: 'More To' }), 1);
  });

  it('changes the case of letters as its language does', () => {
    const shown = (
      content: string,
      textTransform: 'uppercase' | 'lowercase' | 'capitalize',
      lang?: string,
    ): string => styledText(text({ content, textTransform, ...(lang === undefined ? {} : { lang }) })).text;
    expect(shown('diyarbakır', 'uppercase', 'tr')).to.equal('DİYARBAKIR');
    expect(shown('DIYARBAKIR', 'lowercase', 'tr-TR')).to.equal('dıyarbakır');
    expect(shown('istanbul ili', 'capitalize', 'az')).to.equal('İstanbul İli');
    expect(shown('Άθλος', 'uppercase', 'el')).to.equal('ΑΘΛΟΣ');
    for (const lang of [undefined, 'en', 'xx', 'en-12'])
      expect(shown('ili', 'uppercase', lang)).to.equal('ILI');
  });

  it('has a line through its letters', async () => {
    const plain = inkOf(await draw({ content: 'H H' }));
    const struck = await draw({ content: 'H H', lineThrough: true });
    const y = Math.round((plain.top + plain.bottom) / 2);
    const between = Math.round((plain.left + plain.right) / 2);
    const rows = [-3, -2, -1, 0, 1, 2, 3].map((dy) => pixel(struck, between, y + dy)[3] ?? 0);
    expect(Math.max(...rows)).to.be.above(127);
  });

  it('has spans of strokes alone: transparent letters are hollow', async () => {
    const span = { text: 'I', fontSize: 100, strokeWidth: 4, strokeColor: '#0000FF' };
    const hollow = await draw({ content: 'I', spans: [{ ...span, color: 'transparent' }] });
    const filled = await draw({ content: 'I', spans: [span] });
    const ink = inkOf(hollow);
    const whole = inkOf(filled);
    for (const side of ['left', 'top', 'right', 'bottom'] as const)
      expect(ink[side], side).to.be.closeTo(whole[side], 1);
    const [x, y] = [(ink.left + ink.right) >> 1, (ink.top + ink.bottom) >> 1];
    expect(pixel(filled, x, y)).to.deep.equal([255, 0, 0, 255]);
    expect(pixel(hollow, x, y)[3]).to.equal(0);
    expect(pixel(hollow, ink.left + 2, y)).to.deep.equal([0, 0, 255, 255]);
    const bare = await draw({ content: 'I', spans: [{ ...span, strokeColor: 'transparent' }] });
    expect(inkOf(bare).left).to.be.closeTo(ink.left + 4, 1);
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

  it('casts a shadow in the given direction, also if rotated', async () => {
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

  it('has a border inside the edge of the background, also without a colour', async () => {
    const look = { paddingX: 10, paddingY: 6, borderRadius: 0, mode: 'block' } as const;
    const own = { content: 'HH', color: '#00000000' } as const;
    const border = { width: 4, color: '#00FF00' };
    const filled = inkOf(await draw({ ...own, textBackground: { ...look, color: '#0000FF' } }));
    const data = await draw({ ...own, textBackground: { ...look, color: 'transparent', border } });
    expect(inkOf(data)).to.deep.equal(filled);
    expect(pixel(data, filled.left + 2, filled.top + 12)).to.deep.equal([0, 255, 0, 255]);
    expect(pixel(data, filled.left + 8, filled.top + 12)[3]).to.equal(0);
  });

  it('has gradients behind spans, which run across the whole box', async () => {
    const stops = [
      { offset: 0, color: '#0000FF' },
      { offset: 1, color: '#00FF00' },
    ];
    const gradient = { type: 'linear' as const, angle: 90, stops };
    const words = ['HHHH HHHH HHHH HHHH ', 'HH'].map((text) => ({ text, color: 'transparent' }));
    const behind = await draw({
      content: words.map(({ text }) => text).join(''),
      spans: words.map((span) => ({ ...span, backgroundColor: gradient })),
    });
    const box = await draw({ content: '', backgroundColor: gradient });
    const { left, right, top } = inkOf(behind);
    expect(right - left).to.be.above(200);
    for (let x = left + 1; x < right; x += 1)
      for (const [channel, level] of pixel(box, x, top + 5).entries())
        expect(pixel(behind, x, top + 5)[channel], `${x}`).to.be.closeTo(level, 1);
  });

  it('has spans with their own styles on one line', async () => {
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
});
