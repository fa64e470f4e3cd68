import type { RenderBatchId } from '../ids.js';
import type { ExistenceRefusal } from '../ownership.js';
import type { RenderBatchStatus } from './state.js';

export type RenderBatchRefusal =
  | ExistenceRefusal<'RenderBatch', { batchId: RenderBatchId }>
  | {
      readonly _tag: 'RenderBatchAlreadyFinished';
      readonly batchId: RenderBatchId;
      readonly status: RenderBatchStatus;
    }
  /** Some of its renders are unfinished. */
  | { readonly _tag: 'RenderBatchIsUnfinished'; readonly batchId: RenderBatchId }
  /** The rows as JSON are larger than an event may be. */
  | { readonly _tag: 'RenderBatchIsTooLarge'; readonly maxBytes: number };
