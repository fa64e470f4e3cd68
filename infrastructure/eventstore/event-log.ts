import { setTimeout as delay } from 'node:timers/promises';
import { type AllStreamResolvedEvent, type EventStoreDBClient, START } from '@eventstore/db-client';
import * as E from 'fp-ts/lib/Either.js';
import type { EventLog, LogBatch } from '../../application/ports/event-log.js';
import type { UndecodableEvent } from '../../application/ports/fault.js';
import type { LogDifference } from '../../application/ports/merkle-log.js';
import { type HistoryComparison, readEvent } from '../../application/transparency/compare-history.js';
import type { LogPosition, Recorded } from '../../domain/events.js';
import { toStoredEvent } from './event-archive.js';
import { fromRecordedEvent } from './event-codec.js';
import { eventStoreDbLogHead } from './log-head.js';
import { ownPages } from './own-events.js';
import { ownStreams } from './own-streams.js';
import { readSubscription, type SubscriptionReader } from './subscription-reader.js';

/** How many events the client buffers; few, because they may be large. */
const CLIENT_BUFFER = 32;
const MAX_PAUSE = 5000;
/** After a batch of this many events, the next one starts at once. */
const MANY = 100;
/** How long the next batch is collected, as a multiple of the time that the last one took, and at most in ms. */
const COLLECTING = { share: 2, mostMs: 20 };
/** How often a subscription that delivers nothing is compared with the log, in ms. */
const CHECK_INTERVAL = 3000;

export interface LogWarnings {
  readonly onLost: (error: unknown) => void;
  readonly onUnknownEvent: (type: string) => void;
  readonly onUndecodableEvent: (event: UndecodableEvent) => void;
}

/**
 * How long to collect events for the next batch, in ms. A lone event shows that there is little to do, so the next one
 * follows at once; where several came together, a batch costs hardly more with three times the events.
 */
const collectingMs = (events: number, tookMs: number): number =>
  events > 1 && events < MANY ? Math.min(tookMs * COLLECTING.share, COLLECTING.mostMs) : 0;

/** An event that is not what was logged is skipped like one that cannot be decoded. */
const differs = ({ streamId, revision, type }: Stored): UndecodableEvent => ({
  _tag: 'UndecodableEvent',
  stream: streamId,
  revision: Number(revision),
  eventType: type,
  reason: 'the stored event differs from the log',
});

type Stored = NonNullable<AllStreamResolvedEvent['event']>;

/** Decodes a batch, and reports the events that cannot be used. */
const decode = (
  stored: ReadonlyArray<Stored>,
  upTo: LogPosition,
  differences: ReadonlyArray<LogDifference>,
  warn: LogWarnings,
): LogBatch => {
  const differing = new Set(differences.map(({ stream, revision }) => `${revision} ${stream}`));
  const events: Recorded[] = [];
  const unknownTypes = new Set<string>();
  const undecodable: UndecodableEvent[] = [];
  for (const event of stored) {
    const decoded = differing.has(`${event.revision} ${event.streamId}`)
      ? E.left(differs(event))
      : fromRecordedEvent(event, event.position);
    if (E.isRight(decoded)) events.push(decoded.right);
    else if (decoded.left._tag === 'UndecodableEvent') undecodable.push(decoded.left);
    else unknownTypes.add(decoded.left.type);
  }
  for (const type of unknownTypes) warn.onUnknownEvent(type);
  for (const event of undecodable) warn.onUndecodableEvent(event);
  return { events, unknownTypes: [...unknownTypes], undecodable, differences, upTo };
};

/**
 * The next events of a subscription. Rejects if it delivers none between two checks although the log has more: a
 * server may stop serving a subscription without ending it.
 */
const nextOf = async (
  reader: SubscriptionReader,
  headAfter: () => Promise<LogPosition | undefined>,
  checkInterval: number,
) => {
  const next = reader.next();
  next.catch(() => undefined);
  for (let isBehind = false; ;) {
    const waiting = new AbortController();
    const pause = delay(checkInterval, undefined, { signal: waiting.signal }).catch(() => undefined);
    const arrived = await Promise.race([next, pause]).finally(() => waiting.abort());
    if (arrived) return arrived;
    if (isBehind) throw new Error('the subscription does not deliver the events that the log has');
    const head = await Promise.race([next, headAfter().catch(() => undefined)]);
    if (Array.isArray(head)) return head as Awaited<typeof next>;
    isBehind = head !== undefined;
  }
};

async function* storedPages(client: EventStoreDBClient, signal: AbortSignal) {
  for await (const page of ownPages(client, signal))
    yield page.map((event) => ({ event: toStoredEvent(event), position: event.position }));
}

interface Subscribing extends Pick<LogWarnings, 'onLost'>, Pick<EventLog, 'headAfter'> {
  readonly client: EventStoreDBClient;
  readonly checkInterval: number;
}

/** Batches of what is stored; subscribes again when the subscription is lost. */
async function* batches(
  { client, headAfter, checkInterval, onLost }: Subscribing,
  after: LogPosition | undefined,
  signal: AbortSignal,
): AsyncGenerator<{ readonly stored: ReadonlyArray<Stored>; readonly upTo: LogPosition }> {
  let position = after;
  let pause = 100;
  while (!signal.aborted) {
    const subscription = client.subscribeToAll(
      { fromPosition: position ?? START, filter: ownStreams },
      { highWaterMark: CLIENT_BUFFER },
    );
    const reader = readSubscription(subscription, signal);
    const next = () => nextOf(reader, () => headAfter(position), checkInterval);
    try {
      for (;;) {
        const stored = (await next()).flatMap(({ event }) => event ?? []);
        const last = stored.at(-1);
        if (!last) continue;
        yield { stored, upTo: last.position };
        position = last.position;
        pause = 100;
      }
    } catch (error) {
      if (signal.aborted) return;
      onLost(error);
      await delay(pause, undefined, { signal }).catch(() => undefined);
      pause = Math.min(pause * 2, MAX_PAUSE);
    } finally {
      reader.close();
    }
  }
}

/**
 * The log of this service's events in EventStoreDB's `$all`. Does not use the server's checkpoints of filtered
 * subscriptions, only positions of events that were really read.
 */
export const eventStoreDbEventLog = (
  client: EventStoreDBClient,
  againstLog: HistoryComparison,
  warn: LogWarnings,
  checkInterval = CHECK_INTERVAL,
): EventLog => {
  const { headAfter } = eventStoreDbLogHead(client);
  const subscribing = { client, headAfter, checkInterval, onLost: warn.onLost };
  return {
    follow: async function* (after, signal) {
      const walk = againstLog.walk(after === undefined ? 0 : undefined);
      for await (const { stored, upTo } of batches(subscribing, after, signal)) {
        const began = performance.now();
        const { differences } = await walk.step(
          stored.map((event) => readEvent(toStoredEvent(event), event.position.commit)),
        );
        yield decode(stored, upTo, differences, warn);
        const pause = collectingMs(stored.length, performance.now() - began);
        if (pause > 0) await delay(pause, undefined, { signal }).catch(() => undefined);
      }
    },

    followStored: async function* (after, signal) {
      for await (const { stored, upTo } of batches(subscribing, after, signal))
        yield { events: stored.map(toStoredEvent), upTo };
    },

    storedPages: (signal) => storedPages(client, signal),

    headAfter,
  };
};
