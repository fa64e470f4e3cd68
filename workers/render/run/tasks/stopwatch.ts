/** Measures how long the stages of a render take, in seconds. */
export interface Stopwatch {
  readonly time: <A>(stage: string, work: () => Promise<A>) => Promise<A>;
  readonly seconds: () => Readonly<Record<string, number>>;
}

export type InStage = <A>(stage: string, work: () => Promise<A>) => Promise<A>;

/**
 * One for each render.
 * @param inStage runs the work of each stage; default: it is only run
 */
export const stopwatch = (inStage: InStage = (_stage, work) => work()): Stopwatch => {
  const stages: Record<string, number> = {};
  return {
    time: async (stage, work) => {
      const start = performance.now();
      try {
        return await inStage(stage, work);
      } finally {
        stages[stage] = Math.round((stages[stage] ?? 0) * 1000 + performance.now() - start) / 1000;
      }
    },
    seconds: () => ({ ...stages }),
  };
};
