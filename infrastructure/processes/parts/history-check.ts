import { setTimeout as delay } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import type { LogDifference, MerkleLog } from '../../../application/ports/merkle-log.js';
import { checkHistory, type HistoryCheck } from '../../../application/transparency/check-history.js';
import { historyComparison } from '../../../application/transparency/compare-history.js';
import type { Logger } from '../../platform/logging.js';
import type { LoopWatch } from './watch-loops.js';

const LOOP = 'check of the history';

/** How long a check pauses after each page, as a multiple of the time that the page took. */
const PAUSE_FACTOR = 9;
/** The maximum number of differences in one log line. */
const MAX_LOGGED = 20;

/** Logs differences between the event store and the log. */
export const differenceLogger =
  (logger: Logger) =>
  (found: ReadonlyArray<LogDifference>): void =>
    logger.error(
      { found: found.length, differences: found.slice(0, MAX_LOGGED) },
      'the stored history differs from the log',
    );

/** Reads each item in a step of the loop. */
async function* inSteps<A>(items: AsyncIterable<A>, loops: LoopWatch): AsyncGenerator<A, void> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await loops.step(LOOP, () => iterator.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

interface HistoryChecking extends Pick<HistoryCheck, 'eventLog' | 'log' | 'signal'> {
  /** The minimum pause between two checks, in ms. */
  readonly pauseMs: number;
}

/**
 * Compares the whole history with the log repeatedly until the signal aborts. A check works for a tenth of the time, so
 * that it hardly slows down the process and its servers.
 */
export const runHistoryChecks = async (
  { eventLog, log, signal, pauseMs }: HistoryChecking,
  loops: LoopWatch,
  logger: Logger,
): Promise<void> => {
  const watched = loops.each(LOOP, log);
  const againstLog = historyComparison(watched, differenceLogger(logger));
  const storedPages = (until: AbortSignal) => inSteps(eventLog.storedPages(until), loops);
  const check = { eventLog: { storedPages }, log: watched, againstLog, signal };
  const pause = (ms: number): Promise<void> => delay(ms, undefined, { signal }).catch(() => undefined);
  while (!signal.aborted) {
    let began = performance.now();
    const onPage = async (): Promise<void> => {
      await pause((performance.now() - began) * PAUSE_FACTOR);
      began = performance.now();
    };
    try {
      const checked = await checkHistory({ ...check, onPage });
      logger.debug(checked, 'compared the history with the log');
    } catch (error) {
      if (!signal.aborted) logger.error({ err: error }, 'could not compare the history with the log');
    }
    await pause(pauseMs);
  }
};

/** The metrics of the comparison of the event store with the log. */
export const historyMetrics = (registry: Registry, log: MerkleLog): void => {
  const registers = [registry];
  const differences: Gauge = new Gauge({
    name: 'framewright_history_differences',
    help: 'Number of events in which the event store is known to differ from the log.',
    registers,
    collect: async () => differences.set((await log.differences()).count),
  });
  const compared: Gauge = new Gauge({
    name: 'framewright_history_compared_timestamp_seconds',
    help: 'When the whole history was last compared with the log; 0 if it never was.',
    registers,
    collect: async () => {
      const { comparedAt } = await log.differences();
      compared.set(comparedAt === undefined ? 0 : Date.parse(comparedAt) / 1000);
    },
  });
};
