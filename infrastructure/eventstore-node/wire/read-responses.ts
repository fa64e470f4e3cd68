import type { ReadResp as ReadResponse } from '@eventstore/db-client/generated/streams_pb.js';
import type { RecordedEvent } from '../recorded-event.js';
import { encodeStreamName } from './identifiers.js';
import { BINARY_CONTENT, JSON_CONTENT, ReadResp, UUID } from './messages.js';

/** An event as sent by a read or a subscription. */
export const eventResponse = (event: RecordedEvent): ReadResponse => {
  const position = String(event.position);
  const recorded = new ReadResp.ReadEvent.RecordedEvent()
    .setId(new UUID().setString(event.id))
    .setStreamIdentifier(encodeStreamName(event.stream))
    .setStreamRevision(String(event.revision))
    .setPreparePosition(position)
    .setCommitPosition(position)
    .setCustomMetadata(event.metadata)
    .setData(event.data);
  recorded
    .getMetadataMap()
    .set('content-type', event.isJson ? JSON_CONTENT : BINARY_CONTENT)
    .set('created', String(event.created))
    .set('type', event.type);
  return new ReadResp().setEvent(new ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(position));
};

export const confirmation = (subscriptionId: string): ReadResponse =>
  new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId(subscriptionId));

export const caughtUp = (): ReadResponse => new ReadResp().setCaughtUp(new ReadResp.CaughtUp());

export const streamNotFound = (stream: string): ReadResponse =>
  new ReadResp().setStreamNotFound(
    new ReadResp.StreamNotFound().setStreamIdentifier(encodeStreamName(stream)),
  );
