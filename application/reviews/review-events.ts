import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { VideoId } from '../../domain/ids.js';
import type { Clock } from '../ports/clock.js';
import type { ReviewQueries } from '../ports/reviews.js';

/** How long a stream may be silent, in ms. */
const SILENCE = 5000;

/** Each state of a review from now on: its mark, which is another after each change. Undefined while nothing changes. */
export async function* reviewEvents(
  { queries, clock }: { readonly queries: Pick<ReviewQueries, 'markSoon'>; readonly clock: Clock },
  videoId: VideoId,
  lastId: string,
  signal: AbortSignal,
): AsyncGenerator<{ readonly id: string; readonly data: { readonly mark: string } } | undefined, void> {
  let [seen, spokeAt] = [lastId, clock.now().getTime()];
  while (!signal.aborted) {
    const found = await queries.markSoon(videoId)();
    const { mark } = E.isRight(found) && O.isSome(found.right) ? found.right.value : { mark: seen };
    const isNew = mark !== seen;
    if (!isNew && clock.now().getTime() - spokeAt < SILENCE) continue;
    [seen, spokeAt] = [mark, clock.now().getTime()];
    yield isNew ? { id: mark, data: { mark } } : undefined;
  }
}
