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
import { evolveRenderBatch, type RenderBatchState } from './state.js';

export const renderBatchStream = (id: RenderBatchId): `renderBatch-${RenderBatchId}` =>
  streamName('renderBatch', id);

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
    CompleteRenderBatch: ({ batchId, outcome }, { status, rows, videoId, videoVersion }, facts) => {
      if (status !== 'processing') return E.right([]);
      const finished = outcome.completed + outcome.failed + outcome.cancelled;
      return finished === rows
        ? E.right([{ type: 'RenderBatchCompleted', data: { ...facts, videoId, videoVersion, outcome } }])
        : E.left({ _tag: 'RenderBatchIsUnfinished', batchId });
    },
    CancelRenderBatch: ({ batchId }, { status, videoId, videoVersion }, facts) =>
      status === 'processing'
        ? E.right([{ type: 'RenderBatchCancelled', data: { ...facts, videoId, videoVersion } }])
        : E.left({ _tag: 'RenderBatchAlreadyFinished', batchId, status }),
  },
});
