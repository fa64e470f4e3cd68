import type { OwnerId, RenderId } from '../../domain/ids.js';

/** An owner with renders waiting to be dispatched. */
export interface OwnerQueue {
  readonly ownerId: OwnerId;
  /** The waiting renders in the order of priority, then age. */
  readonly waiting: ReadonlyArray<RenderId>;
  /** The number of the owner's dispatched and unfinished renders. */
  readonly underWay: number;
  /** The number of the owner's last turn; 0 if there was none. */
  readonly lastTurn: number;
}

/** The turn of an owner, in which one render is dispatched. */
export interface Turn {
  readonly ownerId: OwnerId;
  readonly renderId: RenderId;
  /** Orders turns. May be a fraction, and equal for turns of different owners. */
  readonly number: number;
}

/** Weights by owner: the number of turns for each turn of an owner of weight 1. Default: 1. */
export type OwnerWeights = ReadonlyMap<string, number>;

export interface TurnLimits {
  /** The number of renders that can be dispatched now. */
  readonly slots: number;
  /** Maximum number of dispatched and unfinished renders per owner. */
  readonly underWayPerOwner: number;
  /** Default: all owners have weight 1. */
  readonly weights?: OwnerWeights;
}

interface Due extends Turn {
  /** The number of the turn before this one. */
  readonly previous: number;
}

/**
 * The turns of one owner, ignoring other owners. They are 1/weight apart. The first is not before the latest turn of any
 * owner: owners without waiting renders do not accumulate turns.
 */
const turnsOf = (
  { ownerId, waiting, underWay, lastTurn }: OwnerQueue,
  latestTurn: number,
  { underWayPerOwner, weights }: TurnLimits,
): ReadonlyArray<Due> => {
  const step = 1 / (weights?.get(ownerId) ?? 1);
  let previous = lastTurn;
  return waiting.slice(0, Math.max(0, underWayPerOwner - underWay)).map((renderId) => {
    const due = { ownerId, renderId, number: Math.max(latestTurn, previous + step), previous };
    previous = due.number;
    return due;
  });
};

const byNumber = (a: Due, b: Due): number =>
  a.number - b.number || a.previous - b.previous || (a.ownerId < b.ownerId ? -1 : 1);

/**
 * Selects renders in an order that is fair to owners: start-time fair queuing (Goyal, Vin and Cheng, 1996), with a
 * render as the unit. Waiting owners get turns in proportion to their weights, spread evenly; owners of the same weight
 * take turns round robin. Owners at their limit or without waiting renders are skipped.
 * @param owners in any order; of turns with the same number, the owner whose last turn is longest ago comes first,
 * then by name
 * @param latestTurn the highest number of a turn that any owner has had, 0 if there was none
 * @returns the turns in order, as many as there are slots, or fewer if the owners have no more
 */
export const fairTurns = (
  owners: ReadonlyArray<OwnerQueue>,
  latestTurn: number,
  limits: TurnLimits,
): ReadonlyArray<Turn> =>
  owners
    .flatMap((owner) => turnsOf(owner, latestTurn, limits))
    .toSorted(byNumber)
    .slice(0, Math.max(0, limits.slots))
    .map(({ ownerId, renderId, number }) => ({ ownerId, renderId, number }));
