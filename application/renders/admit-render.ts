import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { OwnerId } from '../../domain/ids.js';
import type { Fault } from '../ports/fault.js';
import type { RenderQueries } from '../ports/queries.js';

/** The owner has as many pending renders as it may: some must begin first. */
export interface TooManyRendersPending {
  readonly _tag: 'TooManyRendersPending';
  readonly limit: number;
}

/** Does what requests a render if the owner may have one more pending. */
export type RenderAdmission = <E, A>(
  owner: OwnerId,
  request: TE.TaskEither<E, A>,
) => TE.TaskEither<E | Fault | TooManyRendersPending, A>;

/**
 * Bounds the pending renders of each owner. Requests under way in this process are counted too, so that many at the same
 * time do not pass the bound together; each further process may let through as many as it has under way.
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
