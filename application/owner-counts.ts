import type { OwnerId } from '../domain/ids.js';

/** Counts something by owner in this process. Owners with a count of 0 take no memory. */
export const ownerCounts = () => {
  const counts = new Map<OwnerId, number>();
  return {
    of: (owner: OwnerId): number => counts.get(owner) ?? 0,
    /** @returns the count after the change */
    add: (owner: OwnerId, change: 1 | -1): number => {
      const now = (counts.get(owner) ?? 0) + change;
      if (now === 0) counts.delete(owner);
      else counts.set(owner, now);
      return now;
    },
  };
};
