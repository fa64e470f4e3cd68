import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { OwnerId } from '../../domain/ids.js';

/** The owner already has as many previews in work as one owner may have. */
export interface TooManyPreviews {
  readonly _tag: 'TooManyPreviews';
  readonly limit: number;
}

/** Makes a preview if the owner may have another one in work. */
export type PreviewAdmission = <E, A>(
  owner: OwnerId,
  work: TaskEither<E, A>,
) => TaskEither<E | TooManyPreviews, A>;

/** Limits the previews of each owner that are in work in this process. */
export const previewAdmission = (limit: number): PreviewAdmission => {
  const inWork = new Map<OwnerId, number>();
  return (owner, work) => async () => {
    const others = inWork.get(owner) ?? 0;
    if (others >= limit) return TE.left({ _tag: 'TooManyPreviews', limit } as const)();
    inWork.set(owner, others + 1);
    try {
      return await work();
    } finally {
      const left = (inWork.get(owner) ?? 1) - 1;
      if (left === 0) inWork.delete(owner);
      else inWork.set(owner, left);
    }
  };
};
