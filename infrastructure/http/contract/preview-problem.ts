import type { PreviewFailure } from '../../../application/ports/previews.js';
import type { SourceNotRead } from '../../../application/ports/source-proxy.js';
import type { RenderFailure } from '../../../domain/render/render-failure.js';
import type { ProblemResponse } from './problem-response.js';

/** Problems of what is made or read on demand for an editor. */
export type PreviewProblem = PreviewFailure | SourceNotRead;

/** What the video or a source causes is a 422, even if the source may be reached later; the rest is a fault here. */
const notDrawn = ({ clip, message, retryable, stage }: RenderFailure): ProblemResponse => ({
  status: retryable && stage !== 'download' ? 503 : 422,
  message: [clip === undefined ? message : `${clip}: ${message}`],
  ...(retryable ? { headers: { 'Retry-After': '5' } } : {}),
});

/** The response to a preview that could not be made. */
export const previewProblem = (problem: PreviewProblem): ProblemResponse => {
  switch (problem._tag) {
    case 'FrameOutsideVideo':
      return {
        status: 400,
        message: [
          `t must be at least 0 and less than ${problem.durationMs}, the duration of the video in ms`,
        ],
      };
    case 'FrameNotDrawn':
      return notDrawn(problem.failure);
    case 'PreviewTooLarge':
      return { status: 413, message: ['the video is too large to be drawn or played on demand'] };
    case 'NoWorkerAvailable':
      return {
        status: 503,
        message: ['no render worker is available to make the preview; retry'],
        headers: { 'Retry-After': '2' },
      };
    case 'SourceNotRead':
      return {
        status: 422,
        message: [problem.message],
        ...(problem.retryable ? { headers: { 'Retry-After': '5' } } : {}),
      };
  }
};
