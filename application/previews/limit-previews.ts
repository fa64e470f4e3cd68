import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { OwnerId } from '../../domain/ids.js';
import { ownerCounts } from '../owner-counts.js';

/** How many previews of one owner a process makes at once. */
export const PREVIEWS_PER_OWNER = 4;

/** The owner already has as many previews in progress as one owner may have. */
export interface TooManyPreviews {
  readonly _tag: 'TooManyPreviews';
  readonly limit: number;
}

/** Makes a preview if the owner may have another one in progress. */
export type PreviewAdmission = <E, A>(
  owner: OwnerId,
  work: TaskEither<E, A>,
) => TaskEither<E | TooManyPreviews, A>;

/** Limits the previews of each owner that are in progress in this process. */
export const previewAdmission = (limit: number): PreviewAdmission => {
  const inWork = ownerCounts();
  return (owner, work) => async () => {
    if (inWork.of(owner) >= limit) return TE.left({ _tag: 'TooManyPreviews', limit } as const)();
    inWork.add(owner, 1);
    try {
      return await work();
    } finally {
      inWork.add(owner, -1);
    }
  };
};
