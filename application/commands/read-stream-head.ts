import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { fold, type Folding } from '../../domain/decider.js';
import type { DomainEvent, Recorded } from '../../domain/events.js';
import { decisiveEvents } from './decisive-events.js';
import type { EventStore } from '../ports/event-store.js';
import type { Fault } from '../ports/fault.js';
import { emptyHead, headAfter, type StreamHead } from './stream-head.js';

/** How many events are read on from a known head before the decisive events are looked for instead. */
const FEW = 4;

/** The head of a stream of which some events leave the same state as all. */
const headOf = <State, Event extends DomainEvent>(
  decider: Folding<State, Event>,
  decisive: ReadonlyArray<Recorded>,
): StreamHead<State> => {
  const last = decisive.at(-1);
  const events = decisive.map(({ event }) => event as unknown as Event);
  const head = headAfter(emptyHead(decider), fold(decider, events), decisive, last?.position);
  return last ? { ...head, count: Number(last.revision) + 1 } : head;
};

/**
 * Reads the head of a stream, from an earlier one on if there is one. Where the decider tells versions, the length of the
 * stream does not count; otherwise its events are folded one by one.
 */
export const readStreamHead =
  <State, Event extends DomainEvent>(
    decider: Folding<State, Event>,
    eventStore: EventStore,
    signal: AbortSignal,
  ) =>
  (stream: string, before: StreamHead<State> | undefined): TE.TaskEither<Fault, StreamHead<State>> => {
    const readOn = (from: StreamHead<State>, atMost?: number): TE.TaskEither<Fault, StreamHead<State>> =>
      eventStore.foldStream(
        stream,
        { direction: 'forwards', from: BigInt(from.count), ...(atMost === undefined ? {} : { atMost }) },
        {
          initial: from,
          step: (head, recorded) => {
            const state = decider.evolve(head.state, recorded.event as unknown as Event);
            return headAfter(head, state, [recorded], recorded.position);
          },
        },
        signal,
      );
    const { versionOf } = decider;
    if (!versionOf) return readOn(before ?? emptyHead(decider));
    const readEnds = pipe(
      decisiveEvents({ versionOf }, eventStore, signal)(stream),
      TE.flatMap((events) => (events ? TE.right(headOf(decider, events)) : readOn(emptyHead(decider)))),
    );
    if (!before) return readEnds;
    return pipe(
      readOn(before, FEW),
      TE.flatMap((head) => (head.count - before.count < FEW ? TE.right(head) : readEnds)),
    );
  };
