import type { EventMetadata, LogPosition, Recorded } from '../../domain/events.js';

/** What a decision needs of a stream: the state its events leave, how many there are, and how it began and ended. */
export interface StreamHead<State> {
  readonly state: State;
  readonly count: number;
  readonly first?: EventMetadata;
  readonly last?: Pick<Recorded, 'id' | 'position' | 'metadata'>;
}

/** The head of a stream without events. */
export const emptyHead = <State>({ initialState }: { readonly initialState: State }): StreamHead<State> => ({
  state: initialState,
  count: 0,
});

/** What is known of an event that stands in a stream. */
type Stored = Pick<Recorded, 'id' | 'metadata'>;

/**
 * The head once these events stand at its end.
 * @param state what they leave
 * @param position of the last of them; without events there is none
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
