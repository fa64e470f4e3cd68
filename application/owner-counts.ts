import type { OwnerId } from '../domain/ids.js';

/** How many of something owners have in this process. Owners that have none take no memory. */
export const ownerCounts = () => {
  const counts = new Map<OwnerId, number>();
  return {
    of: (owner: OwnerId): number => counts.get(owner) ?? 0,
    /** @returns how many there are after the change */
    add: (owner: OwnerId, change: 1 | -1): number => {
      const now = (counts.get(owner) ?? 0) + change;
      if (now === 0) counts.delete(owner);
      else counts.set(owner, now);
      return now;
    },
  };
};
