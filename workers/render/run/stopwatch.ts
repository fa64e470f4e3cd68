/** Measures how long the stages of a render take, in seconds. */
export interface Stopwatch {
  readonly time: <A>(stage: string, work: () => Promise<A>) => Promise<A>;
  readonly seconds: () => Readonly<Record<string, number>>;
}

/** One for each render. */
export const stopwatch = (): Stopwatch => {
  const stages: Record<string, number> = {};
  return {
    time: async (stage, work) => {
      const start = performance.now();
      try {
        return await work();
      } finally {
        stages[stage] = Math.round((stages[stage] ?? 0) * 1000 + performance.now() - start) / 1000;
      }
    },
    seconds: () => ({ ...stages }),
  };
};
