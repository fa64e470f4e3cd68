import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { VideoId } from '../../domain/ids.js';
import type { Clock } from '../ports/clock.js';
import type { ReviewQueries } from '../ports/reviews.js';
import { stateEvents } from '../state-events.js';

type Marks = Pick<ReviewQueries, 'markSoon'>;

async function* marksOf(queries: Marks, videoId: VideoId, signal: AbortSignal) {
  while (!signal.aborted) {
    const found = await queries.markSoon(videoId)();
    const { mark } = (E.isRight(found) && O.toUndefined(found.right)) || {};
    yield mark === undefined ? undefined : { id: mark, data: { mark } };
  }
}

/** Each state of a review from now on: its mark, which is another after each change. Undefined while nothing changes. */
export const reviewEvents = (
  { queries, clock }: { readonly queries: Marks; readonly clock: Clock },
  videoId: VideoId,
  lastId: string,
  signal: AbortSignal,
) => stateEvents(marksOf(queries, videoId, signal), lastId, clock);
