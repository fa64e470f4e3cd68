/** Work that goes on after its request was answered. */
export interface LaterWork {
  /** Starts work that nobody depends on: its failure is ignored. */
  readonly start: (work: () => Promise<void>) => void;
  /** Resolves when all work has ended that was started so far. */
  readonly ended: () => Promise<void>;
}

export const laterWork = (): LaterWork => {
  const going = new Set<Promise<void>>();
  return {
    start: (work) => {
      const ending = work().catch(() => undefined);
      going.add(ending);
      void ending.then(() => going.delete(ending));
    },
    ended: async () => {
      await Promise.all(going);
    },
  };
};
