import type { LogBatch } from '../../application/ports/event-log.js';
import type { Recorded } from '../../domain/events.js';

/** A batch of events, as the log returns it: at least one. */
export const batchOf = (events: ReadonlyArray<Recorded>): LogBatch => {
  const upTo = events.at(-1)?.position;
  if (!upTo) throw new RangeError('a batch holds at least one event');
  return { events, unknownTypes: [], undecodable: [], upTo };
};
