import { expect } from 'chai';
import { type Drawn, frames } from './scenes.js';

/** Small scenes for tests of how clips look, and the formulas of CSS. */
type Rgb = readonly [number, number, number];

const CANVAS = { width: 120, height: 80 };
export const METADATA = { duration: 1000, fps: 10, canvas: CANVAS, backgroundColor: '#000000' };
export const FULL = { position: { x: 0, y: 0 }, size: CANVAS };
export const BOX = { position: { x: 20, y: 20 }, size: { width: 80, height: 40 } };
export const COLORS: ReadonlyArray<Rgb> = [
  [200, 90, 40],
  [30, 160, 220],
  [128, 128, 128],
  [250, 240, 10],
  [12, 4, 90],
];
export const hex = (color: ReadonlyArray<number>): string =>
  `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
export const shape = (fill: unknown, more: object = {}) => ({
  type: 'shape',
  timeFrame: { end: 1000 },
  ...FULL,
  shapeProperties: { shape: 'rectangle', fill },
  ...more,
});
export const draw = (clips: ReadonlyArray<object>, metadata: object = {}): Drawn =>
  frames({ ...METADATA, ...metadata }, clips)(0);
export const near = (
  found: ReadonlyArray<number>,
  wanted: ReadonlyArray<number>,
  by: number,
  what: string,
): void =>
  wanted.forEach((value, channel) =>
    expect(found[channel], `${what}, channel ${channel}`).to.be.closeTo(value, by),
  );
const clamp = (value: number): number => Math.min(255, Math.max(0, value));
const times = (matrix: ReadonlyArray<ReadonlyArray<number>>, color: Rgb): ReadonlyArray<number> =>
  matrix.map((line) => clamp(line.reduce((sum, factor, channel) => sum + factor * (color[channel] ?? 0), 0)));

/** W3C Filter Effects, level 1, 8. */
export const FILTERS: Readonly<Record<string, (color: Rgb, amount: number) => ReadonlyArray<number>>> = {
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
export const SEPARABLE: Readonly<Record<string, (b: number, s: number) => number>> = {
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
export const WHOLE_COLORS: Readonly<
  Record<string, (b: ReadonlyArray<number>, s: ReadonlyArray<number>) => ReadonlyArray<number>>
> = {
  hue: (b, s) => withLum(withSat(s, satOf(b)), lumOf(b)),
  saturation: (b, s) => withLum(withSat(b, satOf(s)), lumOf(b)),
  color: (b, s) => withLum(s, lumOf(b)),
  luminosity: (b, s) => withLum(b, lumOf(s)),
};
