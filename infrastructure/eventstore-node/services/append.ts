import type { handleClientStreamingCall, ServerReadableStream } from '@grpc/grpc-js';
import type { AppendReq, AppendResp as AppendResponse } from '@eventstore/db-client/generated/streams_pb.js';
import { type ExpectedRevision, NO_STREAM_REVISION } from '../writing/append-decision.js';
import type { GroupCommit } from '../writing/group-commit.js';
import type { ProposedEvent } from '../recorded-event.js';
import type { AppendOutcome, AppendRequest } from '../writing/write-plan.js';
import { badRequest, invalidArgument, maximumAppendSizeExceeded, toCallError } from '../wire/errors.js';
import { decodeAppendedStream } from '../wire/identifiers.js';
import { AppendResp, Empty } from '../wire/messages.js';
import { createAppendSize, decodeProposedEvent, MAX_APPEND_BYTES } from '../wire/proposed-events.js';

const expectedRevision = (options: AppendReq.Options): ExpectedRevision => {
  if (options.hasRevision()) return BigInt(options.getRevision());
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasStreamExists()) return 'stream_exists';
  throw invalidArgument('The expected revision is missing.');
};

/** The first message contains the stream and the expected revision, each following message one event. */
const receive = async (call: ServerReadableStream<AppendReq, AppendResponse>): Promise<AppendRequest> => {
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

type Written = Extract<AppendOutcome, { _tag: 'Written' }>;

const appendSuccess = ({ revision, position }: Written): AppendResponse => {
  const success = new AppendResp.Success();
  if (revision === NO_STREAM_REVISION) success.setNoStream(new Empty());
  else success.setCurrentRevision(String(revision));
  const at = String(position);
  success.setPosition(new AppendResp.Position().setCommitPosition(at).setPreparePosition(at));
  return new AppendResp().setSuccess(success);
};

const appendConflict = (expected: ExpectedRevision, current: bigint): AppendResponse => {
  const conflict = new AppendResp.WrongExpectedVersion();
  if (current === NO_STREAM_REVISION) conflict.setCurrentNoStream(new Empty());
  else conflict.setCurrentRevision(String(current));
  if (expected === 'any') conflict.setExpectedAny(new Empty());
  else if (expected === 'no_stream') conflict.setExpectedNoStream(new Empty());
  else if (expected === 'stream_exists') conflict.setExpectedStreamExists(new Empty());
  else conflict.setExpectedRevision(String(expected));
  return new AppendResp().setWrongExpectedVersion(conflict);
};

const appendResponse = (expected: ExpectedRevision, outcome: AppendOutcome): AppendResponse =>
  outcome._tag === 'Written' ? appendSuccess(outcome) : appendConflict(expected, outcome.current);

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
