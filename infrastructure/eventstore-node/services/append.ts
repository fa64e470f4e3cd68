import type { handleClientStreamingCall, ServerReadableStream } from '@grpc/grpc-js';
import type { AppendReq, AppendResp as AppendResponse } from '@eventstore/db-client/generated/streams_pb.js';
import { type ExpectedRevision, NO_STREAM_REVISION } from '../writing/append-decision.js';
import type { GroupCommit } from '../writing/group-commit.js';
import type { ProposedEvent } from '../recorded-event.js';
import type { AppendOutcome, AppendRequest } from '../writing/write-plan.js';
import {
  invalidArgument,
  maximumAppendSizeExceeded,
  missingProperty,
  toCallError,
  unimplemented,
} from '../wire/errors.js';
import { decodeStreamName, decodeUuid } from '../wire/identifiers.js';
import { AppendResp, Empty, JSON_CONTENT } from '../wire/messages.js';

/** EventStoreDB's default for the size of all data in an append. */
const MAX_APPEND_BYTES = 1024 * 1024;

/**
 * Maximum size of everything in an append besides data, in bytes. EventStoreDB has no such limit; it keeps an append
 * from exhausting the node's memory.
 */
const MAX_APPEND_OVERHEAD_BYTES = 16 * 1024 * 1024;
const OVERHEAD_BYTES_PER_EVENT = 128;

const expectedRevision = (options: AppendReq.Options): ExpectedRevision => {
  if (options.hasRevision()) return BigInt(options.getRevision());
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return NO_STREAM_REVISION;
  throw unimplemented('The expected revision is missing, or of a kind that is not supported.');
};

/** Metadata of streams are refused, because the node would not apply them. */
const appendedStream = (options: AppendReq.Options): string => {
  const name = decodeStreamName(options.getStreamIdentifier());
  if (name.startsWith('$$')) throw unimplemented('Stream metadata is not supported.');
  return name;
};

const proposedEvent = (message: AppendReq.ProposedMessage): ProposedEvent => {
  const properties = message.getMetadataMap();
  const [type, contentType] = [properties.get('type'), properties.get('content-type')];
  if (type === undefined) throw missingProperty('type');
  if (contentType === undefined) throw missingProperty('content-type');
  if (type.includes('\0')) throw unimplemented('Event types with null characters are not supported.');
  return {
    id: decodeUuid(message.getId()),
    type,
    isJson: contentType === JSON_CONTENT,
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
};

/** The first message contains the stream and the expected revision, each following message one event. */
const receive = async (call: ServerReadableStream<AppendReq, AppendResponse>): Promise<AppendRequest> => {
  let options: AppendReq.Options | undefined;
  const events: ProposedEvent[] = [];
  let [dataBytes, overheadBytes] = [0, 0];
  for await (const message of call as AsyncIterable<AppendReq>) {
    options ??= message.getOptions();
    const proposed = message.getProposedMessage();
    if (proposed === undefined) continue;
    const event = proposedEvent(proposed);
    dataBytes += event.data.length;
    overheadBytes += event.metadata.length + event.type.length + OVERHEAD_BYTES_PER_EVENT;
    if (dataBytes > MAX_APPEND_BYTES || overheadBytes > MAX_APPEND_OVERHEAD_BYTES)
      throw maximumAppendSizeExceeded(MAX_APPEND_BYTES);
    events.push(event);
  }
  if (options === undefined) throw invalidArgument('The options are missing.');
  return { stream: appendedStream(options), expected: expectedRevision(options), events };
};

const appendResponse = (expected: ExpectedRevision, outcome: AppendOutcome): AppendResponse => {
  if (outcome._tag === 'Written') {
    const at = String(outcome.position);
    const success = new AppendResp.Success();
    if (outcome.revision === NO_STREAM_REVISION) success.setNoStream(new Empty());
    else success.setCurrentRevision(String(outcome.revision));
    success.setPosition(new AppendResp.Position().setCommitPosition(at).setPreparePosition(at));
    return new AppendResp().setSuccess(success);
  }
  const conflict = new AppendResp.WrongExpectedVersion();
  if (outcome.current === NO_STREAM_REVISION) conflict.setCurrentNoStream(new Empty());
  else conflict.setCurrentRevision(String(outcome.current));
  if (expected === NO_STREAM_REVISION) conflict.setExpectedNoStream(new Empty());
  else conflict.setExpectedRevision(String(expected));
  return new AppendResp().setWrongExpectedVersion(conflict);
};

/** Appends the events of a call. */
export const appendHandler =
  (
    groupCommit: GroupCommit,
    onFault: (error: unknown) => void,
  ): handleClientStreamingCall<AppendReq, AppendResponse> =>
  (call, callback) => {
    const serve = async (): Promise<void> => {
      try {
        const request = await receive(call);
        const outcome = await groupCommit.submit(request, call);
        callback(null, appendResponse(request.expected, outcome));
      } catch (error) {
        const callError = toCallError(error);
        if (callError !== error) onFault(error);
        callback(callError);
      }
    };
    void serve();
  };
