import type { OwnerId, RenderId } from '../../domain/ids.js';

/** An owner with renders waiting to be dispatched. */
export interface OwnerQueue {
  readonly ownerId: OwnerId;
  /** The waiting renders in the order of their priorities, oldest first. */
  readonly waiting: ReadonlyArray<RenderId>;
  /** The number of the owner's dispatched and unfinished renders. */
  readonly underWay: number;
  /** The number of the owner's last turn; 0 if there was none. */
  readonly lastTurn: number;
}

/** A dispatched render, which uses up a turn of its owner. */
export interface Turn {
  readonly ownerId: OwnerId;
  readonly renderId: RenderId;
}

export interface TurnLimits {
  /** How many renders can be dispatched now. */
  readonly places: number;
  /** Maximum number of dispatched and unfinished renders per owner. */
  readonly underWayPerOwner: number;
}

/**
 * Selects renders round robin by owner, starting with the owner whose last turn is longest ago. Owners at their limit
 * or without waiting renders are skipped.
 * @param owners in any order; owners without a turn so far are ordered by name
 * @returns the turns in order, as many as there are places unless the owners run out
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
