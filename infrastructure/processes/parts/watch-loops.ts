import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../platform/logging.js';
import { type LoopName, LOOPS } from './loops.js';

/** How often the steps in progress are checked, in ms. */
const TICK_MS = 1000;
/** The pauses after consecutive failures of a loop, in ms: doubled each time, from the first to the longest. */
const PAUSES = { first: 250, longest: 2000 };

type Step = LoopWatch['step'];

/** Work that is done again and again. */
export interface Repeated {
  /** Does it soon: immediately, or again after the current run. */
  readonly wake: () => void;
  /** Resolves when the current run has ended. */
  readonly stop: () => Promise<void>;
}

export interface LoopWatch {
  /** Does one step of a loop. Returns the result of the work. */
  readonly step: <A>(loop: LoopName, work: () => Promise<A>) => Promise<A>;
  /** Wraps a port: each call that returns a promise or a task counts as a step of the loop. */
  readonly each: <Port extends object>(loop: LoopName, port: Port) => Port;
  /** Runs a loop until the signal aborts, and again after an error. */
  readonly keepRunning: (loop: LoopName, run: () => Promise<void>, signal: AbortSignal) => Promise<void>;
  /** Does work now, periodically and when woken, one run at a time, each a step of the loop; also after an error. */
  readonly repeat: (loop: LoopName, intervalMs: number, work: () => Promise<unknown>) => Repeated;
  /** Rejects when a step has taken longer than its limit. Nothing can end a promise, so the process has to end. */
  readonly stalled: Promise<never>;
  readonly close: () => void;
}

const stepwise = <Port extends object>(step: Step, loop: LoopName, port: Port): Port => {
  const stepOf = (result: unknown): unknown => {
    if (result instanceof Promise) return step(loop, () => result);
    return typeof result === 'function' ? () => step(loop, () => result() as Promise<unknown>) : result;
  };
  const methods = Object.entries(port as Readonly<Record<string, (...args: unknown[]) => unknown>>);
  return Object.fromEntries(
    methods.map(([name, method]) => [name, (...args: unknown[]) => stepOf(method(...args))]),
  ) as Port;
};

/** Begins runs of the work now, periodically and when woken, one at a time. @param run never rejects */
const repeatedly = (intervalMs: number, run: () => Promise<unknown>): Repeated => {
  let running: Promise<unknown> | undefined;
  let isDue = false;
  let isStopped = false;
  const begin = (): void => {
    if (isStopped) return;
    running ??= run().finally(() => {
      running = undefined;
      if (isDue) wake();
    });
  };
  const wake = (): void => {
    isDue = running !== undefined;
    begin();
  };
  const timer = setInterval(begin, intervalMs);
  begin();
  return {
    wake,
    stop: async () => {
      clearInterval(timer);
      isStopped = true;
      await running;
    },
  };
};

/**
 * Starts to watch. Time is counted in ticks of a timer: a process that was stopped for a while, with the machine or by
 * a signal, has not waited.
 * @param limits in ms; for tests
 */
export const watchLoops = (
  logger: Pick<Logger, 'error'>,
  limits: (loop: LoopName) => number = (loop) => LOOPS[loop].limitMs,
): LoopWatch => {
  const inProgress = new Set<{ readonly loop: LoopName; ms: number }>();
  let fail: (error: Error) => void = () => undefined;
  const stalled = new Promise<never>((_resolve, reject) => (fail = reject));
  stalled.catch(() => undefined); // nobody may listen
  const timer = setInterval(() => {
    for (const step of inProgress) {
      step.ms += TICK_MS;
      const { loop, ms } = step;
      if (ms > limits(loop))
        fail(new Error(`the loop "${loop}" has waited for ${LOOPS[loop].waitsFor} for ${ms / 1000} s`));
    }
  }, TICK_MS).unref();

  const step: Step = async (loop, work) => {
    const current = { loop, ms: 0 };
    inProgress.add(current);
    try {
      return await work();
    } finally {
      inProgress.delete(current);
    }
  };

  const failed = (loop: LoopName, error: unknown): void =>
    logger.error({ err: error, loop }, 'a loop failed; it is tried again');

  return {
    step,
    each: (loop, port) => stepwise(step, loop, port),
    keepRunning: async (loop, run, signal) => {
      for (let pause = PAUSES.first; !signal.aborted; pause = Math.min(2 * pause, PAUSES.longest)) {
        try {
          await run();
        } catch (error) {
          if (signal.aborted) return;
          failed(loop, error);
        }
        await delay(pause, undefined, { signal }).catch(() => undefined);
      }
    },
    repeat: (loop, intervalMs, work) =>
      repeatedly(intervalMs, () => step(loop, work).catch((error: unknown) => failed(loop, error))),
    stalled,
    close: () => clearInterval(timer),
  };
};
