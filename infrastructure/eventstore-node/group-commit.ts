import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventLog, RevisionStretch } from './event-log.js';
import type { HeadCache } from './head-cache.js';
import { createIdCache } from './id-cache.js';
import { ticksOf } from './recorded-event.js';
import type { RecentEvents } from './recent-events.js';
import { NO_STREAM_REVISION } from './system-streams.js';
import {
  planWrites,
  relatedStreams,
  type EventPlace,
  type StreamHead,
  type WriteOutcome,
  type WriteRequest,
} from './write-plan.js';
import { createWriteQueue } from './write-queue.js';
import type { WriterSession } from './writer-session.js';

/** The log can't be written to at the moment; what was asked for may or may not have been stored. */
export class LogUnavailableError extends Error {
  override readonly name = 'LogUnavailableError';
}

export type GroupCommit = {
  /**
   * Queues a write. Resolves once it is decided and, if it stores anything, on disk. Rejects with
   * LogUnavailableError, or with WriteAbandonedError when the signal aborted while it was still waiting.
   */
  readonly submit: (request: WriteRequest, signal: AbortSignal) => Promise<WriteOutcome>;
  /** Resolves when not too much waits to be stored: the time to take more from clients that don't wait for answers. */
  readonly hasRoom: () => Promise<void>;
  /** Finishes what is queued and gives up the log. */
  readonly stop: () => Promise<void>;
};

const REOPEN_DELAY_MS = 200;

const NO_HEAD: StreamHead = { revision: NO_STREAM_REVISION, data: undefined };

/** Revisions that must be looked up, because an append behind the head may be a repeat. */
const stretchesToFind = (
  requests: readonly WriteRequest[],
  heads: ReadonlyMap<string, StreamHead>,
): RevisionStretch[] =>
  requests.flatMap(({ stream, expected, events }) => {
    if (expected === 'any' || expected === 'stream_exists' || events.length === 0) return [];
    const exact = expected === 'no_stream' ? NO_STREAM_REVISION : expected;
    const head = heads.get(stream)?.revision ?? NO_STREAM_REVISION;
    return exact < head ? [{ stream, first: exact + 1n, last: exact + BigInt(events.length) }] : [];
  });

/**
 * The log's writer. Requests that arrive while a transaction is under way are gathered and stored by the next
 * one, so that throughput grows with concurrency, and positions follow each other in commit order without a gap.
 * `openSession` is called again whenever the session broke; until it succeeds, writes are refused.
 */
