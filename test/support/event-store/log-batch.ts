import type { LogBatch } from '../../../application/ports/event-log.js';
import type { LogPosition, Recorded } from '../../../domain/events.js';

/** A batch of events, as the log returns it: at least one. */
export const batchOf = (events: ReadonlyArray<Recorded>): LogBatch => {
  const upTo = events.at(-1)?.position;
  if (!upTo) throw new RangeError('a batch holds at least one event');
  return { events, unknownTypes: [], undecodable: [], differences: [], upTo };
};

/** A place in the log. */
export const positionAt = (commit: bigint): LogPosition => ({ commit, prepare: commit });

/** A batch that shows no event, but that the log was read up to a position. */
export const emptyBatch = (commit: bigint): LogBatch => ({
  events: [],
  unknownTypes: [],
  undecodable: [],
  differences: [],
  upTo: positionAt(commit),
});
