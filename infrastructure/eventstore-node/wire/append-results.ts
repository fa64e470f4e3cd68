import googleAny from 'google-protobuf/google/protobuf/any_pb.js';
import googleEmpty from 'google-protobuf/google/protobuf/empty_pb.js';
import type { Any } from 'google-protobuf/google/protobuf/any_pb.js';
import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type { Code as CodeOf } from '@eventstore/db-client/generated/code_pb.js';
import type { Status as StatusMessage } from '@eventstore/db-client/generated/status_pb.js';
import type {
  AppendResp as AppendRespMessage,
  BatchAppendResp as BatchAppendRespMessage,
} from '@eventstore/db-client/generated/streams_pb.js';
import { status as grpcStatus } from '@grpc/grpc-js';
import type { ExpectedRevision } from '../writing/append-decision.js';
import { NO_STREAM_REVISION } from '../system-streams.js';
import type { WriteOutcome } from '../writing/write-plan.js';
import { BadRequestError, type CallError, commitTimeout, streamDeleted } from './errors.js';
import { encodeStreamName } from './identifiers.js';
import {
  AllStreamPosition,
  AppendResp,
  BadRequest,
  BatchAppendResp,
  Code,
  Empty,
  MaximumAppendSizeExceeded,
  Status,
  StreamDeleted,
  Timeout,
  Unknown,
  WrongExpectedVersion,
} from './messages.js';

type Written = Extract<WriteOutcome, { _tag: 'Written' }>;

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

/** The response to a classic append. Throws a CallError for a deleted stream. */
export const appendResponse = (
  stream: string,
  expected: ExpectedRevision,
  outcome: WriteOutcome,
): AppendRespMessage => {
  switch (outcome._tag) {
    case 'Written':
      return appendSuccess(outcome);
    case 'WrongExpectedRevision':
      return appendConflict(expected, outcome.current);
    case 'StreamDeleted':
      throw streamDeleted(stream);
    case 'CommitTimeout':
      throw commitTimeout();
  }
};

type Detail = { serializeBinary: () => Uint8Array };

const packed = (detail: Detail, name: string): Any => {
  const any = new googleAny.Any();
  any.pack(detail.serializeBinary(), `event_store.client.${name}`);
  return any;
};

/** Why a batch append failed, in the form of google.rpc.Status. */
const failure = (code: CodeOf, detail: Detail, name: string): StatusMessage =>
  new Status().setCode(code).setMessage(name).setDetails(packed(detail, name));

const batchConflict = (expected: ExpectedRevision, current: bigint): StatusMessage => {
  const conflict = new WrongExpectedVersion();
  if (current === NO_STREAM_REVISION) conflict.setCurrentNoStream(new googleEmpty.Empty());
  else conflict.setCurrentStreamRevision(String(current));
  if (expected === 'any') conflict.setExpectedAny(new googleEmpty.Empty());
  else if (expected === 'no_stream') conflict.setExpectedNoStream(new googleEmpty.Empty());
  else if (expected === 'stream_exists') conflict.setExpectedStreamExists(new googleEmpty.Empty());
  else conflict.setExpectedStreamPosition(String(expected));
  return failure(Code.ALREADY_EXISTS, conflict, 'WrongExpectedVersion');
};

export const batchTimeout = (): StatusMessage => failure(Code.DEADLINE_EXCEEDED, new Timeout(), 'Timeout');

export const batchTooLarge = (limit: number): StatusMessage =>
  failure(
    Code.INVALID_ARGUMENT,
    new MaximumAppendSizeExceeded().setMaxappendsize(limit),
    'MaximumAppendSizeExceeded',
  );

/** Any other failure of one append in a batch call. */
export const batchFailure = (error: CallError): StatusMessage =>
  error instanceof BadRequestError || error.code === grpcStatus.INVALID_ARGUMENT
    ? failure(Code.INVALID_ARGUMENT, new BadRequest().setMessage(error.details), 'BadRequest')
    : failure(Code.UNKNOWN, new Unknown(), 'Unknown');

const batchSuccess = ({ revision, position }: Written): BatchAppendRespMessage.Success => {
  const success = new BatchAppendResp.Success();
  if (revision === NO_STREAM_REVISION) success.setNoStream(new googleEmpty.Empty());
  else success.setCurrentRevision(String(revision));
  const at = String(position);
  return success.setPosition(new AllStreamPosition().setCommitPosition(at).setPreparePosition(at));
};

const batchDeleted = (stream: string): StatusMessage =>
  failure(Code.NOT_FOUND, new StreamDeleted().setStreamIdentifier(encodeStreamName(stream)), 'StreamDeleted');

/** The result of one append in a batch call. */
export const batchResult = (
  stream: string,
  expected: ExpectedRevision,
  outcome: WriteOutcome,
): BatchAppendRespMessage.Success | StatusMessage => {
  switch (outcome._tag) {
    case 'Written':
      return batchSuccess(outcome);
    case 'WrongExpectedRevision':
      return batchConflict(expected, outcome.current);
    case 'StreamDeleted':
      return batchDeleted(stream);
    case 'CommitTimeout':
      return batchTimeout();
  }
};

export const batchResponse = (
  correlationId: UUID,
  stream: string,
  result: BatchAppendRespMessage.Success | StatusMessage,
): BatchAppendRespMessage => {
  const response = new BatchAppendResp()
    .setCorrelationId(correlationId)
    .setStreamIdentifier(encodeStreamName(stream));
  return result instanceof Status ? response.setError(result) : response.setSuccess(result);
};
