import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Decider } from '../domain/decider.js';
import type { DomainEvent, EventMetadata, LogPosition, Recorded } from '../domain/events.js';
import type { EventStore } from './ports/event-store.js';
import type { Fault } from './ports/fault.js';

/** What a decision needs of a stream: the state its events leave, how many there are, and how it began and ended. */
export interface Tip<State> {
  readonly state: State;
  readonly count: number;
  readonly first?: EventMetadata;
  readonly last?: Pick<Recorded, 'id' | 'position' | 'metadata'>;
}

/** How many streams are remembered: those that were used last. */
const REMEMBERED = 100;

/** Tips as they were when last read or written, by store and stream. Streams only grow, so what was once true of a beginning stays true. */
const rememberedOf = new WeakMap<EventStore, Map<string, Tip<unknown>>>();

const memoryOf = (eventStore: EventStore): Map<string, Tip<unknown>> => {
  const known = rememberedOf.get(eventStore);
  if (known) return known;
  const fresh = new Map<string, Tip<unknown>>();
  rememberedOf.set(eventStore, fresh);
  return fresh;
};

/** Remembers a stream as it was just read or written, unless more of it is known already. */
export const rememberTip = (eventStore: EventStore, stream: string, tip: Tip<unknown>): void => {
  const memory = memoryOf(eventStore);
  if ((memory.get(stream)?.count ?? 0) > tip.count) return;
  memory.delete(stream);
  memory.set(stream, tip);
  const oldest = memory.keys().next();
  if (memory.size > REMEMBERED && !oldest.done) memory.delete(oldest.value);
};

/** The tip of a stream as this process saw it last; others may have added to it. */
export const rememberedTip = <State>(eventStore: EventStore, stream: string): Tip<State> | undefined =>
  // A stream's name says which aggregate it holds, so the remembered state is of that aggregate.
  memoryOf(eventStore).get(stream) as Tip<State> | undefined;

/** Forgets a stream, so that it is read from its beginning next time. */
export const forgetTip = (eventStore: EventStore, stream: string): void => {
  memoryOf(eventStore).delete(stream);
};

/** The tip of a stream without events. */
export const emptyTip = <State>({ initialState }: { readonly initialState: State }): Tip<State> => ({
  state: initialState,
  count: 0,
});

/** What is known of an event that stands in a stream. */
type Stored = Pick<Recorded, 'id' | 'metadata'>;

/**
 * The tip once these events stand at its end.
 * @param state what they leave
 * @param position of the last of them; without events there is none
 */
export const grownTip = <State>(
  before: Tip<State>,
  state: State,
  added: ReadonlyArray<Stored>,
  position: LogPosition | undefined,
): Tip<State> => {
  const [begun] = added;
  const last = added.at(-1);
  if (!begun || !last || !position) return before;
  return {
    state,
    count: before.count + added.length,
    first: before.first ?? begun.metadata,
    last: { id: last.id, position, metadata: last.metadata },
  };
};

/**
 * The tip of a stream as it is now. Only what was added since this process read it last is read, so that a video with
 * thousands of versions costs no more to change than a new one.
 */
export const loadTip =
  <State, Event extends DomainEvent>(
    decider: Pick<Decider<never, State, Event, never>, 'initialState' | 'evolve'>,
    eventStore: EventStore,
  ) =>
  (stream: string): TE.TaskEither<Fault, Tip<State>> => {
    const before = rememberedTip<State>(eventStore, stream) ?? emptyTip(decider);
    return pipe(
      eventStore.readStream(stream, before.count === 0 ? undefined : BigInt(before.count - 1)),
      TE.map((added) => {
        const state = added.reduce(
          (state, { event }) => decider.evolve(state, event as unknown as Event),
          before.state,
        );
        const tip = grownTip(before, state, added, added.at(-1)?.position);
        if (tip.count > 0) rememberTip(eventStore, stream, tip);
        return tip;
      }),
    );
  };
