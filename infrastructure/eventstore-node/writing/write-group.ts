import type { LRUCache } from 'lru-cache';
import type { EventLog, RevisionStretch } from '../event-log.js';
import type { RecentEvents } from '../reading/recent-events.js';
import { ticksOf } from '../recorded-event.js';
import { NO_STREAM_REVISION } from './append-decision.js';
import { type AppendOutcome, type AppendRequest, planWrites } from './write-plan.js';
import type { WriterSession } from './writer-session.js';

/**
 * The last revisions of recently written streams (-1: no events). Only this writer appends to the log, so they are always
 * current.
 */
export type HeadCache = LRUCache<string, bigint>;

/** The log cannot be written to at the moment; the requested write may or may not have been stored. */
export class LogUnavailableError extends Error {
  override readonly name = 'LogUnavailableError';
}

/** Revisions to look up, because an append behind the last revision may be a repetition. */
const stretchesToFind = (
  requests: readonly AppendRequest[],
  heads: ReadonlyMap<string, bigint>,
): RevisionStretch[] =>
  requests.flatMap(({ stream, expected, events }) => {
    if (expected === 'any' || expected === 'stream_exists' || events.length === 0) return [];
    const exact = expected === 'no_stream' ? NO_STREAM_REVISION : expected;
    const head = heads.get(stream) ?? NO_STREAM_REVISION;
    return exact < head ? [{ stream, first: exact + 1n, last: exact + BigInt(events.length) }] : [];
  });

/**
 * Decides a group of appends and stores their events in one transaction, with gapless positions. The result rejects
 * with LogUnavailableError if another process has written to the log.
 */
export const groupWriter = (
  log: EventLog,
  recent: RecentEvents,
  cache: HeadCache,
): ((requests: readonly AppendRequest[], writer: WriterSession) => Promise<readonly AppendOutcome[]>) => {
  /** Streams that every request expects to be new, and of which nothing is known. */
  const expectedAbsent = (requests: readonly AppendRequest[]): ReadonlySet<string> => {
    const others = new Set(
      requests.filter(({ expected }) => expected !== 'no_stream').map(({ stream }) => stream),
    );
    const streams = requests.map(({ stream }) => stream);
    return new Set(streams.filter((name) => !others.has(name) && cache.get(name) === undefined));
  };

  /** The last revisions of the streams written to, except those assumed to be absent. */
  const headsFor = async (
    requests: readonly AppendRequest[],
    absent: ReadonlySet<string>,
  ): Promise<Map<string, bigint>> => {
    const names = [...new Set(requests.map(({ stream }) => stream))];
    const unknown = names.filter((name) => cache.get(name) === undefined && !absent.has(name));
    const loaded = unknown.length === 0 ? new Map<string, bigint>() : await log.heads(unknown);
    for (const name of unknown) cache.set(name, loaded.get(name) ?? NO_STREAM_REVISION);
    return new Map(names.map((name) => [name, loaded.get(name) ?? cache.get(name) ?? NO_STREAM_REVISION]));
  };

  /** Returns undefined, with nothing stored, if a stream that was assumed to be absent may exist. */
  const tryToCommit = async (
    requests: readonly AppendRequest[],
    writer: WriterSession,
    absent: ReadonlySet<string>,
  ): Promise<readonly AppendOutcome[] | undefined> => {
    const heads = await headsFor(requests, absent);
    const stretches = stretchesToFind(requests, heads);
    const places = stretches.length === 0 ? [] : await log.placesByRevision(stretches);
    const context = { nextPosition: recent.head() + 1n, now: ticksOf(Date.now()) };
    const plan = planWrites(requests, { heads, places }, context);
    if (plan.events.length === 0 && absent.size > 0) return undefined;
    if (plan.events.length > 0) {
      if (!(await writer.store(plan.events, [...absent]))) return undefined;
      for (const name of absent) cache.set(name, NO_STREAM_REVISION);
      for (const [stream, head] of plan.heads) cache.set(stream, head);
      recent.publish(plan.events);
    }
    return plan.outcomes;
  };

  /** An append to a new stream does not need to read the log first: the statement that stores it verifies that. */
  return async (requests, writer) => {
    const outcomes =
      (await tryToCommit(requests, writer, expectedAbsent(requests))) ??
      (await tryToCommit(requests, writer, new Set()));
    if (outcomes === undefined) throw new LogUnavailableError('the log was written to by another');
    return outcomes;
  };
};
