import { randomUUID } from 'node:crypto';
import type { EventLog, RevisionStretch } from '../event-log.js';
import type { HeadCache } from './head-cache.js';
import type { IdCache } from './id-cache.js';
import type { RecentEvents } from '../reading/recent-events.js';
import { ticksOf } from '../recorded-event.js';
import { NO_STREAM_REVISION } from '../system-streams.js';
import {
  planWrites,
  relatedStreams,
  type EventPlace,
  type StreamHead,
  type WriteOutcome,
  type WriteRequest,
} from './write-plan.js';
import type { WriterSession } from './writer-session.js';

/** The log cannot be written to at the moment; the requested write may or may not have been stored. */
export class LogUnavailableError extends Error {
  override readonly name = 'LogUnavailableError';
}

const NO_HEAD: StreamHead = { revision: NO_STREAM_REVISION, data: undefined };

/** Revisions to look up, because an append behind the head may be a repetition. */
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
 * Decides a group of writes and stores their events in one transaction, with gapless positions. The result rejects with
 * LogUnavailableError if another process has written to the log.
 */
export const groupWriter = (
  log: EventLog,
  recent: RecentEvents,
  cache: HeadCache,
  ids: IdCache,
): ((requests: readonly WriteRequest[], writer: WriterSession) => Promise<readonly WriteOutcome[]>) => {
  /** Streams that every request expects to be new, and of which nothing is known. */
  const expectedAbsent = (requests: readonly WriteRequest[]): ReadonlySet<string> => {
    const [fresh, others] = [new Set<string>(), new Set<string>()];
    for (const { kind, stream, expected } of requests) {
      const names = kind === 'append' && expected === 'no_stream' ? fresh : others;
      relatedStreams(stream).forEach((name) => names.add(name));
    }
    return new Set([...fresh].filter((name) => !others.has(name) && cache.get(name) === undefined));
  };

  /** The heads of the streams written to, except those assumed to be absent. */
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

  /** Returns undefined, with nothing stored, if a stream that was assumed to be absent may exist. */
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

  /** An append to a new stream does not need to read the log first: the statement that stores it verifies that. */
  return async (requests, writer) => {
    const outcomes =
      (await tryToCommit(requests, writer, expectedAbsent(requests))) ??
      (await tryToCommit(requests, writer, new Set()));
    if (outcomes === undefined) throw new LogUnavailableError('the log was written to by another');
    return outcomes;
  };
};
