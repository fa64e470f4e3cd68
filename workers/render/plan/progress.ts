import type { ProgressStage } from '../../../domain/render/progress.js';

/** The steps of a render and the approximate share of each. */
const SHARES = { fetch: 0.08, transcribe: 0.1, paint: 0.07, encode: 0.72, finish: 0.03 };

export type ProgressStep = keyof typeof SHARES;

const STAGES: Readonly<Record<ProgressStep, ProgressStage>> = {
  fetch: 'download',
  transcribe: 'transcribe',
  paint: 'compose',
  encode: 'encode',
  finish: 'finish',
};

/** What is being done, and which share of the frames is encoded. */
export interface StageProgress {
  readonly stage: ProgressStage;
  readonly encoded: number;
}

/** Converts the progress of steps (0 to 1) to the progress of the render, which never decreases. */
export const progressOf = (
  report: (fraction: number, at: StageProgress) => void,
): ((step: ProgressStep, fraction: number) => void) => {
  const done = new Map<ProgressStep, number>();
  let reported = -1;
  return (step, fraction) => {
    done.set(step, Math.min(1, Math.max(fraction, done.get(step) ?? 0)));
    const total = [...done].reduce((sum, [name, part]) => sum + SHARES[name] * part, 0);
    const rounded = Math.min(1, Math.round(total * 1000) / 1000);
    if (rounded <= reported) return;
    reported = rounded;
    report(rounded, { stage: STAGES[step], encoded: done.get('encode') ?? 0 });
  };
};

type Progress = (step: ProgressStep, fraction: number) => void;

/** The progress of equal parts that are done one after the other, as the progress of the whole. */
export const shares =
  (count: number, report: Progress) =>
  (index: number): Progress =>
  (step, fraction) =>
    report(step, (index + fraction) / count);
