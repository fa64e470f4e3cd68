import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { fitsInUtf8 } from '../codec/json.js';
import { LIMITS } from '../composition/limits.js';
import { type Decider, isEventOf } from '../decider.js';
import type { RenderBatchId } from '../ids.js';
import { createdBefore, existing } from '../ownership.js';
import { streamName } from '../stream-names.js';
import type {
  CancelRenderBatch,
  CompleteRenderBatch,
  RenderBatchCommand,
  RequestRenderBatch,
} from './commands.js';
import { RENDER_BATCH_EVENTS, type RenderBatchEvent } from './events.js';
import type { RenderBatchRefusal } from './refusals.js';
import { evolveRenderBatch, type RenderBatch, type RenderBatchState } from './state.js';

export const renderBatchStream = (id: RenderBatchId): `renderBatch-${RenderBatchId}` =>
  streamName('renderBatch', id);

type Decision = E.Either<RenderBatchRefusal, ReadonlyArray<RenderBatchEvent>>;

const request = (command: RequestRenderBatch, state: RenderBatchState): Decision => {
  const { type: _, ...data } = command;
  if (state._tag !== 'NoRenderBatch')
    return createdBefore('RenderBatch', { batchId: data.batchId }, data.ownerId, state);
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

const cancel = ({ at }: CancelRenderBatch, batch: RenderBatch): Decision =>
  batch.status === 'processing'
    ? E.right([{ type: 'RenderBatchCancelled', data: facts(batch, at) }])
    : E.left({ _tag: 'RenderBatchAlreadyFinished', batchId: batch.batchId, status: batch.status });

const decide = (command: RenderBatchCommand, state: RenderBatchState): Decision => {
  if (command.type === 'RequestRenderBatch') return request(command, state);
  const ownerId = command.type === 'CancelRenderBatch' ? command.ownerId : undefined;
  return pipe(
    state,
    existing('RenderBatch', { batchId: command.batchId }, ownerId),
    E.flatMap((batch): Decision => {
      switch (command.type) {
        case 'CompleteRenderBatch':
          return complete(command, batch);
        case 'CancelRenderBatch':
          return cancel(command, batch);
      }
    }),
  );
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
  evolve: evolveRenderBatch,
};
