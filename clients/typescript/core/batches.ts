import {
  bodyOf,
  type CallOptions,
  type Connection,
  type CreateOptions,
  creating,
  recordOf,
  ofId,
} from './connection.js';
import type { Sleep } from './retrying-fetch.js';
import type { Batch, BatchInput, BatchResult } from './types.js';

export interface BatchWaitOptions extends CallOptions {
  /** Called with every state. */
  readonly onProgress?: (batch: Batch) => void;
  /** How often the state is queried, in ms. Default: 2,000. */
  readonly intervalMs?: number;
}

export const batchesOf = (connection: Connection, sleep: Sleep) => {
  const get = (id: string, options: CallOptions = {}): Promise<Batch> =>
    recordOf(connection.GET('/v1/batches/{id}', { ...ofId(id), ...options }));

  return {
    /** Requests a render of a template for each row. */
    create: (videoId: string, batch: BatchInput, options: CreateOptions = {}): Promise<Batch> =>
      recordOf(
        connection.POST('/v1/renders/{id}/batch', {
          ...ofId(videoId),
          body: batch,
          ...creating(options),
        }),
      ),

    get,

    cancel: (id: string, options: CreateOptions = {}): Promise<Batch> =>
      recordOf(connection.POST('/v1/batches/{id}/cancel', { ...ofId(id), ...creating(options) })),

    /** What became of each row, in the order of the rows. */
    results: async function* (id: string, options: CallOptions = {}): AsyncGenerator<BatchResult, void> {
      for (let page = 1, seen = 0; ; page += 1) {
        const params = { path: { id }, query: { page, limit: 100 } };
        const { data, pagination } = await bodyOf(
          connection.GET('/v1/batches/{id}/results', { params, ...options }),
        );
        yield* data;
        seen += data.length;
        if (data.length === 0 || seen >= pagination.total) return;
      }
    },

    /** Waits until all renders of a batch are over, however they ended, or it is cancelled. */
    wait: async (
      id: string,
      { onProgress, intervalMs = 2000, signal = new AbortController().signal }: BatchWaitOptions = {},
    ): Promise<Batch> => {
      for (;;) {
        const batch = await get(id, { signal });
        onProgress?.(batch);
        if (batch.status !== 'processing') return batch;
        await sleep(intervalMs, signal);
      }
    },
  };
};
