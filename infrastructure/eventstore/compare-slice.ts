import type { EventStoreDBClient } from '@eventstore/db-client';
import type { StreamSlice } from '../../application/ports/event-store.js';
import type { LogDifference } from '../../application/ports/merkle-log.js';
import type { HistoryComparison, ReadEvent } from '../../application/transparency/compare-history.js';
import { readOne } from './read-slice.js';

/** What was read of a stream. */
export interface ReadPart {
  readonly stream: string;
  readonly direction: StreamSlice['direction'];
  /** The first revision that was asked for; undefined for the start of the stream, or its end when reading backwards. */
  readonly from: bigint | undefined;
  readonly events: ReadonlyArray<ReadEvent>;
  /** Whether the store said that there are no more events in this direction. */
  readonly isExhausted: boolean;
}

/**
 * The revisions that the store left out where events would be: the first one of each gap, and the one beyond each end
 * that it reached.
 */
const absentRevisions = ({ direction, from, events, isExhausted }: ReadPart): ReadonlyArray<number> => {
  const revisions = events.map(({ revision }) => revision);
  const isForwards = direction === 'forwards';
  const step = isForwards ? 1 : -1;
  const newest = revisions[0] ?? -1;
  const first = from === undefined ? (isForwards ? 0 : newest) : Number(from);
  const expected = [first, ...revisions.map((revision) => revision + step)];
  const gaps = expected.filter((revision, n) =>
    n < revisions.length ? revision !== revisions[n] : isExhausted && revision >= 0,
  );
  return isForwards || from !== undefined ? gaps : [newest + 1, ...gaps];
};

/** Compares what was read of a stream with the log; returns the first difference. */
export const compareSlice = async (
  client: EventStoreDBClient,
  againstLog: HistoryComparison,
  part: ReadPart,
): Promise<LogDifference | undefined> => {
  const { stream, events } = part;
  const absent = absentRevisions(part).map((revision) => ({ stream, revision }));
  const isThere = async ({ revision }: { readonly revision: number }): Promise<boolean> =>
    (await readOne(client, stream, BigInt(revision)))?.revision === BigInt(revision);
  const [difference] = await againstLog.compare(events, absent, isThere);
  return difference;
};
