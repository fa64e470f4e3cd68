import {
  bodyOf,
  type CallOptions,
  type Connection,
  type CreateOptions,
  creating,
  recordOf,
  ofId,
} from './connection.js';
import { RenderNotCompleted } from './errors.js';
import { itemsOf, type Page, pagesOf } from './pages.js';
import type { Sleep } from './retrying-fetch.js';
import type {
  Check,
  CheckInput,
  Render,
  RenderFilter,
  RenderInput,
  RenderOptions,
  RenderProgress,
} from './types.js';
import { streamedData } from './event-stream.js';

/** A render that is completed, and so has an output. */
export type CompletedRender = Render & { readonly status: 'completed'; readonly outputUrl: string };

export interface WaitOptions extends CallOptions {
  /** Called with every state that differs from the one before. */
  readonly onProgress?: (progress: RenderProgress) => void;
  /** How often the state is queried if the service cannot send it, in ms. Default: 1,000. */
  readonly intervalMs?: number;
}

const isCompleted = (render: Render): render is CompletedRender =>
  render.status === 'completed' && render.outputUrl !== undefined;

/** Whether the status of a render no longer changes. */
export const isFinished = ({ status }: Render): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';

const completion = async (
  connection: Connection,
  sleep: Sleep,
  id: string,
  { onProgress, intervalMs = 1000, signal = new AbortController().signal }: WaitOptions,
): Promise<CompletedRender> => {
  const call = { ...ofId(id), signal };
  const sent = streamedData<RenderProgress>(
    (headers) => connection.GET('/v1/renders/{id}/events', { ...call, headers, parseAs: 'stream' }),
    sleep,
    signal,
  );
  let next = await sent.next();
  for (; next.done !== true; next = await sent.next()) onProgress?.(next.value);
  let shown = '';
  for (;;) {
    const render = await recordOf(connection.GET('/v1/renders/{id}', call));
    const state = `${render.status} ${render.attempt} ${render.progress}`;
    if (!next.value && state !== shown) onProgress?.(render);
    shown = state;
    if (isCompleted(render)) return render;
    if (isFinished(render)) throw new RenderNotCompleted(render);
    await sleep(intervalMs, signal);
  }
};

export const rendersOf = (connection: Connection, sleep: Sleep) => {
  const get = (id: string, options: CallOptions = {}): Promise<Render> =>
    recordOf(connection.GET('/v1/renders/{id}', { ...ofId(id), ...options }));

  const pages = (filter: RenderFilter = {}, options: CallOptions = {}): AsyncGenerator<Page<Render>, void> =>
    pagesOf(filter, (query) =>
      bodyOf(connection.GET('/v1/renders/search', { params: { query }, ...options })),
    );

  return {
    /** Requests a render of the current version of a stored video. */
    create: (videoId: string, render: RenderOptions = {}, options: CreateOptions = {}): Promise<Render> =>
      recordOf(
        connection.POST('/v1/renders/{id}', {
          ...ofId(videoId),
          body: render,
          ...creating(options),
        }),
      ),

    /** Stores the video and requests a render of it. */
    createFrom: (render: RenderInput, options: CreateOptions = {}): Promise<Render> =>
      recordOf(connection.POST('/v1/renders', { body: render, ...creating(options) })),

    /** Finds what is wrong with a video that is not stored, without rendering it. Stores nothing. */
    check: (project: CheckInput, options: CallOptions = {}): Promise<Check> =>
      recordOf(connection.POST('/v1/check', { body: project, ...options })),

    get,

    cancel: (id: string, options: CreateOptions = {}): Promise<Render> =>
      recordOf(connection.POST('/v1/renders/{id}/cancel', { ...ofId(id), ...creating(options) })),

    /**
     * Waits until a render is completed. The service sends the progress; where it cannot, the state is queried regularly.
     * @throws RenderNotCompleted if it fails or is cancelled
     */
    wait: (id: string, options: WaitOptions = {}): Promise<CompletedRender> =>
      completion(connection, sleep, id, options),

    /** All renders that match, newest first. */
    list: (filter?: RenderFilter, options?: CallOptions): AsyncGenerator<Render, void> =>
      itemsOf(pages(filter, options)),

    /** All pages of the list, each with the total. */
    pages,
  };
};
