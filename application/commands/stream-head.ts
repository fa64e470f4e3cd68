import type { EventMetadata, LogPosition, Recorded } from '../../domain/events.js';

/** What a decision needs to know about a stream: its state, the number of its events, and its first and last event. */
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

/** What the head remembers of a stored event. */
type Stored = Pick<Recorded, 'id' | 'metadata'>;

/**
 * The head after these events are appended.
 * @param state the state after them
 * @param position the position of the last one; undefined without events
 */
export const headAfter = <State>(
  before: StreamHead<State>,
  state: State,
  added: ReadonlyArray<Stored>,
  position: LogPosition | undefined,
): StreamHead<State> => {
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
