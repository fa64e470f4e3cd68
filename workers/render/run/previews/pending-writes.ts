/** Work that continues after requests are answered, by owner. */
export interface PendingWrites {
  readonly add: (owner: string, work: Promise<unknown>) => void;
  /** Resolves when all work of an owner that was added until now has ended. */
  readonly of: (owner: string) => Promise<unknown>;
  /** Resolves when all work that was added until now has ended. */
  readonly settled: () => Promise<unknown>;
}

/** Work that is added must not reject. */
export const pendingWrites = (): PendingWrites => {
  const pending = new Map<string, Promise<unknown>>();
  return {
    add: (owner, work) => {
      const all = Promise.all([pending.get(owner), work]).then(() => {
        if (pending.get(owner) === all) pending.delete(owner);
      });
      pending.set(owner, all);
    },
    of: async (owner) => pending.get(owner),
    settled: () => Promise.all(pending.values()),
  };
};
