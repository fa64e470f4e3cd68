import { createHash } from 'node:crypto';
import type { AllStreamRecordedEvent, EventStoreDBClient } from '@eventstore/db-client';
import { hashOfStored } from '../../application/commands/hash-chain.js';
import type { LogPosition } from '../../domain/events.js';
import { toStoredEvent } from './event-archive.js';
import { fingerprintOf, ownEvents } from './own-events.js';

export interface HistoryComparison {
  readonly events: number;
  readonly streams: number;
  /** SHA-256 over the fingerprints of all events in order; the same for equal stores. */
  readonly digest: string;
  /** Events that do not match their hash in either store: see `audit verify`. */
  readonly hashMismatches: number;
  /** The first difference between the stores; undefined if there is none. */
  readonly difference: string | undefined;
}

const nameOf = (event: AllStreamRecordedEvent | undefined): string =>
  event ? `event ${event.revision.toString()} of ${event.streamId} (${event.id})` : 'no event';

const matchesHash = (event: AllStreamRecordedEvent): boolean => {
  if (!event.isJson || event.metadata === undefined || event.metadata instanceof Uint8Array) return false;
  const stored = toStoredEvent(event);
  return hashOfStored(stored) === stored.metadata.hash;
};

/**
 * Reads both stores from start to end in parallel, and compares every event of this service's streams: number, order,
 * ids, revisions, types, data and metadata. Holds only a few events at a time.
 */
export const compareHistories = async (
  from: EventStoreDBClient,
  to: EventStoreDBClient,
  onEvent: (position: LogPosition) => void,
): Promise<HistoryComparison> => {
  const source = ownEvents(from);
  const target = ownEvents(to);
  const digest = createHash('sha256');
  let [events, streams, hashMismatches] = [0, 0, 0];
  const report = (difference?: string): HistoryComparison => ({
    events,
    streams,
    digest: digest.digest('hex'),
    hashMismatches,
    difference,
  });
  for (;;) {
    const [a, b] = await Promise.all([source.next(), target.next()]);
    if (a.done === true && b.done === true) return report();
    if (a.done === true || b.done === true || fingerprintOf(a.value) !== fingerprintOf(b.value)) {
      const [ours, theirs] = [a.done === true ? undefined : a.value, b.done === true ? undefined : b.value];
      return report(`the source has ${nameOf(ours)} where the target has ${nameOf(theirs)}`);
    }
    events += 1;
    if (b.value.revision === 0n) streams += 1;
    if (!matchesHash(b.value)) hashMismatches += 1;
    digest.update(fingerprintOf(b.value));
    onEvent(a.value.position);
  }
};
