import * as E from 'fp-ts/lib/Either.js';
import type { OwnerId } from './ids.js';

interface Owned {
  readonly ownerId: OwnerId;
}

export const isOwnedBy =
  (ownerId: OwnerId) =>
  (owned: Owned): boolean =>
    owned.ownerId === ownerId;

type Tagged<Tag extends string, Id> = Tag extends string ? { readonly _tag: Tag } & Readonly<Id> : never;

/** The refusals of every aggregate that depend on whether it exists, and on its owner. */
export type ExistenceRefusal<Name extends string, Id> = Tagged<
  `${Name}DoesNotExist` | `${Name}AlreadyExists` | `${Name}BelongsToAnotherOwner`,
  Id
>;

/** A state of any aggregate. If the aggregate exists, the tag is its name. */
export type AnyState = { readonly _tag: string } & Partial<Owned>;

export const existenceRefusal = <Name extends string, Id>(
  name: Name,
  reason: 'DoesNotExist' | 'AlreadyExists' | 'BelongsToAnotherOwner',
  id: Id,
) => ({ _tag: `${name}${reason}`, ...id }) as unknown as ExistenceRefusal<Name, Id>;

/**
 * The existing aggregate that a command is about.
 * @param ownerId the owner who sends the command; omitted for workers and the service, which act for all owners
 */
export const existing =
  <Name extends string, Id>(name: Name, id: Id, ownerId?: OwnerId) =>
  <State extends AnyState>(
    state: State,
  ): E.Either<ExistenceRefusal<Name, Id>, Extract<State, { readonly _tag: Name }>> => {
    if (state._tag !== name) return E.left(existenceRefusal(name, 'DoesNotExist', id));
    return ownerId === undefined || state.ownerId === ownerId
      ? E.right(state as Extract<State, { readonly _tag: Name }>)
      : E.left(existenceRefusal(name, 'BelongsToAnotherOwner', id));
  };
