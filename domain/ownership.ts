import * as E from 'fp-ts/lib/Either.js';
import type { OwnerId } from './ids.js';

interface Owned {
  readonly ownerId: OwnerId;
}

export const isOwnedBy =
  (ownerId: OwnerId) =>
  (owned: Owned): boolean =>
    owned.ownerId === ownerId;

/**
 * The answer to a command that creates what already exists, so that a repeated command is harmless: there is nothing to
 * do for its owner; `taken` for anybody else.
 */
export const createdBefore =
  <Refusal>(ownerId: OwnerId, taken: Refusal) =>
  (existing: Owned): E.Either<Refusal, ReadonlyArray<never>> =>
    isOwnedBy(ownerId)(existing) ? E.right([]) : E.left(taken);

/** The value if it belongs to the owner; `foreign` if it belongs to another. */
export const ownedBy =
  <Refusal>(ownerId: OwnerId, foreign: Refusal) =>
  <A extends Owned>(owned: A): E.Either<Refusal, A> =>
    isOwnedBy(ownerId)(owned) ? E.right(owned) : E.left(foreign);
