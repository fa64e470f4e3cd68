import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { fold, type Folding } from '../../domain/decider.js';
import type { DomainEvent, Recorded } from '../../domain/events.js';
import { decisiveEvents } from './decisive-events.js';
import type { EventStore } from '../ports/event-store.js';
import type { Fault } from '../ports/fault.js';
import { emptyTip, grownTip, type Tip } from './tip.js';

/** How many events are read on from a known tip before the decisive events are looked for instead. */
const FEW = 4;

/** The tip of a stream of which some events leave the same state as all. */
const tipOf = <State, Event extends DomainEvent>(
  decider: Folding<State, Event>,
  decisive: ReadonlyArray<Recorded>,
): Tip<State> => {
  const last = decisive.at(-1);
  const events = decisive.map(({ event }) => event as unknown as Event);
  const tip = grownTip(emptyTip(decider), fold(decider, events), decisive, last?.position);
  return last ? { ...tip, count: Number(last.revision) + 1 } : tip;
};

/**
 * Reads the tip of a stream, from an earlier one on if there is one. Where the decider tells versions, the length of the
 * stream does not count; otherwise its events are folded one by one.
 */
export const readTip =
  <State, Event extends DomainEvent>(
    decider: Folding<State, Event>,
    eventStore: EventStore,
    signal: AbortSignal,
  ) =>
  (stream: string, before: Tip<State> | undefined): TE.TaskEither<Fault, Tip<State>> => {
    const readOn = (from: Tip<State>, atMost?: number): TE.TaskEither<Fault, Tip<State>> =>
      eventStore.foldStream(
        stream,
        { direction: 'forwards', from: BigInt(from.count), ...(atMost === undefined ? {} : { atMost }) },
        {
          initial: from,
          step: (tip, recorded) => {
            const state = decider.evolve(tip.state, recorded.event as unknown as Event);
            return grownTip(tip, state, [recorded], recorded.position);
          },
        },
        signal,
      );
    const { versionOf } = decider;
    if (!versionOf) return readOn(before ?? emptyTip(decider));
    const readEnds = pipe(
      decisiveEvents({ versionOf }, eventStore, signal)(stream),
      TE.flatMap((events) => (events ? TE.right(tipOf(decider, events)) : readOn(emptyTip(decider)))),
    );
    if (!before) return readEnds;
    return pipe(
      readOn(before, FEW),
      TE.flatMap((tip) => (tip.count - before.count < FEW ? TE.right(tip) : readEnds)),
    );
  };
