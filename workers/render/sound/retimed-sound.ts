import { type PlayedRun, type TimeMap, timeMapOf } from '../../../domain/composition/animation/time-map.js';
import { CHANNELS, SAMPLE_RATE } from '../plan/sound/samples.js';
import type { RetimedSound } from '../plan/sound/retimed-sound.js';
import { resampled } from './resample.js';
import { stretched } from './stretch.js';
import { type OpenSource, cachingLastRange, type Tape, tapeOf } from './tape.js';

const PER_MS = SAMPLE_RATE / 1000;
/** Times closer than this to a sample count as its time, in samples. */
const NEAR = 1e-4;
/** The number of samples in a block of silence. */
const BLOCK = SAMPLE_RATE;
/** The number of samples over which audio fades before and after a freeze, to avoid clicks: 3 ms. */
const DECLICK = 144;

/** The first sample at or after `ms`. */
const firstSampleFrom = (ms: number): number => Math.ceil(ms * PER_MS - NEAR);

/**
 * The audio of a retimed clip from its start: exactly `samples` samples, before any other processing. It is silent
 * during freezes and after the end of the media.
 */
export async function* retimedSound(
  { retiming, pitch }: RetimedSound,
  samples: number,
  open: OpenSource,
): AsyncGenerator<Float32Array> {
  const map = timeMapOf(retiming);
  const openRound = cachingLastRange(open);
  let tape: { readonly round: number; readonly tape: Tape } | undefined;
  let produced = 0;
  try {
    for (const [index, run] of map.runs.entries()) {
      const to = Math.min(samples, index === map.runs.length - 1 ? samples : firstSampleFrom(run.to));
      if (to <= produced) continue;
      if (run.isFrozen) {
        yield* silence(to - produced);
      } else {
        if (tape?.round !== run.round) {
          await tape?.tape.close();
          const { from, to: end } = map.round;
          tape = {
            round: run.round,
            tape: tapeOf(openRound, Math.round(from * PER_MS), Math.round(end * PER_MS)),
          };
        }
        const edges = {
          in: map.runs[index - 1]?.isFrozen === true,
          out: map.runs[index + 1]?.isFrozen === true,
        };
        yield* played(tape.tape, map, run, { from: produced, to }, pitch, edges);
      }
      produced = to;
    }
    yield* silence(samples - produced);
  } finally {
    await tape?.tape.close();
  }
}

async function* played(
  tape: Tape,
  map: TimeMap,
  run: PlayedRun,
  { from, to }: { readonly from: number; readonly to: number },
  pitch: RetimedSound['pitch'],
  edges: { readonly in: boolean; readonly out: boolean },
): AsyncGenerator<Float32Array> {
  const { round } = map;
  const direction = round.to < round.from ? -1 : 1;
  const moving = {
    samples: to - from,
    positionAt: (sample: number): number =>
      Math.abs(map.sourceIn(run, (from + sample) / PER_MS) - round.from) * PER_MS,
    sampleAt: (position: number): number =>
      map.timeIn(run, round.from + (direction * position) / PER_MS) * PER_MS - from,
  };
  const blocks = pitch === 'keep' ? stretched(tape, moving) : resampled(tape, moving);
  let at = 0;
  for await (const block of blocks) {
    soften(block, at, to - from, edges);
    at += block.length / CHANNELS;
    yield block;
  }
}

/** Fades a block, which starts at sample `at` of `length`, at the requested edges. */
const soften = (
  block: Float32Array,
  at: number,
  length: number,
  edges: { readonly in: boolean; readonly out: boolean },
): void => {
  for (let n = 0; n < block.length; n += 1) {
    const sample = at + (n >> 1);
    const rise = edges.in ? Math.min(1, (sample + 1) / DECLICK) : 1;
    const fall = edges.out ? Math.min(1, (length - sample) / DECLICK) : 1;
    if (rise * fall < 1) block[n] = (block[n] ?? 0) * rise * fall;
  }
};

async function* silence(samples: number): AsyncGenerator<Float32Array> {
  for (let left = samples; left > 0; left -= BLOCK) yield new Float32Array(Math.min(left, BLOCK) * CHANNELS);
}
