import type { EventMetadata, LogPosition, Recorded } from '../../domain/events.js';

/** The data about a stream that commands need: its state, the number of its events, and its first and last event. */
export interface StreamHead<State> {
  readonly state: State;
  readonly count: number;
  readonly first?: EventMetadata;
  readonly last?: Pick<Recorded, 'id' | 'position' | 'metadata'>;
}

export const emptyHead = <State>({ initialState }: { readonly initialState: State }): StreamHead<State> => ({
  state: initialState,
  count: 0,
});

/** The fields of an event that a head needs. */
type AddedEvent = Pick<Recorded, 'id' | 'metadata'>;

/**
 * The head after these events are appended.
 * @param state the state after them
 * @param position the position of the last one; undefined without events
 */
export const headAfter = <State>(
  before: StreamHead<State>,
  state: State,
  added: ReadonlyArray<AddedEvent>,
  position: LogPosition | undefined,
): StreamHead<State> => {
  const [first] = added;
  const last = added.at(-1);
  if (!first || !last || !position) return before;
  return {
    state,
    count: before.count + added.length,
    first: before.first ?? first.metadata,
    last: { id: last.id, position, metadata: last.metadata },
  };
};
