import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type AllStreamResolvedEvent,
  type EventStoreDBClient,
  excludeSystemEvents,
  START,
} from '@eventstore/db-client';
import * as E from 'fp-ts/lib/Either.js';
import type { EventLog } from '../../application/ports/event-log.js';
import type { LogPosition, Recorded } from '../../domain/events.js';
import { fromRecordedEvent } from './event-codec.js';

/** Most events of a batch, and most that are read ahead of it. */
const BATCH = 1000;
const LONGEST_PAUSE = 5000;

export interface LogWarnings {
  readonly onLost: (error: unknown) => void;
  readonly onUnknownEvent: (type: string) => void;
}

/** Waits for either, and leaves no listener behind. Rejects with the stream's error. */
const readableOrEnded = async (stream: Readable, signal: AbortSignal): Promise<void> => {
  const settled = new AbortController();
  const either = { signal: AbortSignal.any([signal, settled.signal]) };
  try {
    await Promise.race([once(stream, 'readable', either), once(stream, 'end', either)]);
  } finally {
    settled.abort();
  }
};

/** All that can be read from the stream at once, up to a batch; waits for the first. */
const nextBatch = async (
  stream: Readable,
  signal: AbortSignal,
): Promise<ReadonlyArray<AllStreamResolvedEvent>> => {
  const batch: AllStreamResolvedEvent[] = [];
  while (batch.length === 0) {
    for (let item; batch.length < BATCH && (item = stream.read() as AllStreamResolvedEvent | null);)
      batch.push(item);
    if (batch.length === 0) {
      if (stream.readableEnded || stream.destroyed)
        throw stream.errored ?? new Error('the subscription ended');
      await readableOrEnded(stream, signal);
    }
  }
  return batch;
};

/** The log of EventStoreDB's `$all`, without the server's own events. */
export const eventStoreDbEventLog = (client: EventStoreDBClient, warn: LogWarnings): EventLog => {
  const decode = ({ event }: AllStreamResolvedEvent): ReadonlyArray<Recorded> => {
    if (!event) return [];
    const decoded = fromRecordedEvent(event, event.position);
    if (E.isRight(decoded)) return [decoded.right];
    warn.onUnknownEvent(decoded.left.type);
    return [];
  };

  const subscribe = (after: LogPosition | undefined): Readable => {
    const subscription = client.subscribeToAll({
      fromPosition: after ?? START,
      filter: excludeSystemEvents(),
    });
    const ahead = new PassThrough({ objectMode: true, highWaterMark: BATCH });
    subscription.on('error', (error: Error) => ahead.destroy(error));
    ahead.once('close', () => void subscription.unsubscribe().catch(() => undefined));
    return subscription.pipe(ahead);
  };

  return {
    follow: async function* (after, signal) {
      let position = after;
      let pause = 100;
      while (!signal.aborted) {
        const stream = subscribe(position);
        try {
          for (;;) {
            const events = (await nextBatch(stream, signal)).flatMap(decode);
            if (events.length > 0) yield events;
            position = events.at(-1)?.position ?? position;
            pause = 100;
          }
        } catch (error) {
          if (signal.aborted) return;
          warn.onLost(error);
          await delay(pause, undefined, { signal }).catch(() => undefined);
          pause = Math.min(pause * 2, LONGEST_PAUSE);
        } finally {
          stream.destroy();
        }
      }
    },
  };
};
