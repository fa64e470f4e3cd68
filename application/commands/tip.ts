import type { EventMetadata, LogPosition, Recorded } from '../../domain/events.js';

/** What a decision needs of a stream: the state its events leave, how many there are, and how it began and ended. */
export interface Tip<State> {
  readonly state: State;
  readonly count: number;
  readonly first?: EventMetadata;
  readonly last?: Pick<Recorded, 'id' | 'position' | 'metadata'>;
}

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
