import { pixelsOf } from '../../../domain/composition/resolve/lengths.js';
import { type FieldTable, keyframesOf, type TimedValue, type FieldRule } from '../reading/fields.js';
import { camelCase, table, clamped } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';
import { secondsIn } from '../reading/times.js';

// Values of Creatomate: numbers, texts with units, and lists of keyframes.

/** The composition around an element: its sides in px, as far as they are known. */
export interface Surroundings {
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** How long it lasts, ms, if it is known. */
  readonly duration: number | undefined;
  /** The whole script, if the composition is inside of it: `vw`, `vh`, `vmin` and `vmax` are relative to its sides. */
  readonly script?: Surroundings;
}

export type Axis = 'width' | 'height';

const LENGTH = /^\s*(-?\d{0,9}\.?\d{1,20})\s*(%|vw|vh|vmin|vmax|px)?\s*$/;

/** A length as this format writes it: px, or with a unit. Undefined for anything else. */
export const lengthOf = (value: unknown): number | string | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  const [, number, unit = ''] = LENGTH.exec(typeof value === 'string' ? value : '') ?? [];
  if (number === undefined) return undefined;
  return unit === '' || unit === 'px' ? Number(number) : `${Number(number)}${unit}`;
};

/** A length in px; undefined if the sides that it is relative to are not known. */
export const pxOf = (
  length: number | string | undefined,
  axis: Axis,
  frame: Surroundings,
): number | undefined => {
  const { width = Number.NaN, height = Number.NaN } = frame.script ?? frame;
  const px =
    length === undefined ? Number.NaN : pixelsOf(length, frame[axis] ?? Number.NaN, { width, height });
  return Number.isNaN(px) ? undefined : px;
};

/** The names of easings begin alike: `quadratic` is `Quad`. */
const EASING = /^(quad|cubic|quart|quint|expo|circ|back|elastic|bounce|sin)/;

/** An easing such as `quadratic-out`. */
export const easingIn = (reader: Reader): string | ReadonlyArray<number> | undefined => {
  const text = reader.knownText('easing') ?? '';
  if (text === '' || text === 'linear') return undefined;
  if (text.startsWith('steps')) return 'hold';
  const bezier = /^cubic-bezier\(([-\d.,\s]+)\)$/.exec(text)?.[1]?.split(',').map(Number);
  if (bezier?.length === 4) return bezier;
  if (text.startsWith('ease')) return camelCase(text);
  const [, name = '', direction = 'in-out'] = /^([a-z]+?)(?:-(in|out|in-out))?$/.exec(text) ?? [];
  const found = EASING.exec(name)?.[0].replace('sin', 'sine');
  return found === undefined
    ? reader.differs('easing', `"${text.slice(0, 50)}" is not known here: the movement is even`)
    : camelCase(`ease-${direction}-${found}`);
};

/** When a keyframe is, ms from the start of the element; a share of its length may be unknown. */
const timeOf = (point: Reader, length: number | undefined): number | undefined => {
  const given = point.raw('time') ?? 'start';
  const word = typeof given === 'string' ? given.trim() : '';
  const text = word.replace(/^start$/, '0%').replace(/^end$/, '100%');
  const share = text.endsWith('%') ? Number.parseFloat(text) / 100 : Number.NaN;
  if (share === 0) return 0;
  if (Number.isFinite(share)) return length === undefined ? undefined : share * length;
  const seconds = secondsIn(given);
  return seconds === undefined ? undefined : seconds * 1000;
};

/**
 * A field that is a value or a list of keyframes.
 * @param property that the keyframes change; undefined if none does, so that the first value is used
 */
