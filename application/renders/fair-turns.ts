import type { OwnerId, RenderId } from '../../domain/ids.js';

/** An owner with renders that wait to be dispatched. */
export interface OwnerQueue {
  readonly ownerId: OwnerId;
  /** The renders that wait, in the order in which the owner wants them: the oldest first. */
  readonly waiting: ReadonlyArray<RenderId>;
  /** How many of the owner's renders are dispatched and not over. */
  readonly underWay: number;
  /** The number of the owner's last turn; 0 if there was none. */
  readonly lastTurn: number;
}

/** One render is dispatched, and with that its owner has had a turn. */
export interface Turn {
  readonly ownerId: OwnerId;
  readonly renderId: RenderId;
}

export interface TurnLimits {
  /** How many renders may be dispatched now. */
  readonly places: number;
  /** How many renders one owner may have under way at once. */
  readonly underWayPerOwner: number;
}

/**
 * Whose turn it is: round robin over the owners, from the one whose last turn is longest ago. An owner that has as many
 * renders under way as it may, or none that wait, is passed over.
 * @param owners in any order; owners that never had a turn go by their names
 * @returns the turns in their order, as many as there are places unless nobody is left to have one
 */
export const fairTurns = (
  owners: ReadonlyArray<OwnerQueue>,
  { places, underWayPerOwner }: TurnLimits,
): ReadonlyArray<Turn> => {
  const line = owners
    .toSorted((a, b) => a.lastTurn - b.lastTurn || (a.ownerId < b.ownerId ? -1 : 1))
    .map(({ ownerId, waiting, underWay }) => ({
      ownerId,
      due: waiting.slice(0, Math.max(0, underWayPerOwner - underWay)),
    }));
  const rounds = Math.max(0, ...line.map(({ due }) => due.length));
  const turns = Array.from({ length: rounds }, (_, round) =>
    line.flatMap(({ ownerId, due }) => {
      const renderId = due[round];
      return renderId === undefined ? [] : [{ ownerId, renderId }];
    }),
  );
  return turns.flat().slice(0, Math.max(0, places));
};
