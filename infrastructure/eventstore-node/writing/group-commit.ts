import { setTimeout as delay } from 'node:timers/promises';
import type { StoredLog } from '../event-log.js';
import type { RecentEvents } from '../reading/recent-events.js';
import { groupWriter, type HeadCache, LogUnavailableError } from './write-group.js';
import type { AppendOutcome, AppendRequest } from './write-plan.js';
import { takeGroup, type WaitingWrite } from './write-queue.js';
import type { WriterSession } from './writer-session.js';

export type GroupCommit = {
  /**
   * Queues a write. Resolves when it is decided and, if it stores anything, on disk. Rejects with LogUnavailableError,
   * or with WriteAbandonedError if the caller was cancelled while it was waiting.
   */
  readonly submit: (request: AppendRequest, caller: WaitingWrite['caller']) => Promise<AppendOutcome>;
  /** Finishes the queue and releases the log. */
  readonly stop: () => Promise<void>;
};

const REOPEN_DELAY_MS = 200;

/** Stores a group and answers its requests. @returns whether that worked */
const storeGroup = async (
  group: ReadonlyArray<WaitingWrite>,
  commit: ReturnType<typeof groupWriter>,
  writer: WriterSession,
  onFault: (error: unknown) => void,
): Promise<boolean> => {
  try {
    const outcomes = await commit(
      group.map(({ request }) => request),
      writer,
    );
    group.forEach(({ resolve }, index) => resolve(outcomes[index] as AppendOutcome));
    return true;
  } catch (error) {
    onFault(error);
    group.forEach(({ reject }) => reject(new LogUnavailableError('storing failed')));
    return false;
  }
};

/**
 * The writer of the log. Requests that arrive during a transaction are collected and stored by the next one (group
 * commit), so that throughput grows with concurrency, and positions are gapless in commit order. `openSession` is
 * called again whenever the session breaks; until it succeeds, writes are refused.
 */
export const startGroupCommit = (
  first: WriterSession,
  openSession: () => Promise<WriterSession>,
  log: StoredLog,
  recent: RecentEvents,
  cache: HeadCache,
  onFault: (error: unknown) => void,
): GroupCommit => {
  const commit = groupWriter(log, recent, cache);
  const queue: WaitingWrite[] = [];
  let session: WriterSession | undefined = first;
  let working: Promise<void> | undefined;
  let stopped = false;

  /** After a fault it is unknown what was committed; only a new session can find out from the log. */
  const reopen = async (): Promise<void> => {
    await session?.close().catch(onFault);
    session = undefined;
    cache.clear();
    for (;;) {
      if (stopped) return;
      session = await openSession().catch((error: unknown) => {
        onFault(error);
        return undefined;
      });
      if (session) return recent.reset(session.head);
      refuseAll();
      await delay(REOPEN_DELAY_MS);
    }
  };

  const refuseAll = (): void =>
    queue.splice(0).forEach(({ reject }) => reject(new LogUnavailableError('the log cannot be written to')));

  /** Stores group after group, and opens a new session when the last one broke. */
  const work = async (): Promise<void> => {
    for (let writer = session; writer && queue.length > 0; writer = session) {
      const isStored = !writer.isLost() && (await storeGroup(takeGroup(queue), commit, writer, onFault));
      if (!isStored) await reopen();
    }
    refuseAll();
    working = undefined;
  };

  return {
    submit: (request, caller) =>
      new Promise((resolve, reject) => {
        if (stopped) return reject(new LogUnavailableError('the server is shutting down'));
        queue.push({ request, caller, resolve, reject });
        working ??= work();
      }),
    stop: async () => {
      stopped = true;
      await working;
      await session?.close();
    },
  };
};
