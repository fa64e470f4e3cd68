import type { Either } from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';

/** Commands and events have a type. */
export interface Typed {
  readonly type: string;
}

/**
 * An aggregate as three pure functions. `decide` answers a command with the events it causes: none if the command
 * changes nothing, or a refusal if a rule forbids it. `evolve` folds one event into the state. Pattern: Jérémie Chassaing,
 * "Functional Event Sourcing Decider".
 */
export interface Decider<Command, State, Event extends Typed, Refusal> {
  /** Whether an event is one of this aggregate. */
  readonly isEvent: (event: Typed) => event is Event;
  readonly initialState: State;
  readonly decide: (command: Command, state: State) => Either<Refusal, ReadonlyArray<Event>>;
  readonly evolve: (state: State, event: Event) => State;
  /**
   * For streams that may grow long: the number of the version that an event makes, `undefined` for every other event.
   * Versions count from 1 without gaps, and the first event of a stream is version 1. Each event fully replaces the
   * effect of earlier events of its kind (version or not), so folding the first event, the last version and the last
   * other event, in stream order, gives the same state as folding the whole stream.
   */
  readonly versionOf?: (event: Event) => number | undefined;
}

export type Folding<State, Event extends Typed> = Pick<
  Decider<never, State, Event, never>,
  'isEvent' | 'initialState' | 'evolve' | 'versionOf'
>;

/** Recognises the events of an aggregate by their type. Their data was decoded when they were read. */
export const isEventOf =
  <Event extends Typed>(codecs: { readonly [Type in Event['type']]: t.Decoder<unknown, Event> }) =>
  (event: Typed): event is Event =>
    Object.hasOwn(codecs, event.type);

/** Folds a stream's events, oldest first, into its state. */
export const fold = <State, Event extends Typed>(
  decider: Folding<State, Event>,
  events: ReadonlyArray<Event>,
): State => events.reduce(decider.evolve, decider.initialState);
