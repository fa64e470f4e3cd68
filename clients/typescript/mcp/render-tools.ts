import { z } from 'zod';
import type { BatchInput, Client, Render, RenderOptions } from '../core/client.js';
import { type AddTool, Content, READS, ToolProblem, values, videoId, WRITES } from './tools.js';

const renderId = z.string().describe('The `_id` of a render.');
const batchId = z.string().describe('The `_id` of a batch.');
/** How many rows of a batch an agent reads at once. */
const SHOWN_ROWS = 100;
const output = z
  .record(z.string(), z.unknown())
  .optional()
  .describe(
    'What is written, such as `{ "format": "webm" }`: mp4, webm, mov, gif, webp, png, jpg, m4a, wav, hls. See `Output` in read_format. Default: an MP4.',
  );

/** A render without its video, which the agent knows. */
const summaryOf = (render: Render) => {
  const { videoData: _, ...summary } = render;
  return summary;
};

export const addRequestTools = (add: AddTool, { renders }: Client): void => {
  add(
    'render_video',
    WRITES,
    'Request a render of the current version of a stored video. Then use wait_for_render.',
    { videoId, values, output },
    async ({ videoId: id, values: merge, output: wanted }) => {
      const options = { ...(merge && { merge }), ...(wanted && { output: wanted }) } as RenderOptions;
      return summaryOf(await renders.create(id, options));
    },
  );
  add('cancel_render', WRITES, 'Cancel a render that is not over.', { renderId }, async (given) =>
    summaryOf(await renders.cancel(given.renderId)),
  );
};

/** Tools for renders of many rows. */
export const addBatchTools = (add: AddTool, { batches }: Client): void => {
  add(
    'render_batch',
    WRITES,
    'Request a render of a stored template for each row of values. Then use read_batch.',
    {
      videoId,
      rows: z.array(z.record(z.string(), z.unknown())).min(1).max(1000).describe('Values by name.'),
      output,
    },
    ({ videoId: id, rows, output: wanted }) =>
      batches.create(id, { rows, ...(wanted && { output: wanted }) } as BatchInput),
  );
  add(
    'read_batch',
    READS,
    'Get the state of a batch, and the status and output of each of its first 100 rows.',
    { batchId },
    async ({ batchId: id }) => {
      const results: object[] = [];
      for await (const { row, status, renderId: render, outputUrl, error } of batches.results(id)) {
        results.push({ row, status, renderId: render, outputUrl, error });
        if (results.length === SHOWN_ROWS) break;
      }
      return { ...(await batches.get(id)), results };
    },
  );
  add('cancel_batch', WRITES, 'Cancel what is unfinished of a batch.', { batchId }, (given) =>
    batches.cancel(given.batchId),
  );
};

/** How long one call waits for a render, in ms: below the usual timeout of tools. */
const LONGEST_WAIT_MS = 50_000;

/** Waits for a render until it ends or the time is up; returns its last state. */
const waitFor = async (
  { renders }: Client,
  id: string,
  signal: AbortSignal,
  onProgress: (share: number) => void,
) => {
  const timeUp = AbortSignal.timeout(LONGEST_WAIT_MS);
  try {
    return await renders.wait(id, {
      signal: AbortSignal.any([signal, timeUp]),
      onProgress: ({ progress }) => onProgress(progress),
    });
  } catch (error) {
    if (timeUp.aborted && !signal.aborted) return renders.get(id);
    throw error;
  }
};

/** Settings of an MCP server. */
export interface McpOptions {
  /** Saves the output of a completed render, and returns its path. Nothing is saved if omitted. */
  readonly save?: (render: Render & { readonly outputUrl: string }) => Promise<string>;
}

/** Tools that get what was rendered. */
export const addResultTools = (add: AddTool, client: Client, { save }: McpOptions): void => {
  add(
    'wait_for_render',
    READS,
    'Wait up to 50 s for a render to end, and get its state. Call it again while the status is `pending` or `processing`.',
    { renderId },
    async (given, { signal, sendNotification, _meta }) => {
      const token = _meta?.progressToken;
      const notify = (progress: number): void => {
        if (token === undefined) return;
        const params = { progressToken: token, progress, total: 1 };
        sendNotification({ method: 'notifications/progress', params }).catch(() => undefined); // the client left
      };
      return summaryOf(await waitFor(client, given.renderId, signal, notify));
    },
  );
  add(
    'fetch_output',
    save === undefined ? READS : WRITES,
    `Get the output of a completed render: a link to the file${save === undefined ? '' : ', which is also saved on this machine'}.`,
    { renderId },
    async ({ renderId: id }) => {
      const render = await client.renders.get(id);
      const { status, outputUrl: uri } = render;
      if (uri === undefined) throw new ToolProblem(`the render is ${status}: it has no output`);
      const path = await save?.({ ...render, outputUrl: uri });
      return new Content(
        { type: 'text', text: JSON.stringify({ outputUrl: uri, ...(path && { path }) }) },
        { type: 'resource_link', uri, name: `output of render ${id}` },
      );
    },
  );
};
