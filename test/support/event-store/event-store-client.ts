/** Helpers for talking to an event store in tests. */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  EventStoreDBClient,
  jsonEvent,
  type AllStreamRecordedEvent,
  type AllStreamResolvedEvent,
  type EventData,
  type JSONEventData,
  type ResolvedEvent,
} from '@eventstore/db-client';
import { sharedEventStore } from './embedded-node.js';

export const uniqueStream = (prefix = 'test'): string => `${prefix}-${randomUUID()}`;

/** A client of the shared event store; dispose of it in an `after` hook. */
export const connect = async (): Promise<EventStoreDBClient> =>
  EventStoreDBClient.connectionString(await sharedEventStore());

export const numberedEvent = (number: number, type = 'Numbered'): JSONEventData =>
  jsonEvent({ id: randomUUID(), type, data: { number } });

export const numberedEvents = (count: number, type = 'Numbered'): JSONEventData[] =>
  Array.from({ length: count }, (_, number) => numberedEvent(number, type));

/** Reads to the end. */
export const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
};

type ClientStream<Item> = Readable & {
  [Symbol.asyncIterator]: () => AsyncIterator<Item>;
  /** Of reads. */
  cancel?: () => Promise<void>;
  /** Of subscriptions. */
  unsubscribe?: () => Promise<void>;
};

/**
 * Reads until the condition holds for the items so far, then cancels the read or subscription; rejects if it ends
 * before. The stream keeps flowing afterwards: in the client, a call whose responses nobody consumes never ends, and
 * its `dispose` would wait forever.
 */
export const collectUntil = <Item>(
  stream: ClientStream<Item>,
  enough: (all: readonly Item[]) => boolean,
): Promise<Item[]> =>
  new Promise((resolve, reject) => {
    const all: Item[] = [];
    const collectItem = (item: Item): void => {
      all.push(item);
      if (!enough(all)) return;
      stream.off('data', collectItem);
      stream.resume();
      resolve(all);
      void (stream.cancel?.() ?? stream.unsubscribe?.());
    };
    stream.on('data', collectItem);
    stream.once('error', reject);
    stream.once('end', () => reject(new Error(`ended after ${all.length} items`)));
  });

export const idsOf = (events: readonly (ResolvedEvent | AllStreamResolvedEvent)[]): (string | undefined)[] =>
  events.map(({ event }) => event?.id);

export const proposedIds = (events: readonly EventData[]): string[] => events.map(({ id }) => id);

/** The event of a resolved event; throws if there is none. */
export const eventOf = ({ event }: AllStreamResolvedEvent): AllStreamRecordedEvent => {
  if (event === undefined) throw new Error('no event');
  return event;
};

/** Resolves with the rejection of the promise; rejects if it was not rejected. */
export const rejectionOf = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('was not rejected');
};
