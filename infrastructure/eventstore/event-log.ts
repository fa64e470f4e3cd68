import { setTimeout as delay } from 'node:timers/promises';
import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  START,
} from '@eventstore/db-client';
import * as E from 'fp-ts/lib/Either.js';
import type { EventLog, LogBatch } from '../../application/ports/event-log.js';
import type { UndecodableEvent } from '../../application/ports/fault.js';
import type { LogPosition, Recorded } from '../../domain/events.js';
import { toStoredEvent } from './event-archive.js';
import { fromRecordedEvent } from './event-codec.js';
import { isOwnStream, ownStreams } from './own-streams.js';
import { readSubscription } from './subscription-reader.js';

/** How many events the client buffers; few, because they may be large. */
const CLIENT_BUFFER = 32;
const MAX_PAUSE = 5000;
/** How many events of a batch are so many that no time is spent to collect the next ones. */
const MANY = 100;
/** How long the next batch is collected, as a multiple of the time that the last one took, and at most in ms. */
const COLLECTING = { share: 2, mostMs: 20 };
const HEAD_DEADLINE = 5000;
/** How many events are read at once to find the last one of this service. */
const HEAD_PAGE = 20;

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

type Stored = NonNullable<AllStreamResolvedEvent['event']>;

const isAfter = (position: LogPosition, floor: LogPosition | undefined): boolean =>
  floor === undefined || position.commit > floor.commit;

/** The last events up to a position, newest first, read to the end because the client keeps unread streams open. */
const lastEvents = async (
  client: EventStoreDBClient,
  fromPosition: LogPosition | typeof END,
): Promise<ReadonlyArray<Stored>> => {
  const page: Stored[] = [];
  for await (const { event } of client.readAll({
    direction: BACKWARDS,
    fromPosition,
    maxCount: HEAD_PAGE,
    deadline: HEAD_DEADLINE,
  }))
    if (event) page.push(event);
  return page;
};

/**
 * The log of this service's events in EventStoreDB's `$all`. Does not use the server's checkpoints of filtered
 * subscriptions, only positions of events that were really read.
 */
export const eventStoreDbEventLog = (client: EventStoreDBClient, warn: LogWarnings): EventLog => {
  const decode = (stored: ReadonlyArray<Stored>, upTo: LogPosition): LogBatch => {
    const events: Recorded[] = [];
    const unknownTypes = new Set<string>();
    const undecodable: UndecodableEvent[] = [];
    for (const event of stored) {
      const decoded = fromRecordedEvent(event, event.position);
      if (E.isRight(decoded)) events.push(decoded.right);
      else if (decoded.left._tag === 'UndecodableEvent') undecodable.push(decoded.left);
      else unknownTypes.add(decoded.left.type);
    }
    for (const type of unknownTypes) warn.onUnknownEvent(type);
    for (const event of undecodable) warn.onUndecodableEvent(event);
    return { events, unknownTypes: [...unknownTypes], undecodable, upTo };
  };

  /**
   * A stretch of the log without events of this service, which is not searched again: in a store that others use, it
   * would be searched every time, and grow.
   */
  let foreign: { readonly after: LogPosition; readonly upTo: LogPosition } | undefined;

  /** Batches of what is stored; subscribes again when the subscription is lost. */
  async function* batches(
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
      try {
        for (;;) {
          const stored = (await reader.next()).flatMap(({ event }) => event ?? []);
          const last = stored.at(-1);
          if (!last) continue;
          yield { stored, upTo: last.position };
          position = last.position;
          pause = 100;
        }
      } catch (error) {
        if (signal.aborted) return;
        warn.onLost(error);
        await delay(pause, undefined, { signal }).catch(() => undefined);
        pause = Math.min(pause * 2, MAX_PAUSE);
      } finally {
        reader.close();
      }
    }
  }

  return {
    follow: async function* (after, signal) {
      for await (const { stored, upTo } of batches(after, signal)) {
        const began = performance.now();
        yield decode(stored, upTo);
        const pause = collectingMs(stored.length, performance.now() - began);
        if (pause > 0) await delay(pause, undefined, { signal }).catch(() => undefined);
      }
    },

    followStored: async function* (after, signal) {
      for await (const { stored, upTo } of batches(after, signal))
        yield { events: stored.map(toStoredEvent), upTo };
    },

    headAfter: async (floor) => {
      const stop =
        foreign && !isAfter(foreign.after, floor) && isAfter(foreign.upTo, floor) ? foreign.upTo : floor;
      let newest: LogPosition | undefined;
      for (let fromPosition: LogPosition | typeof END = END; ;) {
        const page = await lastEvents(client, fromPosition);
        newest ??= page[0]?.position;
        const ours = page.find(({ streamId }) => isOwnStream(streamId));
        const oldest = page.at(-1);
        if (ours && isAfter(ours.position, stop)) return ours.position;
        if (ours || !oldest || page.length < HEAD_PAGE || !isAfter(oldest.position, stop)) {
          if (floor && newest) foreign = { after: floor, upTo: newest };
          return undefined;
        }
        fromPosition = oldest.position;
      }
    },
  };
};

/** The commit position of the last event of this service; undefined if there is none. */
export const lastOwnCommit = async (client: EventStoreDBClient): Promise<bigint | undefined> => {
  const log = eventStoreDbEventLog(client, {
    onLost: () => undefined,
    onUnknownEvent: () => undefined,
    onUndecodableEvent: () => undefined,
  });
  return (await log.headAfter(undefined))?.commit;
};
