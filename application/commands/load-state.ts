import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Folding } from '../../domain/decider.js';
import type { DomainEvent } from '../../domain/events.js';
import type { EventStoreWithHeads } from './cached-stream-heads.js';
import type { Fault } from '../ports/fault.js';

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
