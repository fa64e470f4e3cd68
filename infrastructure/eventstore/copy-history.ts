import {
  binaryEvent,
  ErrorType,
  type EventData,
  type EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
} from '@eventstore/db-client';
import { roughBytes } from '../../domain/codec/rough-bytes.js';
import { fingerprintOf, ownEvents, type PortableEvent } from './own-events.js';
import { DEADLINE, isOfType } from './read-slice.js';
import { retrying } from './retrying.js';

/** Limits for appending consecutive events of one stream together; a store accepts 1 MiB per append. */
const MAX_EVENTS = 200;
const MAX_BYTES = 512 * 1024;

/** The stores cannot be made equal by copying; the message gives the reason. */
export class CopyRefusedError extends Error {
  override readonly name = 'CopyRefusedError';
}

export interface HistoryCopy<Event extends PortableEvent> {
  /** The events to copy, in the order of `$all`. */
  readonly source: AsyncIterator<Event>;
  readonly to: EventStoreDBClient;
  /** Called for each event that was found in the target or copied there. */
  readonly onEvent: (event: Event) => void;
  readonly signal: AbortSignal;
}

export interface CopiedHistory {
  /** Events that an earlier run has copied. */
  readonly found: number;
  readonly copied: number;
}

const nameOf = ({ streamId, revision }: PortableEvent): string =>
  `event ${revision.toString()} of ${streamId}`;

const toEventData = ({ id, type, isJson, data, metadata }: PortableEvent): EventData => {
  const given = metadata === undefined ? {} : { metadata };
  return isJson ? jsonEvent({ id, type, data, ...given }) : binaryEvent({ id, type, data, ...given });
};

/** The source's events that the target does not have yet. */
const skipFound = async <Event extends PortableEvent>({
  source,
  to,
  onEvent,
  signal,
}: HistoryCopy<Event>): Promise<number> => {
  let found = 0;
  for await (const there of ownEvents(to)) {
    signal.throwIfAborted();
    const { done, value } = await source.next();
    if (done === true)
      throw new CopyRefusedError(
        `The target contains other events: ${nameOf(there)} is not in the source, or at another place.`,
      );
    if (fingerprintOf(value) !== fingerprintOf(there))
      throw new CopyRefusedError(
        `The target contains other events: it has ${nameOf(there)} where the source has ${nameOf(value)}.`,
      );
    found += 1;
    onEvent(value);
  }
  return found;
};

/** Appends consecutive events of one stream, at the revisions they have in the source. */
const append = async (to: EventStoreDBClient, events: readonly [PortableEvent, ...PortableEvent[]]) => {
  const [first] = events;
  const { streamId, revision } = first;
  const expectedRevision = revision === 0n ? NO_STREAM : revision - 1n;
  try {
    await retrying(() =>
      to.appendToStream(streamId, events.map(toEventData), { expectedRevision, deadline: DEADLINE }),
    );
  } catch (error) {
    if (!isOfType(error, ErrorType.WRONG_EXPECTED_VERSION)) throw error;
    throw new CopyRefusedError(
      `${nameOf(first)} cannot get this revision in the target: earlier events are missing in the source, or another program is writing to the target.`,
    );
  }
};

/** Consecutive events of one stream, within the limits. */
async function* runsOf<Event extends PortableEvent>(
  source: AsyncIterator<Event>,
): AsyncGenerator<[Event, ...Event[]]> {
  let run: [Event, ...Event[]] | undefined;
  let bytes = 0;
  for (;;) {
    const { done, value } = await source.next();
    if (done === true) break;
    const size = roughBytes(value.data);
    const last = run?.at(-1);
    const follows = last?.streamId === value.streamId && last.revision + 1n === value.revision;
    if (run !== undefined && follows && run.length < MAX_EVENTS && bytes + size <= MAX_BYTES) run.push(value);
    else {
      if (run !== undefined) yield run;
      run = [value];
      bytes = 0;
    }
    bytes += size;
  }
  if (run !== undefined) yield run;
}

/**
 * Copies events to another store in the order in which they are given, one append after the other,
 * which preserves the order. Ids, revisions, data and metadata are kept, and so are the hashes; positions and storage
 * times are the target's own. Events that the target already has are compared instead, so that an interrupted copy can
 * be resumed. Holds only a few events at a time.
 *
 * Rejects with CopyRefusedError if the target contains other events, and with the signal's reason if it aborts.
 */
export const copyHistory = async <Event extends PortableEvent>(
  copy: HistoryCopy<Event>,
): Promise<CopiedHistory> => {
  const found = await skipFound(copy);
  let copied = 0;
  for await (const run of runsOf(copy.source)) {
    copy.signal.throwIfAborted();
    await append(copy.to, run);
    copied += run.length;
    for (const event of run) copy.onEvent(event);
  }
  return { found, copied };
};
