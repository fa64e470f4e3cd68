import type { Either } from 'fp-ts/lib/Either.js';

/**
 * An aggregate as three pure functions: `decide` answers a command with the events it causes (none when
 * the state already holds, a refusal when a rule says no), `evolve` folds one event into the state.
 * Pattern: Jérémie Chassaing, "Functional Event Sourcing Decider".
 */
export interface Decider<Command, State, Event, Refusal> {
  readonly initialState: State;
  readonly decide: (command: Command, state: State) => Either<Refusal, ReadonlyArray<Event>>;
  readonly evolve: (state: State, event: Event) => State;
}

/** Folds a stream's events, oldest first, into the state they describe. */
export const fold = <State, Event>(
  decider: Pick<Decider<never, State, Event, never>, 'initialState' | 'evolve'>,
  events: ReadonlyArray<Event>,
): State => events.reduce(decider.evolve, decider.initialState);