export const startGroupCommit = (
  first: WriterSession,
  openSession: () => Promise<WriterSession>,
  log: EventLog,
  recent: RecentEvents,
  cache: HeadCache,
  onFault: (error: unknown) => void,
): GroupCommit => {
  const ids = createIdCache();
  const queue = createWriteQueue();
  let session: WriterSession | undefined = first;
  let working: Promise<void> | undefined;
  let stopped = false;

  /** Streams that all who append to them expect to be new, and of which nothing is known. */
  const expectedAbsent = (requests: readonly WriteRequest[]): ReadonlySet<string> => {
    const [fresh, others] = [new Set<string>(), new Set<string>()];
    for (const { kind, stream, expected } of requests) {
      const names = kind === 'append' && expected === 'no_stream' ? fresh : others;
      relatedStreams(stream).forEach((name) => names.add(name));
    }
    return new Set([...fresh].filter((name) => !others.has(name) && cache.get(name) === undefined));
  };

  /** The heads of the streams written to; those taken for absent are not asked for. */
  const headsFor = async (
    requests: readonly WriteRequest[],
    absent: ReadonlySet<string>,
  ): Promise<Map<string, StreamHead>> => {
    const names = [...new Set(requests.flatMap(({ stream }) => relatedStreams(stream)))];
    const unknown = names.filter((name) => cache.get(name) === undefined && !absent.has(name));
    const loaded = unknown.length === 0 ? new Map<string, StreamHead>() : await log.heads(unknown);
    for (const name of unknown) cache.set(name, loaded.get(name) ?? NO_HEAD);
    return new Map(names.map((name) => [name, loaded.get(name) ?? cache.get(name) ?? NO_HEAD]));
  };

  const placesFor = async (
    requests: readonly WriteRequest[],
    heads: ReadonlyMap<string, StreamHead>,
  ): Promise<readonly EventPlace[]> => {
    const stretches = stretchesToFind(requests, heads);
    return stretches.length === 0 ? [] : log.placesByRevision(stretches);
  };

  /** Gives undefined, with nothing stored, when the streams taken for absent may not be. */
  const tryToCommit = async (
    requests: readonly WriteRequest[],
    writer: WriterSession,
    absent: ReadonlySet<string>,
  ): Promise<readonly WriteOutcome[] | undefined> => {
    const heads = await headsFor(requests, absent);
    const places = await placesFor(requests, heads);
    const context = { nextPosition: recent.head() + 1n, now: ticksOf(Date.now()), newId: randomUUID };
    const plan = planWrites(requests, { heads, places, firstWithId: ids.first }, context);
    if (plan.events.length === 0 && absent.size > 0) return undefined;
    if (plan.events.length > 0) {
      if (!(await writer.store(plan.events, [...absent]))) return undefined;
      for (const name of absent) cache.set(name, NO_HEAD);
      for (const [stream, head] of plan.heads) cache.set(stream, head);
      plan.events.forEach(ids.remember);
      recent.publish(plan.events);
    }
    return plan.outcomes;
  };

  /** An append to a new stream needs no look at the log before: the statement that stores it makes sure. */
  const commit = async (
    requests: readonly WriteRequest[],
    writer: WriterSession,
  ): Promise<readonly WriteOutcome[]> => {
    const outcomes =
      (await tryToCommit(requests, writer, expectedAbsent(requests))) ??
      (await tryToCommit(requests, writer, new Set()));
    if (outcomes === undefined) throw new LogUnavailableError('the log was written to by another');
    return outcomes;
  };

  /** After a fault nobody knows what was committed: only a new session, and the log itself, can tell. */
  const reopen = async (): Promise<void> => {
    await session?.close().catch(onFault);
    session = undefined;
    cache.clear();
    for (;;) {
      if (stopped) return;
      try {
        session = await openSession();
        // What was committed without an answer is to be recognised when it is repeated.
        (await log.placesAfter(recent.head())).forEach(ids.remember);
        recent.reset(session.head);
        return;
      } catch (error) {
        onFault(error);
        refuseAll();
        await delay(REOPEN_DELAY_MS);
      }
    }
  };

  const refuseAll = (): void => {
    if (!queue.isEmpty()) queue.refuseAll(new LogUnavailableError('the log can not be written to'));
  };

  /** Stores the next group, or begins a new session if the last one broke. */
  const step = async (writer: WriterSession): Promise<void> => {
    if (writer.isLost()) return reopen();
    const group = queue.takeGroup();
    try {
      const outcomes = await commit(
        group.map(({ request }) => request),
        writer,
      );
      group.forEach(({ resolve }, index) => resolve(outcomes[index] as WriteOutcome));
    } catch (error) {
      onFault(error);
      group.forEach(({ reject }) => reject(new LogUnavailableError('storing failed')));
      await reopen();
    }
  };

  const work = async (): Promise<void> => {
    for (;;) {
      const writer = session;
      if (queue.isEmpty() || writer === undefined) break;
      await step(writer);
    }
    refuseAll();
    working = undefined;
  };

  return {
    submit: (request, signal) =>
      new Promise((resolve, reject) => {
        if (stopped) {
          reject(new LogUnavailableError('the server is shutting down'));
          return;
        }
        queue.push({ request, signal, resolve, reject });
        working ??= work();
      }),
    hasRoom: queue.hasRoom,
    stop: async () => {
      stopped = true;
      await working;
      await session?.close();
    },
  };
};
