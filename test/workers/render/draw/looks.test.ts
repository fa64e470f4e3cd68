import { expect } from 'chai';
import { rightOf } from '../../../support/right-of.js';
import { areaOf, centroidOf, type Drawn, frames, surface } from '../../../support/scenes.js';
import { readCube } from '../../../../workers/render/draw/color-table.js';

type Rgb = readonly [number, number, number];

const CANVAS = { width: 120, height: 80 };
const METADATA = { duration: 1000, fps: 10, canvas: CANVAS, backgroundColor: '#000000' };
const FULL = { position: { x: 0, y: 0 }, size: CANVAS };
const BOX = { position: { x: 20, y: 20 }, size: { width: 80, height: 40 } };
const COLORS: ReadonlyArray<Rgb> = [
  [200, 90, 40],
  [30, 160, 220],
  [128, 128, 128],
  [250, 240, 10],
  [12, 4, 90],
];
const hex = (color: ReadonlyArray<number>): string =>
  `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
const shape = (fill: unknown, more: object = {}) => ({
  type: 'shape',
  timeFrame: { end: 1000 },
  ...FULL,
  shapeProperties: { shape: 'rectangle', fill },
  ...more,
});
const draw = (clips: ReadonlyArray<object>, metadata: object = {}): Drawn =>
  frames({ ...METADATA, ...metadata }, clips)(0);
const near = (found: ReadonlyArray<number>, wanted: ReadonlyArray<number>, by: number, what: string): void =>
  wanted.forEach((value, channel) =>
    expect(found[channel], `${what}, channel ${channel}`).to.be.closeTo(value, by),
  );
const clamp = (value: number): number => Math.min(255, Math.max(0, value));
const times = (matrix: ReadonlyArray<ReadonlyArray<number>>, color: Rgb): ReadonlyArray<number> =>
  matrix.map((line) => clamp(line.reduce((sum, factor, channel) => sum + factor * (color[channel] ?? 0), 0)));

/** W3C Filter Effects, level 1, 8. */
const FILTERS: Readonly<Record<string, (color: Rgb, amount: number) => ReadonlyArray<number>>> = {
  brightness: (color, a) => color.map((c) => clamp(c * a)),
  contrast: (color, a) => color.map((c) => clamp((c / 255 - 0.5) * a * 255 + 127.5)),
  invert: (color, a) => color.map((c) => a * (255 - c) + (1 - a) * c),
  saturate: (color, s) =>
    times(
      [
        [0.213 + 0.787 * s, 0.715 - 0.715 * s, 0.072 - 0.072 * s],
        [0.213 - 0.213 * s, 0.715 + 0.285 * s, 0.072 - 0.072 * s],
        [0.213 - 0.213 * s, 0.715 - 0.715 * s, 0.072 + 0.928 * s],
      ],
      color,
    ),
  grayscale: (color, a) =>
    times(
      [
        [0.2126 + 0.7874 * (1 - a), 0.7152 - 0.7152 * (1 - a), 0.0722 - 0.0722 * (1 - a)],
        [0.2126 - 0.2126 * (1 - a), 0.7152 + 0.2848 * (1 - a), 0.0722 - 0.0722 * (1 - a)],
        [0.2126 - 0.2126 * (1 - a), 0.7152 - 0.7152 * (1 - a), 0.0722 + 0.9278 * (1 - a)],
      ],
      color,
    ),
  sepia: (color, a) =>
    times(
      [
        [0.393 + 0.607 * (1 - a), 0.769 - 0.769 * (1 - a), 0.189 - 0.189 * (1 - a)],
        [0.349 - 0.349 * (1 - a), 0.686 + 0.314 * (1 - a), 0.168 - 0.168 * (1 - a)],
        [0.272 - 0.272 * (1 - a), 0.534 - 0.534 * (1 - a), 0.131 + 0.869 * (1 - a)],
      ],
      color,
    ),
  hueRotate: (color, degrees) => {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    return times(
      [
        [
          0.213 + cos * 0.787 - sin * 0.213,
          0.715 - cos * 0.715 - sin * 0.715,
          0.072 - cos * 0.072 + sin * 0.928,
        ],
        [
          0.213 - cos * 0.213 + sin * 0.143,
          0.715 + cos * 0.285 + sin * 0.14,
          0.072 - cos * 0.072 - sin * 0.283,
        ],
        [
          0.213 - cos * 0.213 - sin * 0.787,
          0.715 - cos * 0.715 + sin * 0.715,
          0.072 + cos * 0.928 + sin * 0.072,
        ],
      ],
      color,
    );
  },
};

const lumOf = ([r = 0, g = 0, b = 0]: ReadonlyArray<number>): number => 0.3 * r + 0.59 * g + 0.11 * b;
const clipped = (color: ReadonlyArray<number>): ReadonlyArray<number> => {
  const [l, least, most] = [lumOf(color), Math.min(...color), Math.max(...color)];
  const up = least < 0 ? color.map((c) => l + ((c - l) * l) / (l - least)) : color;
  return most > 1 ? up.map((c) => l + ((c - l) * (1 - l)) / (most - l)) : up;
};
const withLum = (color: ReadonlyArray<number>, l: number): ReadonlyArray<number> =>
  clipped(color.map((c) => c + l - lumOf(color)));
const satOf = (color: ReadonlyArray<number>): number => Math.max(...color) - Math.min(...color);
const withSat = (color: ReadonlyArray<number>, s: number): ReadonlyArray<number> => {
  const [least, range] = [Math.min(...color), satOf(color)];
  return color.map((c) => (range > 0 ? ((c - least) * s) / range : 0));
};
const softLight = (b: number, s: number): number => {
  const d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : Math.sqrt(b);
  return s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (d - b);
};
const hardLight = (b: number, s: number): number =>
  s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1);

/** W3C Compositing and Blending, level 1, 10: of the backdrop and the source, 0 to 1. */
const SEPARABLE: Readonly<Record<string, (b: number, s: number) => number>> = {
  multiply: (b, s) => b * s,
  screen: (b, s) => b + s - b * s,
  overlay: (b, s) => hardLight(s, b),
  darken: Math.min,
  lighten: Math.max,
  'color-dodge': (b, s) => (b === 0 ? 0 : s === 1 ? 1 : Math.min(1, b / (1 - s))),
  'color-burn': (b, s) => (b === 1 ? 1 : s === 0 ? 0 : 1 - Math.min(1, (1 - b) / s)),
  'hard-light': hardLight,
  'soft-light': softLight,
  difference: (b, s) => Math.abs(b - s),
  exclusion: (b, s) => b + s - 2 * b * s,
};
const WHOLE_COLORS: Readonly<
  Record<string, (b: ReadonlyArray<number>, s: ReadonlyArray<number>) => ReadonlyArray<number>>
> = {
  hue: (b, s) => withLum(withSat(s, satOf(b)), lumOf(b)),
  saturation: (b, s) => withLum(withSat(b, satOf(s)), lumOf(b)),
  color: (b, s) => withLum(s, lumOf(b)),
  luminosity: (b, s) => withLum(b, lumOf(s)),
};

describe('Looks as they are drawn', () => {
  it('have the CSS filters of the W3C formulas within two levels', () => {
    for (const [type, formula] of Object.entries(FILTERS))
      for (const amount of type === 'hueRotate' ? [30, 200] : [0.3, 0.8, 1])
        for (const color of COLORS) {
          const found = draw([shape(hex(color), { effects: { filters: [{ type, amount }] } })]).at(60, 40);
          near(found, formula(color, amount), 2, `${type} ${amount} of ${color.join()}`);
        }
  });

  it('apply filters in their order', () => {
    const of = (...types: string[]) =>
      draw([
        shape('#404040', {
          effects: { filters: types.map((type) => ({ type, amount: type === 'invert' ? 1 : 2 })) },
        }),
      ]).at(60, 40)[0];
    expect(of('brightness', 'invert')).to.be.closeTo(255 - 128, 2);
    expect(of('invert', 'brightness')).to.equal(255);
  });

  it('blur with the standard deviation that is named', () => {
    const edge = draw([shape('#FFFFFF', { ...BOX, effects: { filters: [{ type: 'blur', amount: 5 }] } })]);
    for (const [offset, share] of [
      [-5, 0.159],
      [0, 0.5],
      [5, 0.841],
    ] as const) {
      const between = (edge.at(20 + offset - 1, 40)[1] + edge.at(20 + offset, 40)[1]) / 2;
      expect(between, `${offset}`).to.be.closeTo(255 * share, 8);
    }
  });

  it('blend by the formulas of CSS within two levels', () => {
    for (const backdrop of COLORS)
      for (const source of COLORS) {
        const [b, s] = [backdrop.map((c) => c / 255), source.map((c) => c / 255)];
        const found = (blendMode: string) =>
          draw([shape(hex(backdrop)), shape(hex(source), { effects: { blendMode } })]).at(60, 40);
        for (const [mode, formula] of Object.entries(SEPARABLE))
          near(
            found(mode),
            b.map((value, channel) => 255 * formula(value, s[channel] ?? 0)),
            2,
            `${mode}: ${source.join()} on ${backdrop.join()}`,
          );
        for (const [mode, formula] of Object.entries(WHOLE_COLORS))
          near(
            found(mode),
            formula(b, s).map((c) => c * 255),
            2,
            `${mode}: ${source.join()} on ${backdrop.join()}`,
          );
      }
  });

  it('have borders inside the box, and round corners that shrink as in CSS', () => {
    const bordered = draw([
      shape('#FFFFFF', { ...BOX, effects: { border: { width: 4, color: '#FF0000' } } }),
    ]);
    for (const [x, y] of [
      [21, 40],
      [98, 40],
      [60, 21],
      [60, 58],
    ] as const)
      expect(bordered.at(x, y)).to.deep.equal([255, 0, 0, 255]);
    expect(bordered.at(25, 40)).to.deep.equal([255, 255, 255, 255]);
    expect(bordered.at(18, 40)).to.deep.equal([0, 0, 0, 255]);
    const round = (borderRadius: unknown) =>
      areaOf(draw([shape('#FFFFFF', { ...BOX, effects: { borderRadius } })]));
    const cut = (radius: number): number => (1 - Math.PI / 4) * radius ** 2;
    // Skia draws an arc as a few chords.
    expect(round(10)).to.be.closeTo(3200 - 4 * cut(10), 12);
    expect(round([10, 0, 0, 0])).to.be.closeTo(3200 - cut(10), 3);
    expect(round(1000)).to.be.closeTo(3200 - 4 * cut(20), 6);
  });

  it('cast a shadow whose standard deviation is half its blur', () => {
    const shadow = { x: 30, y: 10, blur: 8, color: '#FFFFFF' };
    const picture = draw([
      shape('#FF0000', { ...BOX, size: { width: 40, height: 30 }, effects: { shadow } }),
    ]);
    expect(picture.at(30, 30)).to.deep.equal([255, 0, 0, 255]);
    expect(picture.at(78, 45)[1]).to.be.above(240);
    expect((picture.at(89, 45)[1] + picture.at(90, 45)[1]) / 2).to.be.closeTo(127, 10);
    expect((picture.at(93, 45)[1] + picture.at(94, 45)[1]) / 2).to.be.closeTo(255 * 0.159, 10);
  });

  it('run linear, radial and conic gradients as CSS does', () => {
    const stops = [
      { offset: 0, color: '#000000' },
      { offset: 1, color: '#FFFFFF' },
    ];
    const linear = draw([shape({ type: 'linear', angle: 90, stops })]);
    for (const x of [5, 60, 115]) near(linear.at(x, 40), [(255 * (x + 0.5)) / 120], 2, `linear ${x}`);
    const steep = draw([shape({ type: 'linear', angle: 0, stops })]);
    near(steep.at(60, 10), [255 * (1 - 10.5 / 80)], 2, 'upwards');
    const conic = draw([shape({ type: 'conic', angle: 0, stops })]);
    near(conic.at(100, 40), [255 * 0.25], 4, 'conic right');
    near(conic.at(60, 75), [255 * 0.5], 6, 'conic below');
    // CSS Images 3, 3.2: an ellipse that reaches the farthest corner, with the proportions of the box.
    const radial = draw([shape({ type: 'radial', angle: 0, stops })]);
    for (const [x, y] of [
      [90, 40],
      [60, 60],
      [100, 70],
    ] as const) {
      const share = Math.hypot((x + 0.5 - 60) / 60, (y + 0.5 - 40) / 40) / Math.SQRT2;
      near(radial.at(x, y), [255 * share], 3, `radial ${x},${y}`);
    }
    const behind = draw([], { backgroundColor: { type: 'radial', angle: 0, stops } });
    near(behind.at(100, 70), radial.at(100, 70), 1, 'background');
    const color = { type: 'radial', angle: 0, stops };
    const edge = draw([
      shape('transparent', {
        shapeProperties: { shape: 'rectangle', fill: 'transparent', stroke: { width: 24, color } },
      }),
    ]);
    for (const [x, y] of [
      [60, 5],
      [5, 40],
      [110, 74],
    ] as const)
      near(edge.at(x, y), radial.at(x, y), 1, `stroke ${x},${y}`);
    const bar = draw([
      {
        type: 'progress',
        timeFrame: { end: 1000 },
        ...FULL,
        progressProperties: { color: '#000000', backgroundColor: color },
      },
    ]);
    near(bar.at(100, 70), radial.at(100, 70), 1, 'progress');
  });

  it('mix the colours of gradients with their alpha multiplied in', () => {
    const stops = [
      { offset: 0, color: '#FF0000' },
      { offset: 1, color: '#0000FF00' },
    ];
    const picture = draw([shape({ type: 'linear', angle: 90, stops })], { backgroundColor: '#000000' });
    for (const x of [20, 60, 100]) near(picture.at(x, 40), [255 * (1 - (x + 0.5) / 120), 0, 0], 4, `${x}`);
  });

  it('draw every shape with the area of its geometry, and strokes as far as trim says', () => {
    const of = (properties: object) =>
      draw([shape('#FFFFFF', { ...BOX, shapeProperties: { fill: '#FFFFFF', ...properties } })]);
    expect(areaOf(of({ shape: 'ellipse' }))).to.be.closeTo(Math.PI * 40 * 20, 6);
    expect(areaOf(of({ shape: 'polygon', sides: 6 }))).to.be.closeTo(((3 * Math.sqrt(3)) / 2) * 40 * 20, 8);
    expect(areaOf(of({ shape: 'star', sides: 5, innerRadius: 0.5 }))).to.be.closeTo(
      10 * 0.5 * 0.5 * Math.sin(Math.PI / 5) * 800,
      8,
    );
    expect(areaOf(of({ shape: 'path', path: 'M0 0H80V40Z' }))).to.be.closeTo(1600, 4);
    const line = (trim: number) =>
      areaOf(of({ shape: 'line', stroke: { width: 4, color: '#FFFFFF' }, trim, fill: 'transparent' }));
    for (const trim of [0, 0.25, 0.5, 1]) expect(line(trim), `${trim}`).to.be.closeTo(80 * 4 * trim, 4);
  });

  it('show through masks by alpha and by luma, and what is inverted', () => {
    const mask = { id: 'm', type: 'shape', timeFrame: { end: 1000 }, size: BOX.size };
    const half = { ...mask, shapeProperties: { shape: 'path', path: 'M0 0H40V40H0Z', fill: '#808080' } };
    const lit = (mode: string) => {
      const picture = draw([half, shape('#FFFFFF', { ...BOX, effects: { mask: { clip: 'm', mode } } })]);
      return [picture.at(30, 40)[1], picture.at(90, 40)[1], picture.at(5, 5)[1]];
    };
    expect(lit('alpha')).to.deep.equal([255, 0, 0]);
    expect(lit('alphaInverted')).to.deep.equal([0, 255, 0]);
    near(lit('luma'), [128, 0, 0], 1, 'luma');
    near(lit('lumaInverted'), [127, 255, 0], 1, 'lumaInverted');
  });

  it('key out a colour, and take its reflection out of the rest', () => {
    const screen = surface(120, 80, (context) => {
      for (const [x, fill] of ['#00FF00', '#20E020', '#C08060', '#608040'].entries()) {
        context.fillStyle = fill;
        context.fillRect(x * 30, 0, 30, 80);
      }
    });
    const keyed = (spill: boolean) =>
      frames(
        { ...METADATA, backgroundColor: '#0000FF' },
        [
          {
            type: 'image',
            source: 'screen',
            timeFrame: { end: 1000 },
            ...FULL,
            effects: { chromaKey: { color: '#00FF00', spill, similarity: 0.2 } },
          },
        ],
        { screen },
      )(0);
    expect(keyed(false).at(15, 40)).to.deep.equal([0, 0, 255, 255]);
    expect(keyed(false).at(45, 40)).to.deep.equal([0, 0, 255, 255]);
    expect(keyed(false).at(75, 40)).to.deep.equal([0xc0, 0x80, 0x60, 255]);
    expect(keyed(true).at(105, 40)[1]).to.be.closeTo(0x50, 1);
  });

  it('look colours up between the entries of a table', () => {
    const swap = readCube(
      `LUT_3D_SIZE 2\n${[0, 1].flatMap((b) => [0, 1].flatMap((g) => [0, 1].map((r) => `${b} ${g} ${r}`))).join('\n')}`,
    );
    const effects = { filters: [{ type: 'lut', source: 'https://a.example/swap.cube' }] };
    for (const [r, g, b] of COLORS) {
      const found = frames(
        METADATA,
        [shape(hex([r, g, b]), { effects })],
        {},
        { 'swap.cube': rightOf(swap) },
      )(0);
      near(found.at(60, 40), [b, g, r], 2, `${r},${g},${b}`);
    }
  });

  it('warm and cool, darken the corners, sharpen edges, and sow the same noise each time', () => {
    const of = (type: string, amount: number, frame = 0) =>
      frames(METADATA, [shape('#808080', { effects: { filters: [{ type, amount }] } })])(frame);
    near(of('temperature', 1).at(60, 40), [128 * 1.3, 128, 128 * 0.7], 2, 'warm');
    near(of('temperature', -1).at(60, 40), [128 * 0.7, 128, 128 * 1.3], 2, 'cold');
    const vignette = of('vignette', 1);
    expect(vignette.at(60, 40)[0]).to.be.closeTo(128, 1);
    expect(vignette.at(0, 0)[0]).to.be.closeTo(128 * 0.2, 2);
    expect(vignette.at(119, 79)).to.deep.equal(vignette.at(0, 0));
    const noise = of('noise', 1);
    const values = [...noise.rgba].filter((_, index) => index % 4 === 1);
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
    expect(mean).to.be.closeTo(128, 2);
    expect(deviation).to.be.closeTo(64 / Math.sqrt(3), 2);
    expect(of('noise', 1).rgba).to.deep.equal(noise.rgba);
    expect(of('noise', 1, 1).rgba).to.not.deep.equal(noise.rgba);
    const two = (filters: ReadonlyArray<object>) =>
      frames(METADATA, [
        {
          type: 'group',
          timeFrame: { end: 1000 },
          ...FULL,
          clips: [shape('#606060'), shape('#A0A0A0', { size: { width: 60, height: 80 } })],
          effects: { filters },
        },
      ])(0);
    const sharp = two([{ type: 'sharpen', amount: 1 }]);
    near([sharp.at(59, 40)[0], sharp.at(60, 40)[0]], [0xa0 + 32, 0x60 - 32], 2, 'sharpened edge');
    near([sharp.at(30, 40)[0]], [0xa0], 1, 'flat');
  });

  it('fit pictures: cover, contain, none, alignment, crop and blurred fill', () => {
    const halves = surface(80, 40, (context) => {
      context.fillStyle = '#FF0000';
      context.fillRect(0, 0, 40, 40);
      context.fillStyle = '#00FF00';
      context.fillRect(40, 0, 40, 40);
    });
    const of = (more: object) =>
      frames(METADATA, [{ type: 'image', source: 'halves', timeFrame: { end: 1000 }, ...FULL, ...more }], {
        halves,
      })(0);
    const [red, green, black] = [
      [255, 0, 0, 255],
      [0, 255, 0, 255],
      [0, 0, 0, 255],
    ];
    expect(of({ fit: 'cover', fitAlign: { x: 0, y: 0.5 } }).at(75, 40)).to.deep.equal(red);
    expect(of({ fit: 'cover', fitAlign: { x: 1, y: 0.5 } }).at(45, 40)).to.deep.equal(green);
    expect(of({ fit: 'contain' }).at(30, 5)).to.deep.equal(black);
    expect(of({ fit: 'contain' }).at(30, 40)).to.deep.equal(red);
    expect(of({ fit: 'contain', fitAlign: { x: 0.5, y: 0 } }).at(30, 5)).to.deep.equal(red);
    expect(of({ fit: 'none' }).at(10, 40)).to.deep.equal(black);
    expect(of({ fit: 'none' }).at(25, 40)).to.deep.equal(red);
    expect(of({ crop: { left: 0.5, top: 0, right: 0, bottom: 0 } }).at(5, 5)).to.deep.equal(green);
    const blurred = of({ fit: 'containBlur' });
    expect(blurred.at(5, 5)[0]).to.be.above(245);
    expect(blurred.at(60, 3)[0]).to.be.within(60, 195);
    expect(centroidOf(blurred).x).to.be.above(80);
  });
});
