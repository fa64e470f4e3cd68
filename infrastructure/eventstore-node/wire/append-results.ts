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
import { type ExpectedRevision, NO_STREAM_REVISION } from '../writing/append-decision.js';
import type { AppendOutcome } from '../writing/write-plan.js';
import { BadRequestError, type CallError } from './errors.js';
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
  Timeout,
  Unknown,
  WrongExpectedVersion,
} from './messages.js';

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

/** The response to a classic append. */
export const appendResponse = (expected: ExpectedRevision, outcome: AppendOutcome): AppendRespMessage =>
  outcome._tag === 'Written' ? appendSuccess(outcome) : appendConflict(expected, outcome.current);

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
  error instanceof BadRequestError ||
  error.code === grpcStatus.INVALID_ARGUMENT ||
  error.code === grpcStatus.UNIMPLEMENTED
    ? failure(Code.INVALID_ARGUMENT, new BadRequest().setMessage(error.details), 'BadRequest')
    : failure(Code.UNKNOWN, new Unknown(), 'Unknown');

const batchSuccess = ({ revision, position }: Written): BatchAppendRespMessage.Success => {
  const success = new BatchAppendResp.Success();
  if (revision === NO_STREAM_REVISION) success.setNoStream(new googleEmpty.Empty());
  else success.setCurrentRevision(String(revision));
  const at = String(position);
  return success.setPosition(new AllStreamPosition().setCommitPosition(at).setPreparePosition(at));
};

/** The result of one append in a batch call. */
export const batchResult = (
  expected: ExpectedRevision,
  outcome: AppendOutcome,
): BatchAppendRespMessage.Success | StatusMessage =>
  outcome._tag === 'Written' ? batchSuccess(outcome) : batchConflict(expected, outcome.current);

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
