import type { TooManyBatchesOpen } from '../../../application/renders/admit-render.js';
import type { RenderBatchRefusal } from '../../../domain/render-batch/refusals.js';
import type { ProblemResponse } from './problem-response.js';

/** Every problem of requests about batches. */
export type BatchProblem = RenderBatchRefusal | TooManyBatchesOpen;

/** Maps the problems of batches to the response the client gets. */
export const batchProblemResponse = (problem: BatchProblem): ProblemResponse => {
  switch (problem._tag) {
    case 'RenderBatchBelongsToAnotherOwner':
      return { status: 403, message: ['not permitted: the batch belongs to another owner'] };
    case 'RenderBatchDoesNotExist':
      return { status: 404, message: ['batch not found'] };
    case 'RenderBatchAlreadyFinished':
      return { status: 409, message: [`the batch is already ${problem.status}`] };
    case 'RenderBatchIsUnfinished':
      return { status: 409, message: ['the batch is not finished'] };
    case 'RenderBatchAlreadyExists':
      return { status: 409, message: ['the resource already exists'] };
    case 'RenderBatchIsTooLarge':
      return {
        status: 413,
        message: [`all rows together must be at most ${problem.maxBytes} bytes as JSON`],
      };
    case 'TooManyBatchesOpen':
      return {
        status: 429,
        message: [`${problem.limit} batches are already in progress; retry when one of them is finished`],
        headers: { 'Retry-After': '60' },
      };
  }
};
