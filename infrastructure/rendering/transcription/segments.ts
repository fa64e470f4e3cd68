import { runsOf } from '../../../domain/groups.js';
import { FRAME_MS } from './sound-levels.js';

/** A part of the audio that may contain speech, in ms from its start. */
export interface SpeechSegment {
  readonly startMs: number;
  readonly endMs: number;
}

/** A run of frames, `end` excluded. */
interface Run {
  readonly start: number;
  readonly end: number;
}

const frames = (ms: number): number => Math.round(ms / FRAME_MS);

/** Below the first level nothing is audible, above the second something always is, in dBFS. */
const INAUDIBLE_DB = -55;
const AUDIBLE_DB = -35;
/** How far speech stands out from background noise. */
const ABOVE_BACKGROUND_DB = 10;
/** A pause of this length ends a segment: recognisers do better with whole sentences. */
const PAUSE_MS = 1500;
/** Kept before and after, because words begin and end quietly. */
const MARGIN_MS = 300;
/** Shorter sounds are clicks, not words. */
const SHORTEST_MS = 100;
/** Segments are cut in the middle of the quietest interval of this length. */
const CUT_MS = 200;

const threshold = (levels: Float32Array): number => {
  const sorted = levels.toSorted();
  const background = sorted[Math.floor(sorted.length / 10)] ?? INAUDIBLE_DB;
  return Math.max(INAUDIBLE_DB, Math.min(AUDIBLE_DB, background + ABOVE_BACKGROUND_DB));
};

/** Runs of audible frames; runs separated by less than a pause are joined. */
const audibleRuns = (levels: Float32Array): ReadonlyArray<Run & { readonly audible: number }> => {
  const floor = threshold(levels);
  const audible = [...levels.keys()].filter((frame) => (levels[frame] ?? 0) > floor);
  return runsOf(audible, (last, next) => next - last <= frames(PAUSE_MS)).map((run) => ({
    start: run[0],
    end: (run.at(-1) ?? run[0]) + 1,
    audible: run.length,
  }));
};

/** The frame in the middle of the quietest interval within the run; if several are equal, the last. */
const quietestFrame = (levels: Float32Array, { start, end }: Run): number => {
  const width = Math.min(frames(CUT_MS), end - start);
  let sum = levels.subarray(start, start + width).reduce((total, level) => total + level, 0);
  let best = { sum, at: start };
  for (let at = start + 1; at + width <= end; at += 1) {
    sum += (levels[at + width - 1] ?? 0) - (levels[at - 1] ?? 0);
    if (sum <= best.sum + 1e-6) best = { sum, at };
  }
  return best.at + Math.floor(width / 2);
};

const cut = (levels: Float32Array, run: Run, longest: number): ReadonlyArray<Run> => {
  const parts: Run[] = [];
  let { start } = run;
  while (run.end - start > longest) {
    const middle = quietestFrame(levels, { start: start + Math.floor(longest / 2), end: start + longest });
    parts.push({ start, end: middle });
    start = middle;
  }
  return [...parts, { start, end: run.end }];
};

/**
 * The segments of audio that are worth transcribing: silence is left out, long segments are cut where they are
 * quietest. Segments are in order of time, do not overlap and are at most `longestMs` long.
 * @param levels of frames of {@link FRAME_MS}, in dBFS
 */
export const segmentsOf = (levels: Float32Array, longestMs: number): ReadonlyArray<SpeechSegment> =>
  audibleRuns(levels)
    .filter(({ audible }) => audible >= frames(SHORTEST_MS))
    .flatMap(({ start, end }) => {
      const margin = frames(MARGIN_MS);
      const padded = { start: Math.max(0, start - margin), end: Math.min(levels.length, end + margin) };
      return cut(levels, padded, frames(longestMs));
    })
    .map(({ start, end }) => ({ startMs: start * FRAME_MS, endMs: end * FRAME_MS }));
