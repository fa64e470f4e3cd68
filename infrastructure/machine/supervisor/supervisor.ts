import { setTimeout as sleep } from 'node:timers/promises';
import type { Exit, StartedProcess } from '../processes/started-process.js';
import { describeExit } from '../processes/started-process.js';
import type { Logger } from '../../platform/logging.js';

export interface ToSupervise {
  readonly name: string;
  /** Starts the process; resolves when it is ready for work, rejects when it ended or failed before. */
  readonly start: (signal: AbortSignal) => Promise<StartedProcess>;
  /** Resolves with the reason when the running process has to be started again although it has not ended. */
  readonly failing?: (signal: AbortSignal) => Promise<string>;
}

/** A process that is started again whenever it ends by itself. */
export interface Supervised {
  /** Ends the process for good. */
  readonly stop: () => Promise<void>;
}

/** How patient supervision is; times in milliseconds. */
export interface Patience {
  /** How often the very first start is tried before giving up. */
  readonly firstStarts: number;
  readonly firstPause: number;
  readonly longestPause: number;
  /** A process that ran this long before it ended is started again after the first pause. */
  readonly steadyAfter: number;
}

export const usualPatience: Patience = {
  firstStarts: 3,
  firstPause: 250,
  longestPause: 5_000,
  steadyAfter: 60_000,
};

/** How long to wait before the start after `failures` in a row: doubled each time, up to the longest. */
export const pauseAfter = (failures: number, { firstPause, longestPause }: Patience): number =>
  Math.min(longestPause, firstPause * 2 ** Math.min(failures - 1, 30));

/**
 * Starts a process and keeps it running.
 * @param signal ends the wait for the first start
 * @returns when the process is ready for the first time; rejects when that failed several times in a row
 */
export const supervise = async (
  toSupervise: ToSupervise,
  logger: Logger,
  signal: AbortSignal,
  patience: Patience = usualPatience,
): Promise<Supervised> => {
  const { name, start, failing } = toSupervise;
  const stopping = new AbortController();
  const either = AbortSignal.any([signal, stopping.signal]);

  const startAgain = async (allowed: number): Promise<StartedProcess> => {
    for (let failures = 1; ; failures += 1) {
      either.throwIfAborted();
      try {
        return await start(either);
      } catch (error) {
        either.throwIfAborted();
        if (failures >= allowed) throw error;
        const pause = pauseAfter(failures, patience);
        logger.error({ child: name, reason: String(error), pause }, 'could not start, trying again');
        await sleep(pause, undefined, { signal: either });
      }
    }
  };

  let current = await startAgain(patience.firstStarts);

  /** Waits until the process has ended, or has been ended because it fails at its work. */
  const ended = async ({ exited, stop }: StartedProcess): Promise<Exit> => {
    const over = new AbortController();
    const gone = exited.finally(() => over.abort());
    const failure = failing?.(AbortSignal.any([over.signal, stopping.signal])) ?? gone;
    const first = await Promise.race([gone, failure]);
    if (typeof first !== 'string') return first;
    logger.error({ child: name, reason: first }, 'fails at its work, ending it');
    await stop();
    return exited;
  };

  const watch = async (): Promise<void> => {
    let crashes = 0;
    for (;;) {
      const since = performance.now();
      const exit = await ended(current);
      if (stopping.signal.aborted) return;
      crashes = performance.now() - since > patience.steadyAfter ? 1 : crashes + 1;
      const pause = pauseAfter(crashes, patience);
      logger.error({ child: name, ended: describeExit(exit), pause }, 'ended, starting it again');
      await sleep(pause, undefined, { signal: stopping.signal });
      current = await startAgain(Number.POSITIVE_INFINITY);
      // A stop that came while it was starting could only end the one before it.
      if (stopping.signal.aborted) return current.stop();
      logger.warn({ child: name, pid: current.pid }, 'running again');
    }
  };

  const watching = watch().catch((error: unknown) => {
    if (!stopping.signal.aborted && !signal.aborted) throw error;
  });

  return {
    stop: async () => {
      stopping.abort();
      await current.stop();
      await watching;
    },
  };
};
