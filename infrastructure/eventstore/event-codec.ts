import type { JSONEventData, RecordedEvent } from '@eventstore/db-client';
import * as E from 'fp-ts/lib/Either.js';
import type { NewEvent } from '../../application/ports/event-store.js';
import type { DomainEvent, EventMetadata, LogPosition, Recorded } from '../../domain/events.js';

/** Every event type this release can read. */
const KNOWN: Readonly<Record<DomainEvent['type'], true>> = {
  VideoCreated: true,
  VideoPatched: true,
  EditorLinkChanged: true,
  RenderRequested: true,
  RenderStarted: true,
  CaptionWordsGenerated: true,
  RenderCompleted: true,
  RenderFailed: true,
  RenderCancelled: true,
  WebhookEndpointRegistered: true,
  WebhookEndpointChanged: true,
  WebhookEndpointPaused: true,
  WebhookEndpointResumed: true,
  WebhookEndpointDisabled: true,
  WebhookSecretRotated: true,
  WebhookEndpointDeleted: true,
  ApiKeyIssued: true,
  ApiKeyRevoked: true,
};

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

/** An event as the domain knows it; one that a newer release wrote is named, not guessed at. */
export const fromRecordedEvent = (
  recorded: RecordedEvent,
  position: LogPosition,
): E.Either<UnknownEventType, Recorded> => {
  const { type, data, id, streamId, revision, metadata } = recorded;
  if (!Object.hasOwn(KNOWN, type)) return E.left({ _tag: 'UnknownEventType', type });
  return E.right({
    event: { type, data } as unknown as DomainEvent,
    id,
    stream: streamId,
    revision,
    position,
    metadata: metadata as unknown as EventMetadata,
  });
};
