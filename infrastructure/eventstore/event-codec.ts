import type { JSONEventData, RecordedEvent } from '@eventstore/db-client';
import * as E from 'fp-ts/lib/Either.js';
import type { UndecodableEvent } from '../../application/ports/event-log.js';
import type { NewEvent } from '../../application/ports/event-store.js';
import { problemOfStored } from './event-shapes.js';
import type { DomainEvent, EventMetadata, LogPosition, Recorded } from '../../domain/events.js';

type Data = Readonly<Record<string, unknown>>;
type Upcast = (data: Data) => DomainEvent;

/** For types whose stored shape is the one the domain knows. */
const asStored =
  (type: DomainEvent['type']): Upcast =>
  (data) =>
    ({ type, data }) as unknown as DomainEvent;

/**
 * How every event type that was ever stored is read. A type that is no longer written stays here, with the upcaster that
 * turns its data into an event of today; test/domain/golden-events holds one example of each.
 */
const UPCASTERS: Readonly<Record<DomainEvent['type'], Upcast> & Record<string, Upcast>> = {
  VideoCreated: asStored('VideoCreated'),
  VideoPatched: asStored('VideoPatched'),
  VideoRestored: asStored('VideoRestored'),
  EditorLinkChanged: asStored('EditorLinkChanged'),
  RenderRequested: asStored('RenderRequested'),
  RenderStarted: asStored('RenderStarted'),
  CaptionWordsGenerated: asStored('CaptionWordsGenerated'),
  RenderCompleted: asStored('RenderCompleted'),
  RenderFailed: asStored('RenderFailed'),
  RenderCancelled: asStored('RenderCancelled'),
  WebhookEndpointRegistered: asStored('WebhookEndpointRegistered'),
  WebhookEndpointChanged: asStored('WebhookEndpointChanged'),
  WebhookEndpointPaused: asStored('WebhookEndpointPaused'),
  WebhookEndpointResumed: asStored('WebhookEndpointResumed'),
  WebhookEndpointDisabled: asStored('WebhookEndpointDisabled'),
  WebhookSecretRotated: asStored('WebhookSecretRotated'),
  WebhookEndpointDeleted: asStored('WebhookEndpointDeleted'),
  ApiKeyIssued: asStored('ApiKeyIssued'),
  ApiKeyRevoked: asStored('ApiKeyRevoked'),
};

/** Every event type this release can read. */
export const READABLE_TYPES: ReadonlyArray<string> = Object.keys(UPCASTERS);

export interface UnknownEventType {
  readonly _tag: 'UnknownEventType';
  readonly type: string;
}

/** An event as the client library sends it. */
export const toEventData = ({ id, event, metadata }: NewEvent): JSONEventData => ({
  id,
  contentType: 'application/json',
  type: event.type,
  data: event.data as unknown as Record<string, unknown>,
  metadata: metadata as unknown as Record<string, unknown>,
});

/** An event as the domain knows it; one that a newer release wrote, or that is malformed, is named, not guessed at. */
export const fromRecordedEvent = (
  recorded: RecordedEvent,
  position: LogPosition,
): E.Either<UnknownEventType | UndecodableEvent, Recorded> => {
  const { type, data, id, streamId, revision, metadata, isJson } = recorded;
  const upcast = Object.hasOwn(UPCASTERS, type) ? UPCASTERS[type] : undefined;
  if (!upcast) return E.left({ _tag: 'UnknownEventType', type });
  const event = upcast(data as Data);
  const reason = isJson ? problemOfStored(streamId, event, metadata) : 'the event is not JSON';
  if (reason !== undefined)
    return E.left({
      _tag: 'UndecodableEvent',
      stream: streamId,
      revision: Number(revision),
      eventType: type,
      reason,
    });
  return E.right({
    event,
    id,
    stream: streamId,
    revision,
    position,
    metadata: metadata as unknown as EventMetadata,
  });
};
