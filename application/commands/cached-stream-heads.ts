import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { LRUCache } from 'lru-cache';
import type { Folding } from '../../domain/decider.js';
import type { DomainEvent } from '../../domain/events.js';
import type { EventStore, NewEvent, WrongExpectedRevision } from '../ports/event-store.js';
import type { Fault } from '../ports/fault.js';
import { readStreamHead } from './read-stream-head.js';
import { headAfter, type StreamHead } from './stream-head.js';
import { inOrderByKey } from '../keyed-mutex.js';
import { roughBytes } from '../../domain/codec/rough-bytes.js';

/** Maximum total size of the cached heads, in bytes: some 4 000 heads of videos with a few clips. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Approximate memory of a head besides the JSON of its state, for its metadata and objects, in bytes. */
const BYTES_BESIDES_STATE = 2048;

/** A cache of stream heads, limited in size. */
export const headCache = () => {
  const cached = new LRUCache<string, StreamHead<unknown>>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ state }) => BYTES_BESIDES_STATE + roughBytes(state),
  });
  return {
    get: (stream: string): StreamHead<unknown> | undefined => cached.get(stream),
    forget: (stream: string): void => void cached.delete(stream),
    /** Caches a head, unless a later one is already cached: streams only grow. */
    put: (stream: string, head: StreamHead<unknown>): void => {
      if ((cached.peek(stream)?.count ?? 0) <= head.count) cached.set(stream, head);
    },
  };
};

/** Events to append to a stream, and the state they lead to. */
export interface NextEvents<State> {
  readonly events: ReadonlyArray<NewEvent>;
  readonly state: State;
  /**
   * Whether another process may have appended events with the same ids. The store then reports that the events are
   * stored, although the stored ones may differ from these.
   */
  readonly mayBeRepeat: boolean;
}

/** An event store that caches the heads of recently used streams. */
export interface EventStoreWithHeads extends EventStore {
  /** The cached head of a stream. Other processes may have appended to the stream since. */
  readonly cachedHead: <State>(stream: string) => StreamHead<State> | undefined;
  /** Reads the current head of a stream, until the signal aborts. */
  readonly readHead: <State, Event extends DomainEvent>(
    folding: Folding<State, Event>,
    stream: string,
    signal?: AbortSignal,
  ) => TE.TaskEither<Fault, StreamHead<State>>;
  /** Appends to a stream if `head` is still its head; returns the new head. */
  readonly appendTo: <State>(
    stream: string,
    head: StreamHead<State>,
    next: NextEvents<State>,
  ) => TE.TaskEither<Fault | WrongExpectedRevision, StreamHead<State>>;
  readonly forgetHead: (stream: string) => void;
  /** Runs tasks with the same key, usually a stream, one after the other; see `inOrderByKey`. */
  readonly inOrder: ReturnType<typeof inOrderByKey>;
}

/**
 * Adds a cache of stream heads to an event store. A head is cached after it was read, or after an append that cannot
 * have been a repetition: the store then contains exactly what was sent. After any other append the head is removed, so
 * that it is read again before it is used.
 */
export const cachedStreamHeads = (eventStore: EventStore): EventStoreWithHeads => {
  const cache = headCache();
  // The name of a stream determines its aggregate, so a cached state has the right type.
  const cachedHead = <State>(stream: string) => cache.get(stream) as StreamHead<State> | undefined;

  return {
    ...eventStore,
    cachedHead,
    readHead: <State, Event extends DomainEvent>(
      folding: Folding<State, Event>,
      stream: string,
      signal?: AbortSignal,
    ) =>
      pipe(
        readStreamHead(folding, eventStore, signal)(stream, cachedHead<State>(stream)),
        TE.tapIO((head) => () => {
          if (head.count > 0) cache.put(stream, head);
        }),
      ),
    appendTo: (stream, head, { events, state, mayBeRepeat }) =>
      pipe(
        eventStore.append(stream, head.count === 0 ? 'no-stream' : BigInt(head.count - 1), events),
        TE.map((position) => {
          const next = headAfter(head, state, events, position);
          if (mayBeRepeat) cache.forget(stream);
          else cache.put(stream, next);
          return next;
        }),
      ),
    forgetHead: cache.forget,
    inOrder: inOrderByKey(),
  };
};

/** Reads the state of a stream; stops if the signal aborts. */
export const loadState =
  <State, Event extends DomainEvent>(
    decider: Folding<State, Event>,
    eventStore: EventStoreWithHeads,
    signal?: AbortSignal,
  ) =>
  (stream: string): TE.TaskEither<Fault, State> =>
    pipe(
      eventStore.readHead(decider, stream, signal),
      TE.map(({ state }) => state),
    );
