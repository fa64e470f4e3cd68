import type { AppendResp as AppendRespMessage } from '@eventstore/db-client/generated/streams_pb.js';
import { type ExpectedRevision, NO_STREAM_REVISION } from '../writing/append-decision.js';
import type { AppendOutcome } from '../writing/write-plan.js';
import { AppendResp, Empty } from './messages.js';

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

/** The response to an append. */
export const appendResponse = (expected: ExpectedRevision, outcome: AppendOutcome): AppendRespMessage =>
  outcome._tag === 'Written' ? appendSuccess(outcome) : appendConflict(expected, outcome.current);
