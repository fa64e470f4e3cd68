/** Frames per second as an exact fraction. */
export interface FrameRate {
  readonly num: number;
  readonly den: number;
}

/** Frames `from` ≤ n < `to`. */
export interface FrameSpan {
  readonly from: number;
  readonly to: number;
}

const LARGEST_DENOMINATOR = 1_001_000;

/**
 * How close to a frame's instant a time must be to count as that instant, in frames. Editors compute times as `n * 1000
 * / fps` in binary floating point; rounding errors must not move a clip by a frame.
 */
const FRAME_TOLERANCE = 1e-6;

/**
 * The fraction with the smallest terms that equals `fps` to within a billionth. 29.97 is 2997/100, the number as
 * written, not the broadcast rate 30000/1001, for which clients write 29.97002997.
 */
export const frameRate = (fps: number): FrameRate => {
  let [num, den, previousNum, previousDen] = [Math.floor(fps), 1, 1, 0];
  let rest = fps - num;
  while (rest > 0 && Math.abs(num / den - fps) > fps * 1e-9) {
    const inverse = 1 / rest;
    const whole = Math.floor(inverse);
    const nextDen = whole * den + previousDen;
    if (nextDen > LARGEST_DENOMINATOR) break;
    [num, den, previousNum, previousDen] = [whole * num + previousNum, nextDen, num, den];
    rest = inverse - whole;
  }
  return { num, den };
};

/**
 * Times of a clip that differ by less than this, in ms, are the same instant: differences of instants of frames are rounded
 * in binary floating point, and clients round times to some decimals.
 */
export const SAME_INSTANT = 1e-4;

/** The instant of a frame, in ms. */
export const instantOf = (frame: number, { num, den }: FrameRate): number => (frame * 1000 * den) / num;

/** The number of frames of a video: `duration` (ms) times the rate, rounded, at least one. */
export const frameCount = (duration: number, { num, den }: FrameRate): number =>
  Math.max(1, Math.round((duration * num) / (1000 * den)));

/** The first frame whose instant is at or after `ms`. */
export const firstFrameFrom = (ms: number, { num, den }: FrameRate): number =>
  Math.ceil((ms * num) / (1000 * den) - FRAME_TOLERANCE) + 0; // -0 becomes 0

/** The frames n < `frames` with `start` ≤ instant of n < `end` (ms); `from` = `to` if there are none. */
export const framesWithin = (
  { start, end }: { readonly start: number; readonly end: number },
  rate: FrameRate,
  frames: number,
): FrameSpan => {
  const from = Math.min(frames, firstFrameFrom(start, rate));
  return { from, to: Math.max(from, Math.min(frames, firstFrameFrom(end, rate))) };
};

/** The frame on screen at `ms`: the last one whose instant is not after it, within the video. */
export const frameAt = (ms: number, { num, den }: FrameRate, frames: number): FrameSpan => {
  const frame = Math.floor((ms * num) / (1000 * den) + FRAME_TOLERANCE);
  const from = Math.max(0, Math.min(frames - 1, frame));
  return { from, to: from + 1 };
};

/** The intersection of two spans; `from` = `to` if it is empty. */
export const overlapOf = (a: FrameSpan, b: FrameSpan): FrameSpan => {
  const from = Math.max(a.from, b.from);
  return { from, to: Math.max(from, Math.min(a.to, b.to)) };
};

export const isEmptySpan = ({ from, to }: FrameSpan): boolean => to <= from;
