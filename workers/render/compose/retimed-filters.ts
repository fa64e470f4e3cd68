import type { FrameRate } from '../../../domain/composition/timeline.js';
import { ratio } from './drawn-inputs.js';

/** How far from a straight line the times of frames may be to be told as one, in seconds. */
const STRAIGHT = 1e-6;

/** The number of the first frame from `from` to `to` whose time in `times` is not before `T`, as an expression of ffmpeg. */
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
 * Filters that show on each frame of the output the last frame of the input that has begun by a given time.
 * @param times rising, one for each frame of the output, in seconds from the zero of the input
 */
export const pickFilters = (times: ReadonlyArray<number>, rate: FrameRate): ReadonlyArray<string> => {
  const count = times.length;
  const number = `if(lte(T,${seconds(times.at(-1) ?? 0)}),${frameNumber(times, 0, count - 1)},${count})`;
  const { num, den } = rate;
  return [
    'settb=AVTB',
    // Half a frame on, so that no rounding moves it to another.
    `setpts='(${number}+0.5)*${den}/${num}/TB'`,
    `fps=${ratio(rate)}:round=down:start_time=0`,
  ];
};
