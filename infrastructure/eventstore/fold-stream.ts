import type { EventStoreDBClient } from '@eventstore/db-client';
import * as E from 'fp-ts/lib/Either.js';
import type { SliceFold, StreamSlice } from '../../application/ports/event-store.js';
import type { Fault } from '../../application/ports/fault.js';
import type { HistoryComparison, ReadEvent } from '../../application/transparency/compare-history.js';
import { leafOf } from '../../application/transparency/leaf.js';
import { compareSlice } from './compare-slice.js';
import { toStoredEvent } from './event-archive.js';
import { fromRecordedEvent } from './event-codec.js';
import { readSlice } from './read-slice.js';
import { retrying } from './retrying.js';

/** How many events a call returns at most: few enough to end long before its deadline even if they are large. */
const PAGE = 64;

/** How much larger the next page is if a fold that may be enough early was not. */
const GROWTH = 8;

/**
 * Folds a slice of a stream of any length in calls of bounded size. A failed call is repeated from the event after the
 * last folded one. What was read is compared with the log at the end. A fold that may be enough early begins with a page of one event, as the server reads whole pages.
 * @throws the client's error, and the signal's reason if it aborts
 */
export const foldStream = async <A>(
  client: EventStoreDBClient,
  againstLog: HistoryComparison,
  stream: string,
  { direction, from, atMost = Infinity }: StreamSlice,
  { initial, step, isEnough }: SliceFold<A>,
  signal?: AbortSignal,
): Promise<E.Either<Fault, A>> => {
  let folded = initial;
  let next = from;
  let left = atMost;
  let page = isEnough ? 1 : PAGE;
  let unreadable: Fault | undefined;
  const events: ReadEvent[] = [];
  const readPage = async (): Promise<boolean> => {
    const wanted = Math.min(left, page);
    let read = 0;
    const slice = { direction, ...(next === undefined ? {} : { from: next }), atMost: wanted };
    await readSlice(
      client,
      stream,
      slice,
      (event) => {
        const decoded = fromRecordedEvent(event, event.position ?? { commit: -1n, prepare: -1n });
        if (E.isLeft(decoded)) {
          unreadable =
            decoded.left._tag === 'UndecodableEvent'
              ? decoded.left
              : { _tag: 'UnknownEvent', stream, eventType: decoded.left.type };
          return 'enough';
        }
        // Computed at once, so that the event need not stay in memory until it is compared.
        const leaf = leafOf(toStoredEvent(event));
        events.push({
          stream,
          revision: Number(event.revision),
          commit: event.position?.commit,
          leaf: () => leaf,
        });
        folded = step(folded, decoded.right);
        next = event.revision + (direction === 'forwards' ? 1n : -1n);
        left -= 1;
        read += 1;
        return isEnough?.(folded) ? 'enough' : 'more';
      },
      signal,
    );
    page = Math.min(PAGE, page * GROWTH);
    return read === wanted && left > 0 && next !== -1n && unreadable === undefined && !isEnough?.(folded);
  };
  while (await retrying(readPage, signal));
  if (unreadable) return E.left(unreadable);
  const isExhausted = left > 0 && !isEnough?.(folded);
  const difference = await compareSlice(client, againstLog, { stream, direction, from, events, isExhausted });
  return difference ? E.left({ _tag: 'HistoryDiffers', ...difference }) : E.right(folded);
};