export const changing = <A extends number | string>(
  element: Reader,
  name: string,
  property: string | undefined,
  converted: (value: unknown) => A | undefined,
  length: number | undefined,
) => {
  if (!element.isList(name)) {
    const raw = element.known(name);
    if (raw === undefined) return { value: undefined, keyframes: undefined };
    const value = converted(raw);
    if (value === undefined) element.differs(name, 'is not understood: the default is used');
    return { value, keyframes: undefined };
  }
  const points = element.children(name).flatMap((point): ReadonlyArray<TimedValue> => {
    const time = timeOf(point, length);
    const value = converted(point.raw('value'));
    const easing = easingIn(point);
    if (time !== undefined && value !== undefined) return [{ time, value, easing }];
    point.differs(
      time === undefined ? 'time' : 'value',
      'is not known before the media is, or not understood: the value does not change over time',
    );
    return [];
  });
  const [first] = points;
  const keyframes = property === undefined ? undefined : keyframesOf(property, points);
  if (property === undefined && points.length > 1)
    element.differs(name, 'does not change over time: its first value is used');
  const all = element.children(name);
  if (points.length < all.length) return { value: converted(all.at(-1)?.raw('value')), keyframes: undefined };
  return { value: first?.value as A | undefined, keyframes: points.length > 1 ? keyframes : undefined };
};

/** The value of a field that does not change over time. */
export const still = <A extends number | string>(
  element: Reader,
  name: string,
  converted: (value: unknown) => A | undefined,
  length?: number,
): A | undefined => changing(element, name, undefined, converted, length).value;

const SIDES = table<number>({ left: 0, top: 0, center: 0.5, middle: 0.5, right: 1, bottom: 1 });

/** A share as a number: `50%` and `center` are 0.5. Plain numbers above 1 are percentages too. */
export const shareOf = (value: unknown): number | undefined => {
  const side = typeof value === 'string' ? SIDES[value.trim().toLowerCase()] : undefined;
  if (side !== undefined) return side;
  const number = angleOf(value);
  if (number === undefined) return undefined;
  return (typeof value === 'string' && value.includes('%')) || Math.abs(number) > 1 ? number / 100 : number;
};

/** Degrees. */
export const angleOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' ? Number.parseFloat(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

/** What the fields of an element are read with. */
export interface Timed {
  readonly frame: Surroundings;
  /** Of the element, ms, if it is known. */
  readonly length: number | undefined;
}

/** A field that may change over time. */
export const varying =
  (path: string, converted: (value: unknown) => number | string | undefined): FieldRule<Timed> =>
  (element, name, { length }) => {
    const { value, keyframes } = changing(element, name, path, converted, length);
    return { [path]: value, keyframes };
  };

/** The assumed side of a canvas whose size is that of its media, px. */
export const UNKNOWN_SIDE = 1080;

/** A length in px. If it is relative to a side that is not known, assumes a side and notes that as a deviation. */
export const notedPx = (
  element: Reader,
  name: string,
  length: number | string | undefined,
  frame: Surroundings,
  axis: Axis = 'width',
): number | undefined => {
  const px = pxOf(length, axis, frame);
  if (px !== undefined || length === undefined) return px;
  element.differs(name, `is that of a canvas with a side of ${UNKNOWN_SIDE} px: it is the side of its media`);
  return pxOf(length, axis, { width: UNKNOWN_SIDE, height: UNKNOWN_SIDE, duration: undefined });
};

/** A length in px, which does not change over time. */
export const pxIn = (element: Reader, name: string, { frame, length }: Timed): number | undefined =>
  notedPx(element, name, still(element, name, lengthOf, length), frame);

/** A length in px, within limits. */
export const px = (path: string, minimum = -Infinity, maximum = Infinity): FieldRule<Timed> =>
  rule.to(path, (element, name, context: Timed) => {
    const value = pxIn(element, name, context);
    return value === undefined ? undefined : clamped(minimum, maximum, value);
  });

/** A shadow: its colour, where it falls, and how soft it is. */
export const shadow = (path: string): FieldTable<Timed> => ({
  shadow_color: rule.to(path, (element, name) => {
    const color = element.color(name);
    return color === undefined ? undefined : { x: 0, y: 0, blur: 0, color };
  }),
  shadow_x: rule.beside('shadow_color', px(`${path}.x`)),
  shadow_y: rule.beside('shadow_color', px(`${path}.y`)),
  shadow_blur: rule.beside('shadow_color', px(`${path}.blur`, 0, 500)),
});
