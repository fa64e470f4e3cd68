import type { ProgressStage } from '../../../domain/render/progress.js';

/** The steps of a render, and the approximate fraction of the time that each takes. */
const TIME_FRACTIONS = { fetch: 0.08, transcribe: 0.1, paint: 0.07, encode: 0.72, finish: 0.03 };

export type ProgressStep = keyof typeof TIME_FRACTIONS;

const STAGES: Readonly<Record<ProgressStep, ProgressStage>> = {
  fetch: 'download',
  transcribe: 'transcribe',
  paint: 'compose',
  encode: 'encode',
  finish: 'finish',
};

/** The current stage, and the fraction of the frames that is encoded. */
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
    const total = [...done].reduce((sum, [name, part]) => sum + TIME_FRACTIONS[name] * part, 0);
    const rounded = Math.min(1, Math.round(total * 1000) / 1000);
    if (rounded <= reported) return;
    reported = rounded;
    report(rounded, { stage: STAGES[step], encoded: done.get('encode') ?? 0 });
  };
};

type Progress = (step: ProgressStep, fraction: number) => void;

/** Reports the progress of `count` equal, consecutive parts as the progress of the whole. */
export const progressOfParts =
  (count: number, report: Progress) =>
  (index: number): Progress =>
  (step, fraction) =>
    report(step, (index + fraction) / count);
