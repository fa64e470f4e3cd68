import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Decider, fold } from '../domain/decider.js';
import type { DomainEvent, Recorded } from '../domain/events.js';
import type { EventStore } from './ports/event-store.js';
import type { Fault } from './ports/fault.js';

/** The state that a stream's history leaves. A stream's name says which aggregate it holds, so its events are of it. */
export const foldHistory = <State, Event extends DomainEvent>(
  decider: Pick<Decider<never, State, Event, never>, 'initialState' | 'evolve'>,
  history: ReadonlyArray<Recorded>,
): State =>
  fold(
    decider,
    history.map(({ event }) => event as unknown as Event),
  );

/** Reads a stream as the state it leaves. */
export const loadState =
  <State, Event extends DomainEvent>(
    decider: Pick<Decider<never, State, Event, never>, 'initialState' | 'evolve'>,
    eventStore: EventStore,
  ) =>
  (stream: string): TE.TaskEither<Fault, State> =>
    pipe(
      eventStore.readStream(stream),
      TE.map((history) => foldHistory(decider, history)),
    );
