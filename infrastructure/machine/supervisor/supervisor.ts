import { setTimeout as sleep } from 'node:timers/promises';
import { type Exit, type StartedProcess, describeExit } from '../processes/started-process.js';
import type { Logger } from '../../platform/logging.js';

export interface ToSupervise {
  readonly name: string;
  /** Starts the process; resolves when it is ready, rejects if it ended or failed before. */
  readonly start: (signal: AbortSignal) => Promise<StartedProcess>;
  /** Resolves with a reason if the running process has to be restarted although it has not ended. */
  readonly failing?: (signal: AbortSignal) => Promise<string>;
}

/** A process that is restarted whenever it ends by itself. */
export interface Supervised {
  /** Stops the process permanently. */
  readonly stop: () => Promise<void>;
}

/** Restart policy; times in milliseconds. */
export interface RestartPolicy {
  /** How often the first start is attempted. */
  readonly firstStarts: number;
  readonly firstPause: number;
  readonly longestPause: number;
  /** A process that ran this long is restarted after the first pause. */
  readonly steadyAfter: number;
}

export const defaultRestartPolicy: RestartPolicy = {
  firstStarts: 3,
  firstPause: 250,
  longestPause: 5_000,
  steadyAfter: 60_000,
};

/** The pause before the next start after `failures` consecutive failures: doubled each time, up to the longest. */
export const pauseAfter = (failures: number, { firstPause, longestPause }: RestartPolicy): number =>
  Math.min(longestPause, firstPause * 2 ** Math.min(failures - 1, 30));

/** Starts a process, again and again if that fails, but no more often than allowed. */
const started = async (
  { name, start }: ToSupervise,
  allowed: number,
  policy: RestartPolicy,
  logger: Logger,
  signal: AbortSignal,
): Promise<StartedProcess> => {
  for (let failures = 1; ; failures += 1) {
    signal.throwIfAborted();
    try {
      return await start(signal);
    } catch (error) {
      signal.throwIfAborted();
      if (failures >= allowed) throw error;
      const pause = pauseAfter(failures, policy);
      logger.error({ child: name, reason: String(error), pause }, 'could not start; retrying');
      await sleep(pause, undefined, { signal });
    }
  }
};

/**
 * Starts a process and keeps it running.
 * @param signal aborts the wait for the first start
 * @returns when the process is ready for the first time; rejects if that failed several times in a row
 */
export const supervise = async (
  toSupervise: ToSupervise,
  logger: Logger,
  signal: AbortSignal,
  policy: RestartPolicy = defaultRestartPolicy,
): Promise<Supervised> => {
  const { name, failing } = toSupervise;
  const stopping = new AbortController();
  const either = AbortSignal.any([signal, stopping.signal]);
  const restart = (allowed: number) => started(toSupervise, allowed, policy, logger, either);
  let current = await restart(policy.firstStarts);

  /** Waits until the process has ended, or has been stopped because it is failing. */
  const ended = async ({ exited, stop }: StartedProcess): Promise<Exit> => {
    const over = new AbortController();
    const gone = exited.finally(() => over.abort());
    const failure = failing?.(AbortSignal.any([over.signal, stopping.signal])) ?? gone;
    const first = await Promise.race([gone, failure]);
    if (typeof first !== 'string') return first;
    logger.error({ child: name, reason: first }, 'is failing; restarting it');
    await stop();
    return exited;
  };

  const watch = async (): Promise<void> => {
    let crashes = 0;
    for (;;) {
      const since = performance.now();
      const exit = await ended(current);
      if (stopping.signal.aborted) return;
      crashes = performance.now() - since > policy.steadyAfter ? 1 : crashes + 1;
      const pause = pauseAfter(crashes, policy);
      logger.error({ child: name, ended: describeExit(exit), pause }, 'ended; restarting it');
      await sleep(pause, undefined, { signal: stopping.signal });
      current = await restart(Number.POSITIVE_INFINITY);
      // A stop during the restart could only stop the previous process.
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
