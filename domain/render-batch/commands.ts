import type { OwnerId, RenderBatchId } from '../ids.js';
import type { BatchOutcome, RenderBatchRequested } from './events.js';

interface OnRenderBatch {
  readonly batchId: RenderBatchId;
  /** ISO 8601 */
  readonly at: string;
}

export type RequestRenderBatch = { readonly type: 'RequestRenderBatch' } & RenderBatchRequested['data'];

/** All renders are over. */
export interface CompleteRenderBatch extends OnRenderBatch {
  readonly type: 'CompleteRenderBatch';
  readonly outcome: BatchOutcome;
}

export interface CancelRenderBatch extends OnRenderBatch {
  readonly type: 'CancelRenderBatch';
  readonly ownerId: OwnerId;
}

export type RenderBatchCommand = RequestRenderBatch | CompleteRenderBatch | CancelRenderBatch;
