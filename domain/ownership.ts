import * as E from 'fp-ts/lib/Either.js';
import type { OwnerId } from './ids.js';

/** Something that belongs to an owner. */
interface Owned {
  readonly ownerId: OwnerId;
}

/** Whether something belongs to the owner. */
export const isOwnedBy =
  (ownerId: OwnerId) =>
  (owned: Owned): boolean =>
    owned.ownerId === ownerId;

/** What belongs to the owner, as it is; `foreign` for what belongs to another. */
export const ownedBy =
  <Refusal>(ownerId: OwnerId, foreign: Refusal) =>
  <A extends Owned>(owned: A): E.Either<Refusal, A> =>
    isOwnedBy(ownerId)(owned) ? E.right(owned) : E.left(foreign);
