/** Writes within this time are tracked as one, in ms. */
const RESOLUTION = 10;

/** Tracks whether the read models follow the writes of this process closely. */
export interface FollowedWrites {
  /** Call it for a write at a position that the read models do not show yet. */
  readonly wrote: (commit: bigint) => void;
  /** Call it when the read models have reached the position. */
  readonly reached: (commit: bigint) => void;
  /** Whether the read models have shown a write lately, and no write has been waiting for long. */
  readonly areClose: () => boolean;
}

/**
 * @param now a clock that only advances, in ms
 * @param closeMs how long the read models may take to show a write while they count as following
 */
export const followedWrites = (now: () => number, closeMs: number): FollowedWrites => {
  const waiting: Array<{ readonly commit: bigint; readonly since: number }> = [];
  let shownAt = -Infinity;
  return {
    wrote: (commit) => {
      const last = waiting.at(-1);
      const since = now();
      if (!last || (commit > last.commit && since - last.since >= RESOLUTION))
        waiting.push({ commit, since });
    },
    reached: (commit) => {
      while (waiting[0] && waiting[0].commit <= commit) {
        waiting.shift();
        shownAt = now();
      }
    },
    areClose: () => {
      const at = now();
      return at - shownAt < closeMs && at - (waiting[0]?.since ?? at) < closeMs;
    },
  };
};
