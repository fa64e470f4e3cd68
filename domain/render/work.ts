import type { Composition } from '../composition/composition.js';
import { formatFacts } from '../composition/fields/output-formats.js';
import { DEFAULT_OUTPUTS, isStillOutput, type Output } from '../composition/fields/output.js';

/** The work of every render besides its pictures, such as fetching, probing and storing, in megapixel-frames. */
const FIXED_WORK = 50;

/** Assumed for values that are known only once the sources are probed: px, ms, frames per second. */
const ASSUMED = { width: 1920, height: 1080, durationMs: 10_000, fps: 30 };

const numberOr = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : fallback;

/** The fields on which the work depends. */
interface Measured {
  readonly metadata: Pick<Composition['metadata'], 'canvas' | 'duration' | 'fps' | 'output'>;
  readonly clips: ReadonlyArray<Pick<Composition['clips'][number], 'timeFrame'>>;
}

/** The latest end of all clips that have a number as their end, in ms. */
const lastEnd = ({ clips }: Pick<Measured, 'clips'>): number => {
  const ends = clips.flatMap(({ timeFrame: { end } }) => (typeof end === 'number' ? [end] : []));
  return ends.reduce((last, end) => Math.max(last, end), 0) || ASSUMED.durationMs;
};

/** The pictures of an output, in megapixel-frames. */
const workOfOutput = (output: Output, { metadata: { canvas, duration, fps }, clips }: Measured): number => {
  if (formatFacts(output.format).kind === 'audio') return 0;
  const [width, height] = [numberOr(canvas.width, ASSUMED.width), numberOr(canvas.height, ASSUMED.height)];
  const { size, range } = output;
  const shownHeight = size?.height ?? ((size?.width ?? width) * height) / width;
  const shownWidth = size?.width ?? (shownHeight * width) / height;
  const end = Math.min(range?.to ?? Infinity, numberOr(duration, lastEnd({ clips })));
  const seconds = Math.max(0, end - (range?.from ?? 0)) / 1000;
  const frames = isStillOutput(output) ? 1 : seconds * (output.fps ?? numberOr(fps, ASSUMED.fps));
  return ((shownWidth * shownHeight) / 1e6) * frames;
};

/**
 * The approximate work of a render, in megapixel-frames. It is only compared with other renders, to estimate how
 * long one takes. Automatic sizes and durations are assumed.
 * @param outputs default: the outputs of the composition
 */
export const estimatedWork = (
  composition: Measured,
  outputs: ReadonlyArray<Output> = composition.metadata.output ?? DEFAULT_OUTPUTS,
): number => outputs.reduce((sum, output) => sum + workOfOutput(output, composition), FIXED_WORK);
