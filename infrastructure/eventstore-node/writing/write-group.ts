import type { LRUCache } from 'lru-cache';
import type { StoredLog, RevisionStretch } from '../event-log.js';
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
    const head = heads.get(stream) ?? NO_STREAM_REVISION;
    if (expected === 'any' || expected >= head || events.length === 0) return [];
    return [{ stream, first: expected + 1n, last: expected + BigInt(events.length) }];
  });

/** Decides a group of appends and stores their events in one transaction, with gapless positions. */
export const groupWriter = (
  log: StoredLog,
  recent: RecentEvents,
  cache: HeadCache,
): ((requests: readonly AppendRequest[], writer: WriterSession) => Promise<readonly AppendOutcome[]>) => {
  /** The last revisions of the streams written to. */
  const headsFor = async (requests: readonly AppendRequest[]): Promise<Map<string, bigint>> => {
    const names = [...new Set(requests.map(({ stream }) => stream))];
    const unknown = names.filter((name) => cache.get(name) === undefined);
    const loaded = unknown.length === 0 ? new Map<string, bigint>() : await log.heads(unknown);
    for (const name of unknown) cache.set(name, loaded.get(name) ?? NO_STREAM_REVISION);
    return new Map(names.map((name) => [name, loaded.get(name) ?? cache.get(name) ?? NO_STREAM_REVISION]));
  };

  return async (requests, writer) => {
    const heads = await headsFor(requests);
    const stretches = stretchesToFind(requests, heads);
    const places = stretches.length === 0 ? [] : await log.placesByRevision(stretches);
    const context = { nextPosition: recent.head() + 1n, now: ticksOf(Date.now()) };
    const plan = planWrites(requests, { heads, places }, context);
    if (plan.events.length > 0) {
      await writer.store(plan.events);
      for (const [stream, head] of plan.heads) cache.set(stream, head);
      recent.publish(plan.events);
    }
    return plan.outcomes;
  };
};
