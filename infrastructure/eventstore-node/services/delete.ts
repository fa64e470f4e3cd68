import type { handleUnaryCall } from '@grpc/grpc-js';
import type {
  DeleteReq,
  DeleteResp as DeleteRespMessage,
  TombstoneReq,
  TombstoneResp as TombstoneRespMessage,
} from '@eventstore/db-client/generated/streams_pb.js';
import type { GroupCommit } from '../writing/group-commit.js';
import type { WriteRequest } from '../writing/write-plan.js';
import {
  BadRequestError,
  commitTimeout,
  streamDeleted,
  toCallError,
  wrongExpectedVersion,
} from '../wire/errors.js';
import { decodeExpectedRevision, expectedRevisionNumber } from '../wire/expected-revision.js';
import { decodeStreamName } from '../wire/identifiers.js';
import { DeleteResp, TombstoneResp } from '../wire/messages.js';
import type { Abandonment } from '../writing/write-queue.js';
import { abandonmentOf } from './call-lifetime.js';

type Options = DeleteReq.Options | TombstoneReq.Options;

const decode = (kind: 'delete' | 'tombstone', options: Options | undefined): WriteRequest => {
  if (options === undefined) throw new BadRequestError('The options are missing.');
  const exact = options.hasRevision() ? options.getRevision() : undefined;
  return {
    kind,
    stream: decodeStreamName(options.getStreamIdentifier()),
    expected: decodeExpectedRevision(options, exact),
    events: [],
  };
};

/** Returns the position of the deletion event, as decimal text. */
const execute = async (
  request: WriteRequest,
  groupCommit: GroupCommit,
  signal: Abandonment,
): Promise<string> => {
  const { stream, expected } = request;
  const outcome = await groupCommit.submit(request, signal);
  switch (outcome._tag) {
    case 'Written':
      return String(outcome.position);
    case 'WrongExpectedRevision':
      throw wrongExpectedVersion(stream, expectedRevisionNumber(expected), outcome.current);
    case 'StreamDeleted':
      throw streamDeleted(stream);
    case 'CommitTimeout':
      throw commitTimeout();
  }
};

type DeletionHandler<Request, Response> = (
  groupCommit: GroupCommit,
  onFault: (error: unknown) => void,
) => handleUnaryCall<Request, Response>;

const deletionHandler =
  <Request extends { getOptions: () => Options | undefined }, Response>(
    kind: 'delete' | 'tombstone',
    toResponse: (position: string) => Response,
  ): DeletionHandler<Request, Response> =>
  (groupCommit, onFault) =>
  (call, callback) => {
    const serve = async (): Promise<void> => {
      try {
        const request = decode(kind, call.request.getOptions());
        callback(null, toResponse(await execute(request, groupCommit, abandonmentOf(call))));
      } catch (error) {
        const callError = toCallError(error);
        if (callError !== error) onFault(error);
        callback(callError);
      }
    };
    void serve();
  };

/** Soft delete: the stream can be recreated. */
export const deleteHandler = deletionHandler<DeleteReq, DeleteRespMessage>('delete', (position) =>
  new DeleteResp().setPosition(
    new DeleteResp.Position().setCommitPosition(position).setPreparePosition(position),
  ),
);

/** Hard delete: the stream name can never be used again. */
export const tombstoneHandler = deletionHandler<TombstoneReq, TombstoneRespMessage>('tombstone', (position) =>
  new TombstoneResp().setPosition(
    new TombstoneResp.Position().setCommitPosition(position).setPreparePosition(position),
  ),
);
