import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { VideoId } from '../../domain/ids.js';
import { sha256 } from '../commands/hash-chain.js';
import type { Clock } from '../ports/clock.js';
import type { PresenceFeed } from '../ports/presence.js';
import type { ReviewQueries } from '../ports/reviews.js';
import type { PresenceRecord } from '../records/presence-record.js';
import { stateEvents } from '../state-events.js';

interface ReviewEventDependencies {
  readonly queries: Pick<ReviewQueries, 'markSoon'>;
  readonly presence: Pick<PresenceFeed, 'listen'>;
  readonly clock: Clock;
}

/** The most people that a stream shows; those who moved last. */
const MOST_PEOPLE = 20;

/** How long somebody is shown after the last message, in ms: pages send one every 10 s. */
const SHOWN_FOR = 25_000;

/** Those who have a video open, as far as they were heard of. */
const peopleOf = ({ presence, clock }: ReviewEventDependencies, videoId: VideoId) => {
  const heard = new Map<string, { readonly person: PresenceRecord; readonly at: number }>();
  const leave = presence.listen(videoId, (person) => {
    heard.delete(person.tab);
    heard.set(person.tab, { person, at: clock.now().getTime() });
    const [oldest] = heard.keys();
    if (heard.size > MOST_PEOPLE && oldest !== undefined) heard.delete(oldest);
  });
  const now = (): ReadonlyArray<PresenceRecord> =>
    [...heard.values()]
      .filter(({ at }) => clock.now().getTime() - at < SHOWN_FOR)
      .map(({ person }) => person)
      .toSorted((a, b) => (a.tab < b.tab ? -1 : 1));
  return { now, leave };
};

/**
 * Each state of a video and its review from now on: its version, the mark of the review, which is another after each
 * change, and who has the video open. Undefined while nothing changes. `leave` must be called at the end.
 */
export const reviewEvents = (
  following: ReviewEventDependencies,
  videoId: VideoId,
  lastId: string,
  signal: AbortSignal,
) => {
  const people = peopleOf(following, videoId);
  async function* states() {
    while (!signal.aborted) {
      const found = await following.queries.markSoon(videoId)();
      const { mark, version } = (E.isRight(found) && O.toUndefined(found.right)) || {};
      const data = { mark, version, people: people.now() };
      yield mark === undefined ? undefined : { id: sha256(JSON.stringify(data)), data };
    }
  }
  return { events: stateEvents(states(), lastId, following.clock), leave: people.leave };
};
