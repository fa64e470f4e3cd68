import { colorOf, gradientOf, hasOwnLayout, splitOutside } from '../reading/colors.js';
import { weightNamed } from '../reading/fonts.js';
import { type JsonObject, present, clamped, same, table } from '../reading/json-object.js';

/** What lengths of CSS are relative to, px. */
export interface Lengths {
  readonly em: number;
  /** The length that is 100 %. */
  readonly whole: number;
  readonly canvas: { readonly width: number; readonly height: number };
}

/** The longest function of lengths that is read, in characters. */
const MAX_SUM = 200;
const SUM = /^\s*calc\((.+)\s([+-])\s(.+)\)\s*$/;
const LIMITED = /^\s*(clamp|min|max)\((.+)\)\s*$/;

/** What a function of lengths gives, px; undefined for any other value. */
const cssSum = (value: string, lengths: Lengths): number | undefined => {
  const [, first, sign, second] = SUM.exec(value) ?? [];
  const [, name, list = ''] = LIMITED.exec(value) ?? [];
  const [a = Number.NaN, b = Number.NaN, c = Number.NaN] = (
    name === undefined ? [first, second] : splitOutside(list, /,/)
  ).map((one) => cssPx(one, lengths));
  const sum = sign === '-' ? a - b : a + b;
  const found = { min: Math.min(a, b), max: Math.max(a, b), clamp: clamped(a, c, b) }[name ?? ''] ?? sum;
  return Number.isNaN(found) ? undefined : found;
};

/** A length of CSS in px. Undefined for anything else, such as `auto`. */
export const cssPx = (value: string | undefined, lengths: Lengths): number | undefined => {
  const { em, whole, canvas } = lengths;
  if (value?.includes('(')) return value.length > MAX_SUM ? undefined : cssSum(value, lengths);
  const [, number, unit = ''] =
    /^\s*(-?(?:\d+\.?\d*|\.\d+))\s*(px|em|rem|%|vw|vh|vmin|pt)?\s*$/.exec(value ?? '') ?? [];
  if (number === undefined) return undefined;
  const units: Readonly<Record<string, number>> = {
    '': 1,
    px: 1,
    em,
    rem: 16,
    '%': whole / 100,
    vw: canvas.width / 100,
    vh: canvas.height / 100,
    vmin: Math.min(canvas.width, canvas.height) / 100,
    pt: 4 / 3,
  };
  return Number(number) * (units[unit] ?? 1);
};

/** The parts of a value, split at spaces outside of parentheses. */
export const cssWords = (value: string): ReadonlyArray<string> => splitOutside(value, /\s/);

/** What the first word that can be read so stands for. */
const firstOf = <A>(words: ReadonlyArray<string>, read: (word: string) => A | undefined): A | undefined =>
  words.flatMap((word) => read(word) ?? [])[0];

/** The layers of a `background`, the topmost first, and what they consist of. */
const paintsIn = (value: string): ReadonlyArray<string> => [
  value,
  ...splitOutside(value, /,/).flatMap((layer) => [layer, ...cssWords(layer)]),
];

/** The address of a picture in a `background`, if it can be fetched. */
export const pictureIn = (value: string): string | undefined => {
  const address = /url\(\s*['"]?(https?:[^'")\s]+)['"]?\s*\)/.exec(value)?.[1];
  return address !== undefined && URL.canParse(address) ? address : undefined;
};

/** The topmost colour or gradient in a `background`. */
export const paintOf = (value: string): string | JsonObject | undefined =>
  firstOf(paintsIn(value), (word) => gradientOf(word) ?? colorOf(word));

/** How a background differs from what {@link paintOf} makes of it; undefined: it does not. */
export const paintDiffers = (value: string): string | undefined => {
  const drawn = firstOf(paintsIn(value), (word) => (gradientOf(word) ? word : undefined));
  if (drawn === undefined) return undefined;
  if (splitOutside(value, /,/).length > 1) return 'only the topmost gradient of the CSS background is drawn';
  if (hasOwnLayout(drawn)) return 'the gradient of the CSS background has its usual centre, size and angle';
  return undefined;
};

export interface Shadow extends JsonObject {
  readonly x: number;
  readonly y: number;
  readonly blur: number;
  readonly color: string;
}

/** The first shadow of `text-shadow` or `box-shadow` that falls outside. */
export const shadowOf = (value: string, lengths: Lengths): Shadow | undefined => {
  const words = cssWords(splitOutside(value, /,/).find((shadow) => !/\binset\b/.test(shadow)) ?? '');
  const [x, y, blur = 0] = words.flatMap((word) => cssPx(word, lengths) ?? []);
  if (x === undefined || y === undefined) return undefined;
  return { x, y, blur: Math.max(0, blur), color: firstOf(words, colorOf) ?? '#000000' };
};

export const hasShadows = (value: string): boolean => splitOutside(value, /,/).length > 1;

/** The outline that hard shadows on all sides of the letters draw: as wide as they reach. */
export const outlineOf = (value: string, lengths: Lengths): Line | undefined => {
  const shadows = splitOutside(value, /,/).flatMap((one) => shadowOf(one, lengths) ?? []);
  const hard = shadows.filter(({ blur, color }) => blur <= 1 && color === shadows[0]?.color);
  const isAround = (['x', 'y'] as const).every(
    (side) => hard.some((one) => one[side] < 0) && hard.some((one) => one[side] > 0),
  );
  const [first] = hard;
  if (!first || !isAround) return undefined;
  return { width: Math.max(...hard.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)])), color: first.color };
};

export interface Line {
  readonly width: number;
  readonly color: string;
}

/** The width, style and colour of a `border`, as far as they are there. */
export const lineOf = (value: string, lengths: Lengths): Partial<Line> & { readonly style?: string } => {
  const words = cssWords(value);
  const width = firstOf(words, (word) => cssPx(word, lengths));
  const color = firstOf(words, colorOf);
  const style = words.find((word) => /^(none|hidden|solid|dashed|dotted|double)$/.test(word));
  return present({ width, color, style });
};

/** A font weight from 100 to 900. */
export const weightOf = (value: string): number | undefined => {
  const weight = weightNamed(value) ?? Number(value);
  return weight >= 1 && weight <= 1000 ? clamped(100, 900, weight) : undefined;
};

/** Where lengths are in px. */
export const PX: Lengths = { em: 16, whole: 0, canvas: { width: 0, height: 0 } };

const FILTERS = table<string>({
  ...same('blur brightness contrast grayscale invert saturate sepia'),
  'hue-rotate': 'hueRotate',
});

/** The filters of a value of CSS; undefined if one is not known here. */
export const cssFilters = (value: string, lengths = PX): ReadonlyArray<JsonObject> | undefined => {
  const found = cssWords(value).map((word) => {
    const [, name = '', amount = ''] = /^([a-z-]+)\(([^()]+)\)$/.exec(word) ?? [];
    const share = Number.parseFloat(amount) / (amount.endsWith('%') ? 100 : 1);
    return { type: FILTERS[name], amount: name === 'blur' ? cssPx(amount, lengths) : share };
  });
  const isKnown = found.every(({ type, amount }) => type !== undefined && Number.isFinite(amount));
  return isKnown ? found : undefined;
};
