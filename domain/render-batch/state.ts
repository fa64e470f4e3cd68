import type * as t from 'io-ts';
import { oneOf } from '../codec/scalars.js';
import type { RenderBatchEvent, RenderBatchRequested } from './events.js';

export const RenderBatchStatus = oneOf('processing', 'completed', 'cancelled');
export type RenderBatchStatus = t.TypeOf<typeof RenderBatchStatus>;

/** What decisions need to know; the rows are in the first event. */
export type RenderBatch = Omit<RenderBatchRequested['data'], 'options' | 'rows' | 'at'> & {
  readonly _tag: 'RenderBatch';
  readonly rows: number;
  readonly status: RenderBatchStatus;
  /** ISO 8601 */
  readonly requestedAt: string;
};
export type RenderBatchState = { readonly _tag: 'NoRenderBatch' } | RenderBatch;

export const evolveRenderBatch = (state: RenderBatchState, event: RenderBatchEvent): RenderBatchState => {
  if (event.type === 'RenderBatchRequested') {
    const { options: _, rows, at, ...requested } = event.data;
    return {
      _tag: 'RenderBatch',
      ...requested,
      rows: rows.length,
      requestedAt: at,
      status: 'processing',
    };
  }
  if (state._tag === 'NoRenderBatch') return state;
  switch (event.type) {
    case 'RenderBatchCompleted':
      return { ...state, status: 'completed' };
    case 'RenderBatchCancelled':
      return { ...state, status: 'cancelled' };
  }
};
