import type { FrameRate } from '../../../../domain/composition/timeline.js';
import { ratio } from '../../compose/inputs.js';

/** Tolerance within which the times of frames count as a straight line, in seconds. */
const STRAIGHT = 1e-6;

/**
 * An ffmpeg expression for the number of the first frame from `from` to `to` whose time in `times` is not before `T`.
 */
const frameNumber = (times: ReadonlyArray<number>, from: number, to: number): string => {
  const [first, last] = [times[from] ?? 0, times[to] ?? 0];
  if (first === last) return String(from);
  const step = (last - first) / (to - from);
  const isStraight = times
    .slice(from, to + 1)
    .every((time, index) => Math.abs(time - first - index * step) < STRAIGHT);
  if (isStraight && to - from > 2)
    return `${from}+clip(ceil((T-${seconds(first)})/${step.toFixed(9)}),0,${to - from})`;
  const middle = Math.floor((from + to) / 2);
  return `if(lte(T,${seconds(times[middle] ?? 0)}),${frameNumber(times, from, middle)},${frameNumber(times, middle + 1, to)})`;
};

const seconds = (time: number): string => time.toFixed(6);

/**
 * Filters that show on each output frame the last input frame that has begun by a given time.
 * @param times ascending, one per output frame, in seconds from the zero of the input
 */
export const pickFilters = (times: ReadonlyArray<number>, rate: FrameRate): ReadonlyArray<string> => {
  const count = times.length;
  const number = `if(lte(T,${seconds(times.at(-1) ?? 0)}),${frameNumber(times, 0, count - 1)},${count})`;
  const { num, den } = rate;
  return [
    'settb=AVTB',
    // Plus half a frame, so that rounding cannot move it to another frame.
    `setpts='(${number}+0.5)*${den}/${num}/TB'`,
    `fps=${ratio(rate)}:round=down:start_time=0`,
  ];
};
