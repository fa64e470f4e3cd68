import type { JSONEventData, RecordedEvent } from '@eventstore/db-client';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { UndecodableEvent } from '../../application/ports/fault.js';
import type { NewEvent } from '../../application/ports/event-store.js';
import { isRecord, isWellFormedJson } from '../../domain/codec/json.js';
import {
  type DomainEvent,
  EVENT_CODECS,
  EventMetadata,
  isStreamOf,
  isEventType,
  type LogPosition,
  type Recorded,
} from '../../domain/events.js';

/**
 * Every event type that this release can read; test/domain/golden-events has an example of each. A type that is no
 * longer written stays readable through an upcaster, which converts its data to a current event.
 */
export const READABLE_TYPES: ReadonlyArray<string> = Object.keys(EVENT_CODECS);

export interface UnknownEventType {
  readonly _tag: 'UnknownEventType';
  readonly type: string;
}

/** Converts an event for the client library. */
export const toEventData = ({ id, event, metadata }: NewEvent): JSONEventData => ({
  id,
  contentType: 'application/json',
  type: event.type,
  data: event.data,
  metadata,
});

/** The path of a problem in a value. Steps into unions are left out, because they have no name in the data. */
const pathOf = (context: t.Context): string =>
  context
    .filter(({ key }, index) => key !== '' && !(context[index - 1]?.type instanceof t.UnionType))
    .map(({ key }) => key)
    .join('.');

/** Decodes a value; a problem names fields, never their values. */
const decoded = <A>(codec: t.Decoder<unknown, A>, value: unknown, context: t.Context): E.Either<string, A> =>
  E.mapLeft(([first]: t.Errors) => `${pathOf(first?.context ?? [])} is missing or invalid`)(
    codec.validate(value, context),
  );

const problemOfJson = (what: string, value: unknown): string | undefined => {
  if (!isRecord(value)) return `${what} is not an object`;
  return isWellFormedJson(value) ? undefined : `${what} holds text, names or numbers that cannot be stored`;
};

const decodedEvent = (
  type: DomainEvent['type'],
  { data, metadata, isJson, streamId }: RecordedEvent,
): E.Either<string, Pick<Recorded, 'event' | 'metadata'>> => {
  const problem = isJson ? problemOfJson('data', data) : 'the event is not JSON';
  if (problem !== undefined) return E.left(problem);
  const event = decoded(EVENT_CODECS[type], { type, data }, []);
  if (E.isLeft(event)) return event;
  const problemOfMetadata = problemOfJson('metadata', metadata);
  if (problemOfMetadata !== undefined) return E.left(problemOfMetadata);
  const said = decoded(EventMetadata, metadata, [{ key: 'metadata', type: EventMetadata }]);
  if (E.isLeft(said)) return said;
  return isStreamOf(streamId, event.right)
    ? E.right({ event: event.right, metadata: said.right })
    : E.left('the event belongs to another stream');
};

/** Decodes a recorded event. An event of a newer release or with invalid content is reported as such. */
export const fromRecordedEvent = (
  recorded: RecordedEvent,
  position: LogPosition,
): E.Either<UnknownEventType | UndecodableEvent, Recorded> => {
  const { type, id, streamId: stream, revision } = recorded;
  if (!isEventType(type)) return E.left({ _tag: 'UnknownEventType', type });
  const read = decodedEvent(type, recorded);
  return E.isRight(read)
    ? E.right({ ...read.right, id, stream, revision, position })
    : E.left({
        _tag: 'UndecodableEvent',
        stream,
        revision: Number(revision),
        eventType: type,
        reason: read.left,
      });
};
