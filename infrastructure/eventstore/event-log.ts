import { setTimeout as delay } from 'node:timers/promises';
import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  START,
  streamNameFilter,
} from '@eventstore/db-client';
import * as E from 'fp-ts/lib/Either.js';
import type { EventLog, LogBatch } from '../../application/ports/event-log.js';
import type { LogPosition, Recorded } from '../../domain/events.js';
import { fromRecordedEvent } from './event-codec.js';
import { readSubscription } from './subscription-reader.js';

/** Most events of a batch. */
const BATCH = 1000;
/** How many are read ahead while a batch is worked on. */
const AHEAD = 256;
const LONGEST_PAUSE = 5000;
const HEAD_DEADLINE = 5000;

/** This service's streams; whatever else is in the store is none of its business. */
const STREAM_PREFIXES = ['video-', 'render-', 'webhookEndpoint-', 'apiKey-'];

export interface LogWarnings {
  readonly onLost: (error: unknown) => void;
  readonly onUnknownEvent: (type: string) => void;
}

type Stored = NonNullable<AllStreamResolvedEvent['event']>;

/**
 * The log of this service's events in EventStoreDB's `$all`. The server's checkpoints of filtered subscriptions are not
 * used: only positions of events that were really read.
 */
export const eventStoreDbEventLog = (client: EventStoreDBClient, warn: LogWarnings): EventLog => {
  const decode = (stored: ReadonlyArray<Stored>, upTo: LogPosition): LogBatch => {
    const events: Recorded[] = [];
    const unknownTypes = new Set<string>();
    for (const event of stored) {
      const decoded = fromRecordedEvent(event, event.position);
      if (E.isRight(decoded)) events.push(decoded.right);
      else unknownTypes.add(decoded.left.type);
    }
    for (const type of unknownTypes) warn.onUnknownEvent(type);
    return { events, unknownTypes: [...unknownTypes], upTo };
  };

  return {
    follow: async function* (after, signal) {
      let position = after;
      let pause = 100;
      while (!signal.aborted) {
        const subscription = client.subscribeToAll(
          { fromPosition: position ?? START, filter: streamNameFilter({ prefixes: STREAM_PREFIXES }) },
          { highWaterMark: AHEAD },
        );
        const reader = readSubscription(subscription, signal);
        try {
          for (;;) {
            const stored = (await reader.next(BATCH)).flatMap(({ event }) => event ?? []);
            const last = stored.at(-1);
            if (!last) continue;
            yield decode(stored, last.position);
            position = last.position;
            pause = 100;
          }
        } catch (error) {
          if (signal.aborted) return;
          warn.onLost(error);
          await delay(pause, undefined, { signal }).catch(() => undefined);
          pause = Math.min(pause * 2, LONGEST_PAUSE);
        } finally {
          void subscription.unsubscribe().catch(() => undefined);
          subscription.destroy();
        }
      }
    },

    headAfter: async (floor) => {
      const backwards = client.readAll({ direction: BACKWARDS, fromPosition: END, deadline: HEAD_DEADLINE });
      for await (const { event } of backwards) {
        if (!event) continue;
        if (floor && event.position.commit <= floor.commit) return undefined;
        if (STREAM_PREFIXES.some((prefix) => event.streamId.startsWith(prefix))) return event.position;
      }
      return undefined;
    },
  };
};
