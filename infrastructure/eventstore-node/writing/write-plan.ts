import {
  decideAppend,
  type ExpectedRevision,
  type StoredEvents,
  type StreamState,
} from './append-decision.js';
import type { ProposedEvent, RecordedEvent } from '../recorded-event.js';
import {
  isSoftDeleted,
  METASTREAM_METADATA,
  parseStreamMetadata,
  softDeletedMetadata,
  undeletedMetadata,
} from '../stream-metadata.js';
import {
  DELETED_REVISION,
  isMetastream,
  METADATA_TYPE,
  metastreamOf,
  NO_STREAM_REVISION,
  originalStreamOf,
  TOMBSTONE_TYPE,
} from '../system-streams.js';

export type WriteRequest = {
  readonly kind: 'append' | 'delete' | 'tombstone';
  readonly stream: string;
  readonly expected: ExpectedRevision;
  /** Empty for `delete` and `tombstone`. */
  readonly events: readonly ProposedEvent[];
};

export type WriteOutcome =
  | { readonly _tag: 'Written'; readonly revision: bigint; readonly position: bigint }
  | { readonly _tag: 'WrongExpectedRevision'; readonly current: bigint }
  | { readonly _tag: 'StreamDeleted' }
  /** A repetition of a write that is not stored yet: EventStoreDB lets it run into its commit timeout. */
  | { readonly _tag: 'CommitTimeout' };

/** A stream's last event: its revision and, for a metastream, its data. */
export type StreamHead = { readonly revision: bigint; readonly data: Uint8Array | undefined };

/** A stored event found by its id or by its place. */
export type EventPlace = Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'position'>;

/** The log's content for the streams and ids of a group of requests. */
export type LogExcerpt = {
  readonly heads: ReadonlyMap<string, StreamHead>;
  /** Events at the revisions at which repeated appends would have stored them. */
  readonly places: readonly EventPlace[];
  /** The first event with an id, as far as ids are remembered. */
  readonly firstWithId: (id: string) => EventPlace | undefined;
};

export type WritePlan = {
  readonly outcomes: readonly WriteOutcome[];
  readonly events: readonly RecordedEvent[];
  /** The heads of all streams written to, after the plan is executed. */
  readonly heads: ReadonlyMap<string, StreamHead>;
};

/** Non-deterministic inputs of a plan. */
export type PlanContext = {
  readonly nextPosition: bigint;
  /** Ticks of 100 ns since 1970. */
  readonly now: bigint;
  readonly newId: () => string;
};

const EMPTY_HEAD: StreamHead = { revision: NO_STREAM_REVISION, data: undefined };
const NO_BYTES = new Uint8Array();

/** The streams whose heads must be known to decide a write to this one. */
export const relatedStreams = (stream: string): readonly string[] => [
  stream,
  isMetastream(stream) ? originalStreamOf(stream) : metastreamOf(stream),
];

/**
 * Decides a group of requests one after the other, each seeing the writes of those before it, and lays out the events
 * to store. Pure: the caller stores them in one transaction and then reports the outcomes.
 */
