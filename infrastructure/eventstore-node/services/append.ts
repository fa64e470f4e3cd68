import type { handleClientStreamingCall, ServerReadableStream } from '@grpc/grpc-js';
import type {
  AppendReq,
  AppendResp as AppendRespMessage,
} from '@eventstore/db-client/generated/streams_pb.js';
import { type ExpectedRevision, NO_STREAM_REVISION } from '../writing/append-decision.js';
import type { GroupCommit } from '../writing/group-commit.js';
import type { ProposedEvent } from '../recorded-event.js';
import type { AppendOutcome, AppendRequest } from '../writing/write-plan.js';
import { BadRequestError, invalidArgument, maximumAppendSizeExceeded, toCallError } from '../wire/errors.js';
import { decodeAppendedStream } from '../wire/identifiers.js';
import { AppendResp, Empty } from '../wire/messages.js';
import { decodeProposedEvent } from '../wire/proposed-events.js';
import { abandonmentOf, eachMessage } from './call-lifetime.js';

/** Maximum size of the data of an append, in bytes; EventStoreDB's default. */
const MAX_APPEND_BYTES = 1024 * 1024;

/**
 * Maximum size of everything in an append besides data, in bytes. EventStoreDB has no such limit; it keeps an append
 * from exhausting the node's memory.
 */
const MAX_APPEND_OVERHEAD_BYTES = 16 * 1024 * 1024;
const OVERHEAD_BYTES_PER_EVENT = 128;

const decodeExpectedRevision = (options: AppendReq.Options): ExpectedRevision => {
  if (options.hasRevision()) return BigInt(options.getRevision());
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasStreamExists()) return 'stream_exists';
  throw invalidArgument('The expected revision is missing.');
};

/** The first message contains the stream and the expected revision, each following message one event. */
const receive = async (call: ServerReadableStream<AppendReq, AppendRespMessage>): Promise<AppendRequest> => {
  let options: AppendReq.Options | undefined;
  const events: ProposedEvent[] = [];
  let data = 0;
  let overhead = 0;
  await eachMessage(call, (message) => {
    options ??= message.getOptions();
    const proposed = message.getProposedMessage();
    if (proposed === undefined) return;
    const event = decodeProposedEvent(proposed);
    data += event.data.length;
    overhead += event.metadata.length + event.type.length + OVERHEAD_BYTES_PER_EVENT;
    if (data > MAX_APPEND_BYTES || overhead > MAX_APPEND_OVERHEAD_BYTES)
      throw maximumAppendSizeExceeded(MAX_APPEND_BYTES);
    events.push(event);
  });
  if (options === undefined) throw new BadRequestError('The options are missing.');
  const stream = decodeAppendedStream(options.getStreamIdentifier());
  return { stream, expected: decodeExpectedRevision(options), events };
};

type Written = Extract<AppendOutcome, { _tag: 'Written' }>;

const appendSuccess = ({ revision, position }: Written): AppendRespMessage => {
  const success = new AppendResp.Success();
  if (revision === NO_STREAM_REVISION) success.setNoStream(new Empty());
  else success.setCurrentRevision(String(revision));
  const at = String(position);
  success.setPosition(new AppendResp.Position().setCommitPosition(at).setPreparePosition(at));
  return new AppendResp().setSuccess(success);
};

const appendConflict = (expected: ExpectedRevision, current: bigint): AppendRespMessage => {
  const conflict = new AppendResp.WrongExpectedVersion();
  if (current === NO_STREAM_REVISION) conflict.setCurrentNoStream(new Empty());
  else conflict.setCurrentRevision(String(current));
  if (expected === 'any') conflict.setExpectedAny(new Empty());
  else if (expected === 'no_stream') conflict.setExpectedNoStream(new Empty());
  else if (expected === 'stream_exists') conflict.setExpectedStreamExists(new Empty());
  else conflict.setExpectedRevision(String(expected));
  return new AppendResp().setWrongExpectedVersion(conflict);
};

const appendResponse = (expected: ExpectedRevision, outcome: AppendOutcome): AppendRespMessage =>
  outcome._tag === 'Written' ? appendSuccess(outcome) : appendConflict(expected, outcome.current);

/** One append per call: the client does not use batch appends, which one error of their call would all reject. */
export const appendHandler =
  (
    groupCommit: GroupCommit,
    onFault: (error: unknown) => void,
  ): handleClientStreamingCall<AppendReq, AppendRespMessage> =>
  (call, callback) => {
    const serve = async (): Promise<void> => {
      try {
        const request = await receive(call);
        const outcome = await groupCommit.submit(request, abandonmentOf(call));
        callback(null, appendResponse(request.expected, outcome));
      } catch (error) {
        const callError = toCallError(error);
        if (callError !== error) onFault(error);
        callback(callError);
      }
    };
    void serve();
  };
