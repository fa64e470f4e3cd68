import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Folding } from '../../domain/decider.js';
import type { DomainEvent } from '../../domain/events.js';
import { loadTip } from './load-tip.js';
import type { EventStore } from '../ports/event-store.js';
import type { Fault } from '../ports/fault.js';

/** Reads a stream as the state it leaves, at most until the signal aborts. */
export const loadState =
  <State, Event extends DomainEvent>(
    decider: Folding<State, Event>,
    eventStore: EventStore,
    signal?: AbortSignal,
  ) =>
  (stream: string): TE.TaskEither<Fault, State> =>
    pipe(
      loadTip(decider, eventStore, signal)(stream),
      TE.map(({ state }) => state),
    );
