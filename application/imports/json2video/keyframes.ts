import { type Fields, keyframesOf } from '../reading/fields.js';
import { type Canvas, camelCase, type JsonObject } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';

// `keyframes` of JSON2Video: the place and size that an element has reached at times of its own.

/** A length in px, or in percent of a side of the canvas. */
export const lengthIn = (reader: Reader, name: string, side: keyof Canvas): number =>
  reader.percentOf(name, reader.shared.canvas[side]) ?? reader.number(name) ?? 0;

const MOVES = { x: 'position.x', y: 'position.y', width: 'size.width', height: 'size.height' };

/**
 * How an element moves and grows.
 * @param within how long its scene lasts, ms, if that is known
 * @param inset how far what is drawn lies inside of the element, px
 */
export const movementOf = (
  element: Reader,
  { start, end }: JsonObject,
  within: number | undefined,
  inset: Readonly<Record<'x' | 'y', number>>,
): Fields => {
  const frames = element.children('keyframes');
  const until = typeof end === 'number' ? end : within;
  const isTimed = until !== undefined || frames.every((frame) => frame.percentOf('time', 1) === undefined);
  if (!isTimed || (frames.length > 0 && element.anchor('position') !== undefined)) {
    for (const frame of frames) frame.ignore(...frame.names());
    element.lacks(`the element rests, because its ${isTimed ? 'place' : 'length'} is not known`, 'keyframes');
    return {};
  }
  const timed = frames.map((frame) => ({
    frame,
    time: frame.percentOf('time', (until ?? 0) - Number(start)) ?? frame.time('time') ?? 0,
    easing: camelCase(frame.text('easing') ?? 'linear'),
  }));
  const shift: Readonly<Record<string, number>> = { ...inset };
  const keyframes = Object.entries(MOVES).map(([name, path]) => {
    const side = name === 'x' || name === 'width' ? 'width' : 'height';
    const points = timed.filter(({ frame }) => frame.has(name));
    const valueOf = (frame: Reader) => lengthIn(frame, name, side) + (shift[name] ?? 0);
    return keyframesOf(
      path,
      points.map(({ frame, ...point }) => ({ ...point, value: valueOf(frame) })),
    );
  });
  return { keyframes };
};
