import type { TooManyRendersPending } from '../../../application/renders/admit-render.js';
import type { RenderRefusal } from '../../../domain/render/refusals.js';
import type { ProblemResponse } from './problem-response.js';

/** Every problem of requests about renders. */
export type RenderProblem = RenderRefusal | TooManyRendersPending;

/** Maps the problems of renders to the response the client gets. */
export const renderProblemResponse = (problem: RenderProblem): ProblemResponse => {
  switch (problem._tag) {
    case 'RenderBelongsToAnotherOwner':
      return { status: 403, message: ['not permitted: the render belongs to another owner'] };
    case 'RenderDoesNotExist':
      return { status: 404, message: ['render not found'] };
    case 'RenderNotCompleted':
      return {
        status: 409,
        message: ['the render is not completed: only a completed render has a receipt and can be replayed'],
      };
    case 'RenderReplayedTooOften':
      return { status: 409, message: [`a render can be replayed ${problem.limit} times`] };
    case 'RenderAlreadyFinished':
      return { status: 409, message: [`the render is already ${problem.status}`] };
    case 'RenderAttemptIsStale':
      return { status: 409, message: ['the render was taken over by another worker'] };
    case 'RenderAlreadyExists':
      return { status: 409, message: ['the resource already exists'] };
    case 'TooManyRendersPending':
      return {
        status: 429,
        message: [`${problem.limit} renders are already pending; retry when some of them have started`],
        headers: { 'Retry-After': '30' },
      };
  }
};
