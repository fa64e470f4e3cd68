import {
  ErrorType,
  type EventStoreDBClient,
  MaxAppendSizeExceededError,
  NO_STREAM,
} from '@eventstore/db-client';
import * as E from 'fp-ts/lib/Either.js';
import pLimit from 'p-limit';
import type { EventStore, WrongExpectedRevision } from '../../application/ports/event-store.js';
import { type Fault, unavailable } from '../../application/ports/fault.js';
import type { HistoryComparison } from '../../application/transparency/compare-history.js';
import type { LogPosition } from '../../domain/events.js';
import { inSpan } from '../platform/tracing/spans.js';
import { toEventData } from './event-codec.js';
import { foldStream } from './fold-stream.js';
import { DEADLINE, isOfType, readOne } from './read-slice.js';
import { retrying } from './retrying.js';

/** How many streams are read concurrently; each read may have some large events in memory. */
const MAX_CONCURRENT_READS = 8;

const storeFault = unavailable('the event store');

const refusalOrFault = (error: unknown): WrongExpectedRevision | Fault => {
  if (isOfType(error, ErrorType.WRONG_EXPECTED_VERSION)) return { _tag: 'WrongExpectedRevision' };
  if (error instanceof MaxAppendSizeExceededError)
    return { _tag: 'EventTooLarge', maxBytes: error.maxAppendSize };
  return storeFault(error);
};

/** System streams belong to the server, and an append to `$$` crashes an EventStoreDB node. */
const assertOrdinary = (stream: string): void => {
  if (stream.startsWith('$')) throw new Error(`the service must not append to the system stream ${stream}`);
};

/** The event store in EventStoreDB. What is folded is compared with the log. Create the client with `connectToEventStore`. */
export const eventStoreDbEventStore = (
  client: EventStoreDBClient,
  againstLog: HistoryComparison,
): EventStore => {
  const reads = pLimit(MAX_CONCURRENT_READS);
  /** The response to an append that was stored before, with the same ids, may lack its position. */
  const lastPosition = async (stream: string): Promise<LogPosition> => {
    const last = await readOne(client, stream);
    if (last?.position) return last.position;
    throw new Error('the stream that was just written has no last event');
  };

  return {
    foldStream: (stream, slice, fold, signal) => async () => {
      try {
        return await reads(() => foldStream(client, againstLog, stream, slice, fold, signal));
      } catch (error) {
        return E.left(signal?.aborted ? { _tag: 'Abandoned' } : storeFault(error));
      }
    },

    append: (stream, expected, events) => () => {
      const attributes = { 'framewright.stream': stream, 'framewright.events': events.length };
      return inSpan('append', { kind: 'CLIENT', attributes }, async (span) => {
        assertOrdinary(stream);
        try {
          const data = events.map(toEventData);
          const expectedRevision = expected === 'no-stream' ? NO_STREAM : expected;
          const options = { expectedRevision, deadline: DEADLINE } as const;
          const { success, position } = await retrying(() => client.appendToStream(stream, data, options));
          // With throwOnAppendFailure=false in the URL, the client returns instead of throwing.
          if (!success) return E.left({ _tag: 'WrongExpectedRevision' });
          return E.right(position ?? (await lastPosition(stream)));
        } catch (error) {
          const problem = refusalOrFault(error);
          span.fail(problem._tag);
          return E.left(problem);
        }
      });
    },
  };
};
