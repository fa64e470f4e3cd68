import type { Composition } from '../composition/composition.js';

/** What every render costs besides its pictures, for fetching, probing and storing, in megapixel-frames. */
const FIXED_WORK = 50;

/** Taken for what is known only once the sources are probed: px, ms, frames per second. */
const ASSUMED = { width: 1920, height: 1080, durationMs: 10_000, fps: 30 };

const numberOr = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise;

/** What the work depends on. */
interface Measured {
  readonly metadata: Pick<Composition['metadata'], 'canvas' | 'duration' | 'fps'>;
  readonly clips: ReadonlyArray<Pick<Composition['clips'][number], 'timeFrame'>>;
}

/** The end of the last clip whose end is a number, in ms. */
const lastEnd = ({ clips }: Pick<Measured, 'clips'>): number => {
  const ends = clips.flatMap(({ timeFrame: { end } }) => (typeof end === 'number' ? [end] : []));
  return ends.reduce((last, end) => Math.max(last, end), 0) || ASSUMED.durationMs;
};

/**
 * The approximate work of a render, in megapixel-frames. It is compared only with that of other renders, to estimate
 * how long one takes. Automatic sizes and durations are assumed.
 */
export const estimatedWork = (composition: Measured): number => {
  const { canvas, duration, fps } = composition.metadata;
  const pixels = numberOr(canvas.width, ASSUMED.width) * numberOr(canvas.height, ASSUMED.height);
  const frames = (numberOr(duration, lastEnd(composition)) / 1000) * numberOr(fps, ASSUMED.fps);
  return FIXED_WORK + (pixels / 1e6) * frames;
};
