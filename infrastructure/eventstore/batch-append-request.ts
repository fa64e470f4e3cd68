import type { JSONEventData } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import protobufEmpty from 'google-protobuf/google/protobuf/empty_pb.js';
import protobufTimestamp from 'google-protobuf/google/protobuf/timestamp_pb.js';
import type { ExpectedRevision } from '../../application/ports/event-store.js';

const { BatchAppendReq } = streams;
const { StreamIdentifier, UUID } = shared;

/** One append in a batch call. */
export interface BatchedAppend {
  /** Names the append in its response. */
  readonly correlationId: string;
  readonly stream: string;
  /** The revision that the stream must have, or that it must not exist. */
  readonly expected: ExpectedRevision;
  /** Until when the server may store it. */
  readonly deadline: Date;
  readonly events: ReadonlyArray<JSONEventData>;
}

const uuid = (text: string) => new UUID().setString(text);
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

const proposed = ({ id, type, contentType, data, metadata }: JSONEventData) => {
  const message = new BatchAppendReq.ProposedMessage().setId(uuid(id)).setData(json(data));
  message.getMetadataMap().set('type', type).set('content-type', contentType);
  return metadata === undefined ? message : message.setCustomMetadata(json(metadata));
};

/** The request that contains a whole append. */
export const batchAppendRequest = ({ correlationId, stream, expected, deadline, events }: BatchedAppend) => {
  const options = new BatchAppendReq.Options()
    .setStreamIdentifier(new StreamIdentifier().setStreamName(Buffer.from(stream)))
    .setDeadline(protobufTimestamp.Timestamp.fromDate(deadline));
  if (expected === 'no-stream') options.setNoStream(new protobufEmpty.Empty());
  else options.setStreamPosition(String(expected));
  return new BatchAppendReq()
    .setCorrelationId(uuid(correlationId))
    .setOptions(options)
    .setProposedMessagesList(events.map(proposed))
    .setIsFinal(true);
};
