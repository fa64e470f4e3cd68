import type { RenderId } from '../../../domain/ids.js';
import type { ProblemResponse } from './problem-response.js';

/** A completed render wrote the file, but it is no longer stored. */
export interface OutputIsGone {
  readonly _tag: 'OutputIsGone';
  readonly renderId: RenderId;
  /** The retention time and when it ended (ISO 8601), if it has. */
  readonly expired?: { readonly retentionDays: number; readonly at: string };
}

const reason = ({ expired }: OutputIsGone): string => {
  if (expired === undefined) return 'the output is no longer stored';
  const { at, retentionDays } = expired;
  const time = retentionDays === 1 ? '1 day' : `${retentionDays} days`;
  return `the output expired at ${at} and was deleted: outputs are kept for ${time}`;
};

/** Says why the file is gone and how to get it again. The holder of its URL may not have an API key. */
export const outputIsGoneResponse = (problem: OutputIsGone): ProblemResponse => ({
  status: 410,
  message: [
    reason(problem),
    `to render the same version again, send the metadata and clips in videoData of GET /v1/renders/${problem.renderId} to POST /v1/renders`,
  ],
});
