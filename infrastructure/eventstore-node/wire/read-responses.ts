import { encodeStreamName } from './identifiers.js';
import { type Frame, frameOfMessage } from './frames.js';
import { ReadResp } from './messages.js';

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
