import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type { BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { ExpectedRevision } from '../writing/append-decision.js';
import type { GroupCommit } from '../writing/group-commit.js';
import type { ProposedEvent } from '../recorded-event.js';
import { type batchResponse, batchResult, batchTimeout } from '../wire/append-results.js';
import { decodeExpectedRevision } from '../wire/expected-revision.js';
import { decodeAppendedStream } from '../wire/identifiers.js';
import { createAppendSize } from '../wire/proposed-events.js';

/** One of the many appends in a call, whose events may arrive in several messages. */
export type PendingAppend = {
  readonly correlationId: UUID;
  readonly stream: string;
  readonly expected: ExpectedRevision;
  /** Milliseconds since 1970. */
  readonly deadline: number;
  readonly events: ProposedEvent[];
  readonly size: ReturnType<typeof createAppendSize>;
  /** Responds to an append whose last message does not arrive in time; absent if all is in one message. */
  readonly timer: NodeJS.Timeout | undefined;
};

export type Result = Parameters<typeof batchResponse>[2];

const MAX_TIMER_MS = 2 ** 31 - 1;

/** How long all messages of one append may take to arrive; EventStoreDB's write timeout. */
const COLLECTING_MS = 2000;

/** By when an append is to be answered, in ms since 1970. */
export const deadlineOf = (options: BatchAppendReq.Options): number =>
  options.getDeadline()?.toDate().getTime() ?? Number.POSITIVE_INFINITY;

/** Begins to collect an append from its first message. */
export const startAppend = (
  correlationId: UUID,
  options: BatchAppendReq.Options,
  onTimeout: (() => void) | undefined,
): PendingAppend => {
  const stream = decodeAppendedStream(options.getStreamIdentifier());
  const exact = options.hasStreamPosition() ? options.getStreamPosition() : undefined;
  const expected = decodeExpectedRevision(options, exact);
  const deadline = deadlineOf(options);
  const timer = onTimeout && setTimeout(onTimeout, Math.min(deadline - Date.now(), COLLECTING_MS));
  return { correlationId, stream, expected, deadline, events: [], size: createAppendSize(), timer };
};

/**
 * Stores one append. The response is due by its deadline: a write that has not started by then is dropped, one in
 * progress continues, and the client is told of neither.
 */
export const storeWithin = (
  append: PendingAppend,
  groupCommit: GroupCommit,
  ended: AbortSignal,
): Promise<Result> => {
  const { stream, expected, events, deadline } = append;
  const milliseconds = Math.min(deadline - Date.now(), MAX_TIMER_MS);
  if (milliseconds <= 0) return Promise.resolve(batchTimeout());
  let isLate = false;
  const signal = {
    get aborted() {
      return isLate || ended.aborted;
    },
  };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      isLate = true;
      resolve(batchTimeout());
    }, milliseconds);
    groupCommit
      .submit({ stream, expected, events }, signal)
      .then((outcome) => resolve(batchResult(expected, outcome)), reject)
      .finally(() => clearTimeout(timer));
  });
};