export const planWrites = (
  requests: readonly WriteRequest[],
  excerpt: LogExcerpt,
  context: PlanContext,
): WritePlan => {
  const events: RecordedEvent[] = [];
  const written = new Map<string, StreamHead>();
  const plannedIds = new Map<string, EventPlace>();
  const byPlace = new Map<string, EventPlace>();

  const firstWithId = (id: string): EventPlace | undefined => excerpt.firstWithId(id) ?? plannedIds.get(id);

  const rememberPlace = (place: EventPlace): void =>
    void byPlace.set(`${place.revision} ${place.stream}`, place);
  excerpt.places.forEach(rememberPlace);

  const headOf = (stream: string): StreamHead =>
    written.get(stream) ?? excerpt.heads.get(stream) ?? EMPTY_HEAD;

  /** A metastream is deleted together with the stream it describes. */
  const lastRevisionOf = (stream: string): bigint =>
    isMetastream(stream) && headOf(originalStreamOf(stream)).revision === DELETED_REVISION
      ? DELETED_REVISION
      : headOf(stream).revision;

  const softDeleted = (stream: string): boolean =>
    isSoftDeleted(
      isMetastream(stream) ? METASTREAM_METADATA : parseStreamMetadata(headOf(metastreamOf(stream)).data),
    );

  const stateOf = (stream: string): StreamState => ({
    lastRevision: lastRevisionOf(stream),
    metastreamRevision: isMetastream(stream) ? NO_STREAM_REVISION : headOf(metastreamOf(stream)).revision,
    softDeleted: softDeleted(stream),
  });

  const storedIn = (stream: string): StoredEvents => ({
    byId: (id) => {
      const first = firstWithId(id);
      return first?.stream === stream ? first : undefined;
    },
    atRevision: (revision) => byPlace.get(`${revision} ${stream}`),
  });

  const write = (stream: string, proposed: ProposedEvent, revision: bigint): RecordedEvent => {
    const position = context.nextPosition + BigInt(events.length);
    const event = { ...proposed, stream, revision, position, created: context.now };
    events.push(event);
    rememberPlace(event);
    if (!plannedIds.has(event.id)) plannedIds.set(event.id, event);
    written.set(stream, { revision, data: isMetastream(stream) && event.isJson ? event.data : undefined });
    return event;
  };

  const writeMetadata = (stream: string, data: Uint8Array): RecordedEvent => {
    const metastream = metastreamOf(stream);
    const event = { id: context.newId(), type: METADATA_TYPE, isJson: true, data, metadata: NO_BYTES };
    return write(metastream, event, headOf(metastream).revision + 1n);
  };

  const undelete = (stream: string, firstRevision: bigint): void => {
    const data = undeletedMetadata(headOf(metastreamOf(stream)).data, firstRevision);
    if (data !== undefined) writeMetadata(stream, data);
  };

  const appendEvents = (request: WriteRequest, revives: boolean): WriteOutcome => {
    const { stream } = request;
    const before = headOf(stream).revision;
    const original = originalStreamOf(stream);
    const revivesOriginal = isMetastream(stream) && softDeleted(original);
    let last: RecordedEvent | undefined;
    for (const event of request.events) last = write(stream, event, headOf(stream).revision + 1n);
    if (revives) undelete(stream, before + 1n);
    if (revivesOriginal) undelete(original, headOf(original).revision + 1n);
    const position = last?.position ?? context.nextPosition + BigInt(events.length) - 1n;
    return { _tag: 'Written', revision: last?.revision ?? before, position };
  };

  const softDelete = (stream: string): WriteOutcome => {
    const existed = [stream, metastreamOf(stream)].some((name) => headOf(name).revision >= 0n);
    if (!existed) return { _tag: 'WrongExpectedRevision', current: NO_STREAM_REVISION };
    return { _tag: 'Written', ...writeMetadata(stream, softDeletedMetadata()) };
  };

  const tombstone = (stream: string): WriteOutcome => {
    const event = { id: context.newId(), type: TOMBSTONE_TYPE, isJson: false, data: NO_BYTES };
    return { _tag: 'Written', ...write(stream, { ...event, metadata: NO_BYTES }, DELETED_REVISION) };
  };

  const execute = (request: WriteRequest): WriteOutcome => {
    const { kind, stream, expected } = request;
    // The event of a deletion has a new id, so that it is never taken for a repetition.
    const ids = kind === 'append' ? request.events.map(({ id }) => id) : [context.newId()];
    const decision = decideAppend(stateOf(stream), expected, ids, storedIn(stream));
    switch (decision._tag) {
      case 'AlreadyAppended':
        return decision.position >= context.nextPosition
          ? { _tag: 'CommitTimeout' }
          : { _tag: 'Written', revision: decision.revision, position: decision.position };
      case 'WrongExpectedRevision':
      case 'StreamDeleted':
        return decision;
      case 'Append':
        if (kind === 'append') return appendEvents(request, decision.undelete);
        return kind === 'delete' ? softDelete(stream) : tombstone(stream);
    }
  };

  const outcomes = requests.map(execute);
  return { outcomes, events, heads: written };
};
