import type { Clock } from './ports/clock.js';

/** The id of the last event of what is followed. After it there is none. */
export const LAST_EVENT_ID = 'end';

/** How long a stream of events may be silent, in ms. */
export const MOST_SILENCE_MS = 5000;

/** A state of what is followed. Another state has another id. */
interface State {
  readonly id: string;
}

/**
 * An event for each state that differs from the one before; undefined from time to time while nothing changes.
 * @param states the latest state, again and again; undefined if it could not be read
 * @param lastId what the client has seen already
 */
export async function* stateEvents<A extends State>(
  states: AsyncIterable<A | undefined>,
  lastId: string,
  clock: Clock,
): AsyncGenerator<A | undefined, void> {
  let [seen, spokeAt] = [lastId, clock.now().getTime()];
  for await (const state of states) {
    const isNew = state !== undefined && state.id !== seen;
    if (!isNew && clock.now().getTime() - spokeAt < MOST_SILENCE_MS) continue;
    [seen, spokeAt] = [state?.id ?? seen, clock.now().getTime()];
    yield isNew ? state : undefined;
  }
}
