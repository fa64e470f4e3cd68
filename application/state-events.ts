import type { Clock } from './ports/clock.js';

/** The id of the last event of a stream. */
export const LAST_EVENT_ID = 'end';

/** Maximum time between two events or signs of life of a stream, in ms. */
export const MAX_SILENCE_MS = 5000;

/** A state. Different states have different ids. */
interface State {
  readonly id: string;
}

/**
 * An event for each state that differs from the previous one; undefined from time to time while nothing changes.
 * @param states the current state, read repeatedly; undefined if it could not be read
 * @param lastId the id of the last event that the client has seen
 */
export async function* stateEvents<A extends State>(
  states: AsyncIterable<A | undefined>,
  lastId: string,
  clock: Clock,
): AsyncGenerator<A | undefined, void> {
  let [seen, sentAt] = [lastId, clock.now().getTime()];
  for await (const state of states) {
    const isNew = state !== undefined && state.id !== seen;
    if (!isNew && clock.now().getTime() - sentAt < MAX_SILENCE_MS) continue;
    [seen, sentAt] = [state?.id ?? seen, clock.now().getTime()];
    yield isNew ? state : undefined;
  }
}
