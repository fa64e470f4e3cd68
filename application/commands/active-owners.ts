import type { OwnerId } from '../../domain/ids.js';
import type { Clock } from '../ports/clock.js';

/** How long an owner counts as active after a request, in ms. */
const ACTIVE_FOR = 10_000;

/** Knows whose requests this process has recently received. */
export interface ActiveOwners {
  /** Notes a request of the owner. */
  readonly saw: (ownerId: OwnerId) => void;
  /** Whether another owner than this one has recently sent a request. */
  readonly includeOthersThan: (ownerId: OwnerId) => boolean;
}

interface Seen {
  readonly ownerId: OwnerId;
  readonly atMs: number;
}

/**
 * Knows the owners of the last requests. However many owners there are, two suffice: the last one, and the last before
 * it that differs.
 */
export const activeOwners = ({ now }: Clock): ActiveOwners => {
  let last: Seen | undefined;
  let lastOther: Seen | undefined;
  return {
    saw: (ownerId) => {
      if (last?.ownerId !== ownerId) lastOther = last;
      last = { ownerId, atMs: now().getTime() };
    },
    includeOthersThan: (ownerId) => {
      const other = last?.ownerId === ownerId ? lastOther : last;
      return other !== undefined && now().getTime() - other.atMs < ACTIVE_FOR;
    },
  };
};
