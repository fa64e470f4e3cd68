import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Folding } from '../../domain/decider.js';
import type { DomainEvent, Recorded } from '../../domain/events.js';
import { decisiveEvents } from './decisive-events.js';
import type { EventStore } from '../ports/event-store.js';
import type { Fault } from '../ports/fault.js';
import { emptyHead, headAfter, type StreamHead } from './stream-head.js';

/** How many events after a known head are read before searching for the decisive events instead. */
const MAX_EVENTS_AHEAD = 4;

/** The state after one more event of a stream. An event of another aggregate, which no stream should have, is ignored. */
const evolveBy =
  <State, Event extends DomainEvent>({ isEvent, evolve }: Folding<State, Event>) =>
  (state: State, { event }: Recorded): State =>
    isEvent(event) ? evolve(state, event) : state;

/** The head of a stream, from events that lead to the same state as all its events. */
const headOf = <State, Event extends DomainEvent>(
  decider: Folding<State, Event>,
  decisive: ReadonlyArray<Recorded>,
): StreamHead<State> => {
  const last = decisive.at(-1);
  const state = decisive.reduce(evolveBy(decider), decider.initialState);
  const head = headAfter(emptyHead(decider), state, decisive, last?.position);
  return last ? { ...head, count: Number(last.revision) + 1 } : head;
};

/**
 * Reads the head of a stream, starting from an earlier head if there is one. If the decider has versions, the cost does
 * not depend on the length of the stream; otherwise its events are folded one by one.
 */
export const readStreamHead =
  <State, Event extends DomainEvent>(
    decider: Folding<State, Event>,
    eventStore: EventStore,
    signal?: AbortSignal,
  ) =>
  (stream: string, before: StreamHead<State> | undefined): TE.TaskEither<Fault, StreamHead<State>> => {
    const evolve = evolveBy(decider);
    const readOn = (from: StreamHead<State>, atMost?: number): TE.TaskEither<Fault, StreamHead<State>> =>
      eventStore.foldStream(
        stream,
        { direction: 'forwards', from: BigInt(from.count), ...(atMost === undefined ? {} : { atMost }) },
        {
          initial: from,
          step: (head, recorded) =>
            headAfter(head, evolve(head.state, recorded), [recorded], recorded.position),
        },
        signal,
      );
    const { isEvent, versionOf } = decider;
    if (!versionOf) return readOn(before ?? emptyHead(decider));
    const readEnds = pipe(
      decisiveEvents({ isEvent, versionOf }, eventStore, signal)(stream),
      TE.flatMap((events) => (events ? TE.right(headOf(decider, events)) : readOn(emptyHead(decider)))),
    );
    if (!before) return readEnds;
    return pipe(
      readOn(before, MAX_EVENTS_AHEAD),
      TE.flatMap((head) => (head.count - before.count < MAX_EVENTS_AHEAD ? TE.right(head) : readEnds)),
    );
  };
