import { keyframesOf, type Point } from '../reading/keyframes.js';
import type { JsonObject } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';

/** Shotstack's names for easings that are named alike here. */
const isEasing = (name: string): boolean =>
  /^ease((In|Out|InOut)(Sine|Quad|Cubic|Quart|Quint|Expo|Circ|Back)?)?$/.test(name);

const easingOf = (tween: Reader): string => {
  const kind =
    tween.choice('interpolation', { linear: 'linear', bezier: 'bezier', constant: 'hold' }) ?? 'linear';
  const name = tween.text('easing');
  if (kind !== 'bezier') return kind;
  if (name !== undefined && !isEasing(name))
    tween.differs('easing', `"${name.slice(0, 50)}" is not known: ease is used`);
  return name !== undefined && isEasing(name) ? name : 'ease';
};

/** A value that is a number, or changes over time. */
export interface Animated {
  /** The value at the start. */
  readonly value: number | undefined;
  readonly keyframes: JsonObject | undefined;
}

/**
 * A number, or a list of tweens from one value to another.
 * @param property that the keyframes change
 * @param converted the value here, from one there
 */
export const animated = (
  reader: Reader,
  name: string,
  property: string,
  converted: (value: number) => number = (value) => value,
): Animated => {
  if (!reader.isList(name)) {
    const value = reader.number(name);
    return { value: value === undefined ? undefined : converted(value), keyframes: undefined };
  }
  const points: Point[] = [];
  for (const tween of reader.children(name)) {
    const start = tween.time('start') ?? 0;
    const length = tween.time('length') ?? 0;
    const [from, to] = [tween.number('from') ?? 0, tween.number('to') ?? 0];
    points.push({ time: start, value: converted(from), easing: 'hold' });
    points.push({ time: start + length, value: converted(to), easing: easingOf(tween) });
  }
  const [first] = points;
  return {
    value: typeof first?.value === 'number' ? first.value : undefined,
    keyframes: keyframesOf(property, points),
  };
};
