import type { RecordedEvent } from '../recorded-event.js';
import { type Frame, frameOfMessage } from './frames.js';
import { encodeStreamName } from './identifiers.js';
import { ReadResp, UUID } from './messages.js';
import { BINARY_CONTENT, JSON_CONTENT } from './proposed-events.js';

/** An event as sent by a read or a subscription. */
export const eventFrame = (event: RecordedEvent): Frame => {
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
  return frameOfMessage(
    new ReadResp().setEvent(new ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(position)),
  );
};

export const confirmationFrame = (subscriptionId: string): Frame =>
  frameOfMessage(
    new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId(subscriptionId)),
  );

export const checkpointFrame = (position: bigint): Frame =>
  frameOfMessage(
    new ReadResp().setCheckpoint(
      new ReadResp.Checkpoint().setCommitPosition(String(position)).setPreparePosition(String(position)),
    ),
  );

export const caughtUpFrame = (): Frame => frameOfMessage(new ReadResp().setCaughtUp(new ReadResp.CaughtUp()));

export const fellBehindFrame = (): Frame =>
  frameOfMessage(new ReadResp().setFellBehind(new ReadResp.FellBehind()));

export const streamNotFoundFrame = (stream: string): Frame =>
  frameOfMessage(
    new ReadResp().setStreamNotFound(
      new ReadResp.StreamNotFound().setStreamIdentifier(encodeStreamName(stream)),
    ),
  );
