import type { handleClientStreamingCall, ServerReadableStream } from '@grpc/grpc-js';
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { GroupCommit } from '../writing/group-commit.js';
import type { ProposedEvent } from '../recorded-event.js';
import type { AppendRequest } from '../writing/write-plan.js';
import { appendResponse } from '../wire/append-results.js';
import { BadRequestError, maximumAppendSizeExceeded, toCallError } from '../wire/errors.js';
import { decodeExpectedRevision } from '../wire/expected-revision.js';
import { decodeAppendedStream } from '../wire/identifiers.js';
import { createAppendSize, decodeProposedEvent, MAX_APPEND_BYTES } from '../wire/proposed-events.js';
import { abandonmentOf, eachMessage } from './call-lifetime.js';

/** The first message contains the stream and the expected revision, each following message one event. */
const receive = async (call: ServerReadableStream<AppendReq, AppendResp>): Promise<AppendRequest> => {
  let options: AppendReq.Options | undefined;
  const events: ProposedEvent[] = [];
  const size = createAppendSize();
  await eachMessage(call, (message) => {
    options ??= message.getOptions();
    const proposed = message.getProposedMessage();
    if (proposed === undefined) return;
    const event = decodeProposedEvent(proposed);
    if (size.exceedsWith(event)) throw maximumAppendSizeExceeded(MAX_APPEND_BYTES);
    events.push(event);
  });
  if (options === undefined) throw new BadRequestError('The options are missing.');
  const stream = decodeAppendedStream(options.getStreamIdentifier());
  return { stream, expected: decodeExpectedRevision(options), events };
};

/** One append per call: the client does not use batch appends, which one error of their call would all reject. */
export const appendHandler =
  (
    groupCommit: GroupCommit,
    onFault: (error: unknown) => void,
  ): handleClientStreamingCall<AppendReq, AppendResp> =>
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
