import type { ReadResp as ReadRespMessage } from '@eventstore/db-client/generated/streams_pb.js';
import type { RecordedEvent, ResolvedEvent } from '../recorded-event.js';
import { encodeStreamName, encodeUuid } from './identifiers.js';
import { ReadResp } from './messages.js';
import { BINARY_CONTENT, JSON_CONTENT } from './proposed-events.js';

const recordedEvent = (event: RecordedEvent): ReadRespMessage.ReadEvent.RecordedEvent => {
  const position = String(event.position);
  const message = new ReadResp.ReadEvent.RecordedEvent()
    .setId(encodeUuid(event.id))
    .setStreamIdentifier(encodeStreamName(event.stream))
    .setStreamRevision(String(event.revision))
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setData(event.data)
    .setCustomMetadata(event.metadata);
  message
    .getMetadataMap()
    .set('type', event.type)
    .set('created', String(event.created))
    .set('content-type', event.isJson ? JSON_CONTENT : BINARY_CONTENT);
  return message;
};

export const eventResponse = ({ event, link }: ResolvedEvent): ReadRespMessage => {
  const message = new ReadResp.ReadEvent();
  if (event !== undefined) message.setEvent(recordedEvent(event));
  if (link !== undefined) message.setLink(recordedEvent(link));
  const original = link ?? event;
  if (original !== undefined) message.setCommitPosition(String(original.position));
  return new ReadResp().setEvent(message);
};

export const confirmationResponse = (subscriptionId: string): ReadRespMessage =>
  new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId(subscriptionId));

export const checkpointResponse = (position: bigint): ReadRespMessage =>
  new ReadResp().setCheckpoint(
    new ReadResp.Checkpoint().setCommitPosition(String(position)).setPreparePosition(String(position)),
  );

export const caughtUpResponse = (): ReadRespMessage => new ReadResp().setCaughtUp(new ReadResp.CaughtUp());

export const fellBehindResponse = (): ReadRespMessage =>
  new ReadResp().setFellBehind(new ReadResp.FellBehind());

export const streamNotFoundResponse = (stream: string): ReadRespMessage =>
  new ReadResp().setStreamNotFound(
    new ReadResp.StreamNotFound().setStreamIdentifier(encodeStreamName(stream)),
  );
