import type { CanvasGradient } from '@napi-rs/canvas';
import * as hb from 'harfbuzzjs';

interface Point {
  readonly x: number;
  readonly y: number;
}

export const cssColor = ({ red, green, blue, alpha }: hb.Color): string =>
  `rgba(${red},${green},${blue},${alpha / 255})`;

/** How often the colours of a line that repeats are repeated on each side. */
const REPEATED = 8;

/** The offsets and colours of a line, in order, as often as they are repeated before and after. */
const stopsOf = (
  { colorStops, extend }: hb.ColorLine,
  before: number,
): ReadonlyArray<Pick<hb.ColorStop, 'offset' | 'color'>> => {
  const stops = colorStops.toSorted((a, b) => a.offset - b.offset);
  const [first, last] = [stops[0]?.offset ?? 0, stops.at(-1)?.offset ?? 0];
  if (extend === hb.PaintExtend.PAD || last === first) return stops;
  const periods = Array.from({ length: before + 1 + REPEATED }, (_, index) => index - before);
  return periods.flatMap((period) => {
    const isMirrored = extend === hb.PaintExtend.REFLECT && period % 2 !== 0;
    const own = isMirrored
      ? stops.toReversed().map(({ offset, color }) => ({ offset: first + last - offset, color }))
      : stops;
    return own.map(({ offset, color }) => ({ offset: offset + period * (last - first), color }));
  });
};

/**
 * A gradient along a colour line, whose offsets may be any numbers.
 * @param make the gradient between two offsets
 * @param isTwoSided whether it is also repeated before its start
 */
export const gradientAlong = (
  line: hb.ColorLine,
  make: (from: number, to: number) => CanvasGradient,
  isTwoSided = true,
): CanvasGradient => {
  const stops = stopsOf(line, isTwoSided ? REPEATED : 0);
  const from = stops[0]?.offset ?? 0;
  const to = Math.max(stops.at(-1)?.offset ?? 1, from + 1e-6);
  const gradient = make(from, to);
  for (const { offset, color } of stops)
    gradient.addColorStop(Math.min(1, (offset - from) / (to - from)), cssColor(color));
  return gradient;
};

/** A gradient around a point; angles in radians. Its stops beyond a full turn are not seen. */
export const gradientAround = (
  { colorStops }: hb.ColorLine,
  [from, to]: readonly [number, number],
  make: () => CanvasGradient,
): CanvasGradient => {
  const turns = colorStops
    .map(({ offset, color }) => ({ turn: (from + (to - from) * offset) / (2 * Math.PI), color }))
    .toSorted((a, b) => a.turn - b.turn);
  const gradient = make();
  for (const { turn, color } of turns) gradient.addColorStop(Math.min(1, Math.max(0, turn)), cssColor(color));
  return gradient;
};

/**
 * The axis of a linear gradient from `start` to `end` whose colours run parallel to the line from `start` to `third`
 * (OpenType, COLR, PaintLinearGradient): its points by offset.
 */
export const linearAxis = (start: Point, end: Point, third: Point): ((offset: number) => Point) => {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const normal = { x: third.y - start.y, y: start.x - third.x };
  const square = normal.x ** 2 + normal.y ** 2;
  const share = square === 0 ? 0 : (dx * normal.x + dy * normal.y) / square;
  const way = square === 0 ? { x: dx, y: dy } : { x: normal.x * share, y: normal.y * share };
  return (offset) => ({ x: start.x + way.x * offset, y: start.y + way.y * offset });
};
