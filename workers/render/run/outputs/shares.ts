import type { ProgressStep } from '../../plan/progress.js';

type Progress = (step: ProgressStep, fraction: number) => void;

/** The progress of equal parts that are done one after the other, as the progress of the whole. */
export const shares =
  (count: number, report: Progress) =>
  (index: number): Progress =>
  (step, fraction) =>
    report(step, (index + fraction) / count);
