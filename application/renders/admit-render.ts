import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { OwnerId } from '../../domain/ids.js';
import type { Fault } from '../ports/fault.js';
import type { RenderQueries } from '../ports/queries.js';
import type { RenderBatchQueries } from '../ports/render-batches.js';

/** The owner has reached the maximum number of pending renders; some must start first. */
export interface TooManyRendersPending {
  readonly _tag: 'TooManyRendersPending';
  readonly limit: number;
}

/** The owner has reached the maximum number of unfinished batches. */
export interface TooManyBatchesOpen {
  readonly _tag: 'TooManyBatchesOpen';
  readonly limit: number;
}

/** Runs a request unless the owner has reached a limit. */
type Admission<Refusal> = <E, A>(
  owner: OwnerId,
  request: TE.TaskEither<E, A>,
) => TE.TaskEither<E | Fault | Refusal, A>;

/** Runs a render request if the owner may have one more pending render. */
export type RenderAdmission = Admission<TooManyRendersPending>;

/** Runs the request of a batch if the owner may have one more unfinished batch. */
export type BatchAdmission = Admission<TooManyBatchesOpen>;

/** Counts something by owner in this process. Owners with a count of 0 take no memory. */
const ownerCounts = () => {
  const counts = new Map<OwnerId, number>();
  return {
    of: (owner: OwnerId): number => counts.get(owner) ?? 0,
    /** @returns the count after the change */
    add: (owner: OwnerId, change: 1 | -1): number => {
      const now = (counts.get(owner) ?? 0) + change;
      if (now === 0) counts.delete(owner);
      else counts.set(owner, now);
      return now;
    },
  };
};

/**
 * Limits the number of something that each owner has. Requests in progress in this process count too, so that concurrent
 * requests do not exceed the limit together. Each further process may exceed it by its own requests in progress.
 * @param count counts what the owner has, up to `atMost`
 */
const admission = <Refusal extends { readonly limit: number }>(
  count: (owner: OwnerId, atMost: number) => TE.TaskEither<Fault, number>,
  refusal: Refusal,
): Admission<Refusal> => {
  const { limit } = refusal;
  const inProgress = ownerCounts();
  return (owner, request) => async () => {
    const requests = inProgress.add(owner, 1);
    const admitted = pipe(
      count(owner, limit),
      TE.filterOrElseW(
        (existing) => existing + requests <= limit,
        () => refusal,
      ),
      TE.flatMap(() => request),
    );
    try {
      return await admitted();
    } finally {
      inProgress.add(owner, -1);
    }
  };
};

export const renderAdmission = (
  { pending }: Pick<RenderQueries, 'pending'>,
  limit: number,
): RenderAdmission => admission(pending, { _tag: 'TooManyRendersPending', limit });

/** Limits the unfinished batches of each owner. */
export const batchAdmission = ({ open }: Pick<RenderBatchQueries, 'open'>, limit: number): BatchAdmission =>
  admission(open, { _tag: 'TooManyBatchesOpen', limit });
