import * as E from 'fp-ts/lib/Either.js';
import { fitsInUtf8 } from '../codec/json.js';
import { LIMITS } from '../composition/limits.js';
import { type Decider, isEventOf } from '../decider.js';
import type { OwnerId, RenderBatchId, VideoId } from '../ids.js';
import { createdBefore, ownedBy } from '../ownership.js';
import { streamName } from '../stream-names.js';
import type {
  CancelRenderBatch,
  CompleteRenderBatch,
  RenderBatchCommand,
  RequestRenderBatch,
} from './commands.js';
import { RENDER_BATCH_EVENTS, type RenderBatchEvent } from './events.js';
import type { RenderBatchRefusal } from './refusals.js';
import type { RenderBatchStatus } from './status.js';

export const renderBatchStream = (id: RenderBatchId): `renderBatch-${RenderBatchId}` =>
  streamName('renderBatch', id);

/** What decisions need to know; the rows are in the first event. */
export interface RenderBatch {
  readonly _tag: 'RenderBatch';
  readonly batchId: RenderBatchId;
  readonly ownerId: OwnerId;
  readonly videoId: VideoId;
  readonly videoVersion: number;
  /** The number of rows. */
  readonly rows: number;
  readonly status: RenderBatchStatus;
  /** ISO 8601 */
  readonly requestedAt: string;
}
export type RenderBatchState = { readonly _tag: 'NoRenderBatch' } | RenderBatch;

const evolve = (state: RenderBatchState, event: RenderBatchEvent): RenderBatchState => {
  if (event.type === 'RenderBatchRequested') {
    const { batchId, ownerId, videoId, videoVersion, rows, at } = event.data;
    const facts = { batchId, ownerId, videoId, videoVersion, rows: rows.length, requestedAt: at };
    return { _tag: 'RenderBatch', ...facts, status: 'processing' };
  }
  if (state._tag === 'NoRenderBatch') return state;
  switch (event.type) {
    case 'RenderBatchCompleted':
      return { ...state, status: 'completed' };
    case 'RenderBatchCancelled':
      return { ...state, status: 'cancelled' };
  }
};

type Decision = E.Either<RenderBatchRefusal, ReadonlyArray<RenderBatchEvent>>;

const request = (
  { batchId, ownerId, videoId, videoVersion, options, rows, at }: RequestRenderBatch,
  state: RenderBatchState,
): Decision => {
  if (state._tag === 'RenderBatch')
    return createdBefore<RenderBatchRefusal>(ownerId, { _tag: 'RenderBatchAlreadyExists', batchId })(state);
  const data = { batchId, ownerId, videoId, videoVersion, options, rows, at };
  return fitsInUtf8(JSON.stringify(data), LIMITS.eventBytes)
    ? E.right([{ type: 'RenderBatchRequested', data }])
    : E.left({ _tag: 'RenderBatchIsTooLarge', maxBytes: LIMITS.eventBytes });
};

const facts = ({ batchId, ownerId, videoId, videoVersion }: RenderBatch, at: string) => ({
  batchId,
  ownerId,
  videoId,
  videoVersion,
  at,
});

/** Nothing happens if the batch is over: the service may find out more than once that all renders are. */
const complete = ({ outcome, at }: CompleteRenderBatch, batch: RenderBatch): Decision => {
  if (batch.status !== 'processing') return E.right([]);
  const over = outcome.completed + outcome.failed + outcome.cancelled;
  return over === batch.rows
    ? E.right([{ type: 'RenderBatchCompleted', data: { ...facts(batch, at), outcome } }])
    : E.left({ _tag: 'RenderBatchIsUnfinished', batchId: batch.batchId });
};

const cancel = ({ ownerId, at }: CancelRenderBatch, batch: RenderBatch): Decision => {
  const { batchId, status } = batch;
  const foreign: RenderBatchRefusal = { _tag: 'RenderBatchBelongsToAnotherOwner', batchId };
  return E.flatMap(ownedBy<RenderBatchRefusal>(ownerId, foreign)(batch), (): Decision =>
    status === 'processing'
      ? E.right([{ type: 'RenderBatchCancelled', data: facts(batch, at) }])
      : E.left({ _tag: 'RenderBatchAlreadyFinished', batchId, status }),
  );
};

const decide = (command: RenderBatchCommand, state: RenderBatchState): Decision => {
  if (command.type === 'RequestRenderBatch') return request(command, state);
  if (state._tag === 'NoRenderBatch')
    return E.left({ _tag: 'RenderBatchDoesNotExist', batchId: command.batchId });
  switch (command.type) {
    case 'CompleteRenderBatch':
      return complete(command, state);
    case 'CancelRenderBatch':
      return cancel(command, state);
  }
};

/**
 * Batches: requested as a whole (a repeated request with the same id changes nothing), then completed once all renders
 * are over, or cancelled by the owner before.
 */
export const renderBatchDecider: Decider<
  RenderBatchCommand,
  RenderBatchState,
  RenderBatchEvent,
  RenderBatchRefusal
> = {
  isEvent: isEventOf<RenderBatchEvent>(RENDER_BATCH_EVENTS),
  initialState: { _tag: 'NoRenderBatch' },
  decide,
  evolve,
};
