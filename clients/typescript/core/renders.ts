import {
  bodyOf,
  type CallOptions,
  type Connection,
  type CreateOptions,
  creating,
  reading,
  recordOf,
} from './connection.js';
import { RenderNotCompleted } from './errors.js';
import { itemsOf, type Page, pagesOf } from './pages.js';
import type { Render, RenderFilter, RenderInput, RenderOptions } from './types.js';

/** A render that is completed, and so has an output. */
export type CompletedRender = Render & { readonly status: 'completed'; readonly outputUrl: string };

export interface WaitOptions extends CallOptions {
  /** Called with every state that differs from the one before. */
  readonly onProgress?: (render: Render) => void;
  /** How often the state is queried, in ms. Default: 1,000. */
  readonly intervalMs?: number;
}

const isCompleted = (render: Render): render is CompletedRender =>
  render.status === 'completed' && render.outputUrl !== undefined;

const isOver = ({ status }: Render): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';

/** @param sleep resolves after that many ms, or rejects when the signal aborts */
export const rendersOf = (
  connection: Connection,
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
) => {
  const get = (id: string, options: CallOptions = {}): Promise<Render> =>
    recordOf(connection.GET('/v1/renders/{id}', { params: { path: { id } }, ...reading(options) }));

  const pages = (filter: RenderFilter = {}, options: CallOptions = {}): AsyncGenerator<Page<Render>, void> =>
    pagesOf(filter, (query) =>
      bodyOf(connection.GET('/v1/renders/search', { params: { query }, ...reading(options) })),
    );

  return {
    /** Requests a render of the current version of a stored video. */
    create: (videoId: string, render: RenderOptions = {}, options: CreateOptions = {}): Promise<Render> =>
      recordOf(
        connection.POST('/v1/renders/{videoId}', {
          params: { path: { videoId } },
          body: render,
          ...creating(options),
        }),
      ),

    /** Stores the video and requests a render of it. */
    createFrom: (render: RenderInput, options: CreateOptions = {}): Promise<Render> =>
      recordOf(connection.POST('/v1/renders', { body: render, ...creating(options) })),

    get,

    cancel: (id: string, options: CreateOptions = {}): Promise<Render> =>
      recordOf(
        connection.POST('/v1/renders/{id}/cancel', { params: { path: { id } }, ...creating(options) }),
      ),

    /**
     * Waits until a render is completed.
     * @throws RenderNotCompleted if it fails or is cancelled
     */
    wait: async (
      id: string,
      { onProgress, intervalMs = 1000, signal = new AbortController().signal }: WaitOptions = {},
    ): Promise<CompletedRender> => {
      let shown = '';
      for (;;) {
        const render = await get(id, { signal });
        const state = `${render.status} ${render.attempt} ${render.progress}`;
        if (state !== shown) onProgress?.(render);
        shown = state;
        if (isCompleted(render)) return render;
        if (isOver(render)) throw new RenderNotCompleted(render);
        await sleep(intervalMs, signal);
      }
    },

    /** All renders that match, newest first. */
    list: (filter?: RenderFilter, options?: CallOptions): AsyncGenerator<Render, void> =>
      itemsOf(pages(filter, options)),

    /** All pages of the list, each with the total. */
    pages,
  };
};
