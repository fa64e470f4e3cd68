import { ease } from '../../../../domain/composition/animation/easing.js';
import { numberAt } from '../../../../domain/composition/animation/interpolation.js';
import type { Easing } from '../../../../domain/composition/fields/easing.js';
import { isTextProperty, type Keyframes } from '../../../../domain/composition/fields/keyframes.js';
import { useDrag } from '../stage/use-drag.js';

/** The number of line segments of a curve. */
const STEPS = 96;

/** The size of a curve, in units of its SVG. */
const [WIDTH, HEIGHT] = [240, 56];
const MARGIN = 6;

/** A polyline through the values of a function from 0 to 1. */
const pathOf = (at: (share: number) => readonly [x: number, y: number]): string =>
  Array.from({ length: STEPS + 1 }, (_, step) =>
    at(step / STEPS)
      .map((n) => n.toFixed(2))
      .join(','),
  ).join(' ');

/** A small picture of an easing from 0 to 1. */
export const EasingCurve = ({ easing }: { readonly easing: Easing }) => (
  <svg className="easing-curve" viewBox="0 0 32 24" aria-hidden="true">
    <polyline points={pathOf((share) => [2 + share * 28, 18 - ease(easing, share) * 12])} />
  </svg>
);

interface CurveProps {
  readonly track: Keyframes;
  /** The duration of the clip, and the time of the playhead in it, in ms. */
  readonly length: number;
  readonly time: number;
  /** Moves a keyframe by a time in ms and a difference of values. */
  readonly move: (
    from: Keyframes,
    index: number,
    by: { readonly time: number; readonly value: number },
  ) => void;
  readonly end: () => void;
}

interface DotProps extends CurveProps {
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly span: number;
}

const Dot = ({ track, index, x, y, span, length, move, end }: DotProps) => {
  const drag = useDrag(
    ({ currentTarget }) => {
      const box = currentTarget.closest('svg')?.getBoundingClientRect();
      const [across, down] = [(box?.width ?? WIDTH) / WIDTH, (box?.height ?? HEIGHT) / HEIGHT];
      return (dx, dy) =>
        move(track, index, {
          time: (dx / across / (WIDTH - 2 * MARGIN)) * length,
          value: (-dy / down / (HEIGHT - 2 * MARGIN)) * span,
        });
    },
    () => end(),
  );
  return (
    <rect {...{ x: x - 4, y: y - 4, width: 8, height: 8, transform: `rotate(45 ${x} ${y})` }} {...drag} />
  );
};

/** A chart of the values of keyframes, which can be dragged. Keyframes of colours are on a straight line. */
export const Curve = (props: CurveProps) => {
  const { track, length, time } = props;
  const points = track.points.map((point) => ({
    ...point,
    value: Number.parseFloat(String(point.value)) || 0,
  }));
  const isText = isTextProperty(track.property);
  const values = Array.from({ length: STEPS + 1 }, (_, step) => numberAt(points, (step / STEPS) * length));
  const [least, most] = isText ? [0, 0] : [Math.min(...values), Math.max(...values)];
  const span = most - least;
  const xOf = (ms: number): number => MARGIN + (ms / Math.max(1, length)) * (WIDTH - 2 * MARGIN);
  const yOf = (value: number): number =>
    span === 0 ? HEIGHT / 2 : HEIGHT - MARGIN - ((value - least) / span) * (HEIGHT - 2 * MARGIN);
  const valueAt = (ms: number): number => (isText ? 0 : numberAt(points, ms));
  return (
    <svg className="curve" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <line x1={xOf(time)} x2={xOf(time)} y1={0} y2={HEIGHT} />
      <polyline points={pathOf((share) => [xOf(share * length), yOf(valueAt(share * length))])} />
      {points.map((point, index) => (
        <Dot
          key={index}
          {...props}
          index={index}
          x={xOf(point.time)}
          y={yOf(isText ? 0 : point.value)}
          span={span === 0 ? 100 : span}
        />
      ))}
    </svg>
  );
};
