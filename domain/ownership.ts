import * as E from 'fp-ts/lib/Either.js';
import type { OwnerId } from './ids.js';

interface Owned {
  readonly ownerId: OwnerId;
}

export const isOwnedBy =
  (ownerId: OwnerId) =>
  (owned: Owned): boolean =>
    owned.ownerId === ownerId;

/** The value if it belongs to the owner; `foreign` if it belongs to another. */
export const ownedBy =
  <Refusal>(ownerId: OwnerId, foreign: Refusal) =>
  <A extends Owned>(owned: A): E.Either<Refusal, A> =>
    isOwnedBy(ownerId)(owned) ? E.right(owned) : E.left(foreign);
