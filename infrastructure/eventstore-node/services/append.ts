import type { handleClientStreamingCall, ServerReadableStream } from '@grpc/grpc-js';
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ExpectedRevision } from '../writing/append-decision.js';
import type { GroupCommit } from '../writing/group-commit.js';
import type { ProposedEvent } from '../recorded-event.js';
import type { AppendRequest } from '../writing/write-plan.js';
import { appendResponse } from '../wire/append-results.js';
import { badRequest, invalidArgument, maximumAppendSizeExceeded, toCallError } from '../wire/errors.js';
import { decodeAppendedStream } from '../wire/identifiers.js';
import { createAppendSize, decodeProposedEvent, MAX_APPEND_BYTES } from '../wire/proposed-events.js';

const expectedRevision = (options: AppendReq.Options): ExpectedRevision => {
  if (options.hasRevision()) return BigInt(options.getRevision());
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasStreamExists()) return 'stream_exists';
  throw invalidArgument('The expected revision is missing.');
};

/** The first message contains the stream and the expected revision, each following message one event. */
const receive = async (call: ServerReadableStream<AppendReq, AppendResp>): Promise<AppendRequest> => {
  let options: AppendReq.Options | undefined;
  const events: ProposedEvent[] = [];
  const size = createAppendSize();
  for await (const message of call as AsyncIterable<AppendReq>) {
    options ??= message.getOptions();
    const proposed = message.getProposedMessage();
    if (proposed === undefined) continue;
    const event = decodeProposedEvent(proposed);
    if (size.exceedsWith(event)) throw maximumAppendSizeExceeded(MAX_APPEND_BYTES);
    events.push(event);
  }
  if (options === undefined) throw badRequest('The options are missing.');
  const stream = decodeAppendedStream(options.getStreamIdentifier());
  return { stream, expected: expectedRevision(options), events };
};

/** Appends the events of a call. */
export const appendHandler =
  (
    groupCommit: GroupCommit,
    onFault: (error: unknown) => void,
  ): handleClientStreamingCall<AppendReq, AppendResp> =>
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
