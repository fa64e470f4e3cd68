import type { CommandsOf } from '../aggregate.js';
import type { RenderBatchCancelled, RenderBatchCompleted, RenderBatchRequested } from './events.js';

export type RenderBatchCommand = CommandsOf<{
  RequestRenderBatch: RenderBatchRequested['data'];
  /** All renders are completed, failed or cancelled. */
  CompleteRenderBatch: Pick<RenderBatchCompleted['data'], 'batchId' | 'outcome' | 'at'>;
  CancelRenderBatch: Pick<RenderBatchCancelled['data'], 'batchId' | 'ownerId' | 'at'>;
}>;
