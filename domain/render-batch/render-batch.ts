import * as E from 'fp-ts/lib/Either.js';
import { aggregate } from '../aggregate.js';
import { fitsInUtf8 } from '../codec/json.js';
import { LIMITS } from '../composition/limits.js';
import type { Decider } from '../decider.js';
import type { RenderBatchId } from '../ids.js';
import { streamName } from '../stream-names.js';
import type { RenderBatchCommand } from './commands.js';
import { RENDER_BATCH_EVENTS, type RenderBatchEvent } from './events.js';
import type { RenderBatchRefusal } from './refusals.js';
import { evolveRenderBatch, type RenderBatch, type RenderBatchState } from './state.js';

export const renderBatchStream = (id: RenderBatchId): `renderBatch-${RenderBatchId}` =>
  streamName('renderBatch', id);

const eventFacts = ({ batchId, ownerId, videoId, videoVersion }: RenderBatch, at: string) => ({
  batchId,
  ownerId,
  videoId,
  videoVersion,
  at,
});

/**
 * Batches: requested as a whole (a repeated request with the same id changes nothing), then completed once all renders
 * are finished, or cancelled by the owner before.
 */
export const renderBatchDecider: Decider<
  RenderBatchCommand,
  RenderBatchState,
  RenderBatchEvent,
  RenderBatchRefusal
> = aggregate({
  category: 'renderBatch',
  events: RENDER_BATCH_EVENTS,
  evolve: evolveRenderBatch,
  createdBy: 'RequestRenderBatch',
  create: (data) =>
    fitsInUtf8(JSON.stringify(data), LIMITS.eventBytes)
      ? E.right([{ type: 'RenderBatchRequested', data }])
      : E.left({ _tag: 'RenderBatchIsTooLarge', maxBytes: LIMITS.eventBytes }),
  handle: {
    // Changes nothing if the batch is finished: the service may notice more than once that all renders are.
    CompleteRenderBatch: ({ batchId, outcome, at }, batch) => {
      if (batch.status !== 'processing') return E.right([]);
      const finished = outcome.completed + outcome.failed + outcome.cancelled;
      return finished === batch.rows
        ? E.right([{ type: 'RenderBatchCompleted', data: { ...eventFacts(batch, at), outcome } }])
        : E.left({ _tag: 'RenderBatchIsUnfinished', batchId });
    },
    CancelRenderBatch: ({ batchId, at }, batch) =>
      batch.status === 'processing'
        ? E.right([{ type: 'RenderBatchCancelled', data: eventFacts(batch, at) }])
        : E.left({ _tag: 'RenderBatchAlreadyFinished', batchId, status: batch.status }),
  },
});
