import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { OwnerId } from '../../domain/ids.js';
import type { Fault } from '../ports/fault.js';
import type { RenderQueries } from '../ports/queries.js';

/** The owner has reached the maximum number of pending renders; some must start first. */
export interface TooManyRendersPending {
  readonly _tag: 'TooManyRendersPending';
  readonly limit: number;
}

/** Runs a render request if the owner may have one more pending render. */
export type RenderAdmission = <E, A>(
  owner: OwnerId,
  request: TE.TaskEither<E, A>,
) => TE.TaskEither<E | Fault | TooManyRendersPending, A>;

/**
 * Limits the pending renders of each owner. Requests in progress in this process are counted too, so that concurrent
 * requests do not exceed the limit together. Each further process may exceed it by its own requests in progress.
 */
export const renderAdmission = (
  { pending }: Pick<RenderQueries, 'pending'>,
  limit: number,
): RenderAdmission => {
  const underWay = new Map<OwnerId, number>();
  const count = (owner: OwnerId, change: 1 | -1): number => {
    const now = (underWay.get(owner) ?? 0) + change;
    if (now === 0) underWay.delete(owner);
    else underWay.set(owner, now);
    return now;
  };
  return (owner, request) => async () => {
    const requests = count(owner, 1);
    const admitted = pipe(
      pending(owner, limit),
      TE.filterOrElseW(
        (renders) => renders + requests <= limit,
        (): TooManyRendersPending => ({ _tag: 'TooManyRendersPending', limit }),
      ),
      TE.flatMap(() => request),
    );
    try {
      return await admitted();
    } finally {
      count(owner, -1);
    }
  };
};
