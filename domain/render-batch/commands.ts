import type { OwnerId, RenderBatchId, VideoId } from '../ids.js';
import type { BatchOptions, BatchOutcome, BatchRow } from './events.js';

interface OnRenderBatch {
  readonly batchId: RenderBatchId;
  /** ISO 8601 */
  readonly at: string;
}

export interface RequestRenderBatch extends OnRenderBatch {
  readonly type: 'RequestRenderBatch';
  readonly ownerId: OwnerId;
  readonly videoId: VideoId;
  readonly videoVersion: number;
  readonly options: BatchOptions;
  readonly rows: ReadonlyArray<BatchRow>;
}

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
