import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { VideoId } from '../../domain/ids.js';
import { sha256 } from '../digests.js';
import type { Clock } from '../ports/clock.js';
import type { PresenceFeed } from '../ports/presence.js';
import type { ReviewQueries } from '../ports/reviews.js';
import type { PresenceRecord } from '../records/presence-record.js';
import { stateEvents } from '../state-events.js';

interface ReviewEventDependencies {
  readonly queries: Pick<ReviewQueries, 'markSoon'>;
  readonly presence: Pick<PresenceFeed, 'subscribe'>;
  readonly clock: Clock;
}

/** Maximum number of people in an event: those with the latest messages. */
const MAX_PEOPLE = 20;

/** How long a person is shown after the last message, in ms: pages send one every 10 s. */
const SHOWN_MS = 25_000;

/** The people who have a video open, according to their messages. */
const peopleOf = ({ presence, clock }: ReviewEventDependencies, videoId: VideoId) => {
  const latest = new Map<string, { readonly person: PresenceRecord; readonly at: number }>();
  const leave = presence.subscribe(videoId, (person) => {
    latest.delete(person.tab);
    latest.set(person.tab, { person, at: clock.now().getTime() });
    const [oldest] = latest.keys();
    if (latest.size > MAX_PEOPLE && oldest !== undefined) latest.delete(oldest);
  });
  const now = (): ReadonlyArray<PresenceRecord> =>
    [...latest.values()]
      .filter(({ at }) => clock.now().getTime() - at < SHOWN_MS)
      .map(({ person }) => person)
      .toSorted((a, b) => (a.tab < b.tab ? -1 : 1));
  return { now, leave };
};

/**
 * The states of a video and its review from now on: the version of the video, the mark of the review, which differs after
 * each change, and who has the video open. Undefined from time to time while nothing changes. `leave` must be called at the
 * end.
 */
export const reviewEvents = (
  dependencies: ReviewEventDependencies,
  videoId: VideoId,
  lastId: string,
  signal: AbortSignal,
) => {
  const people = peopleOf(dependencies, videoId);
  async function* states() {
    while (!signal.aborted) {
      const found = await dependencies.queries.markSoon(videoId)();
      const { mark, version } = (E.isRight(found) && O.toUndefined(found.right)) || {};
      const data = { mark, version, people: people.now() };
      yield mark === undefined ? undefined : { id: sha256(JSON.stringify(data)), data };
    }
  }
  return { events: stateEvents(states(), lastId, dependencies.clock), leave: people.leave };
};
