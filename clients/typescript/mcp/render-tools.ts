import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { BatchInput, Client, Render, RenderOptions } from '../core/client.js';
import { errorOf } from '../core/errors.js';
import type { McpOptions } from './mcp-options.js';
import { jsonResult, resultOf } from './tool-results.js';
import { READS, values, videoId, WRITES } from './video-tools.js';

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

/** How long one call waits for a render, in ms: below the usual timeout of tools. */
const LONGEST_WAIT_MS = 50_000;

/** Waits for a render until it ends or the time is up; returns its last state. */
const waitFor = async (
  client: Client,
  id: string,
  signal: AbortSignal,
  onProgress: (share: number) => void,
) => {
  const timeUp = AbortSignal.timeout(LONGEST_WAIT_MS);
  try {
    return await client.renders.wait(id, {
      signal: AbortSignal.any([signal, timeUp]),
      onProgress: ({ progress }) => onProgress(progress),
    });
  } catch (error) {
    if (timeUp.aborted && !signal.aborted) return client.renders.get(id);
    throw error;
  }
};

/** Saves an output in the folder under the id of its render. */
const save = async (response: Response, url: string, folder: string, id: string): Promise<string> => {
  if (!response.ok || response.body === null)
    throw errorOf(response, await response.json().catch(() => undefined));
  const extension = /\.[a-z0-9]{1,5}$/.exec(new URL(url).pathname)?.[0] ?? '';
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${id.replaceAll(/[^\w-]/g, '')}${extension}`);
  await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(path));
  return path;
};

const addRequestTools = (server: McpServer, client: Client): void => {
  server.registerTool(
    'render_video',
    {
      description: 'Request a render of the current version of a stored video. Then use wait_for_render.',
      inputSchema: { videoId, values, output },
      annotations: WRITES,
    },
    (given) =>
      resultOf(async () => {
        const options = {
          ...(given.values === undefined ? {} : { merge: given.values }),
          ...(given.output === undefined ? {} : { output: given.output }),
        } as RenderOptions;
        return jsonResult(summaryOf(await client.renders.create(given.videoId, options)));
      }),
  );
  server.registerTool(
    'cancel_render',
    { description: 'Cancel a render that is not over.', inputSchema: { renderId }, annotations: WRITES },
    (given) => resultOf(async () => jsonResult(summaryOf(await client.renders.cancel(given.renderId)))),
  );
};

const addBatchTools = (server: McpServer, client: Client): void => {
  server.registerTool(
    'render_batch',
    {
      description: 'Request a render of a stored template for each row of values. Then use read_batch.',
      inputSchema: {
        videoId,
        rows: z.array(z.record(z.string(), z.unknown())).min(1).max(1000).describe('Values by name.'),
        output,
      },
      annotations: WRITES,
    },
    ({ videoId: id, rows, output: wanted }) =>
      resultOf(async () => {
        const body = { rows, ...(wanted === undefined ? {} : { output: wanted }) } as BatchInput;
        return jsonResult(await client.batches.create(id, body));
      }),
  );
  server.registerTool(
    'read_batch',
    {
      description: 'Get the state of a batch, and the status and output of each of its first 100 rows.',
      inputSchema: { batchId },
      annotations: READS,
    },
    (given) =>
      resultOf(async () => {
        const rows: object[] = [];
        for await (const { row, status, renderId: render, outputUrl, error } of client.batches.results(
          given.batchId,
        )) {
          rows.push({ row, status, renderId: render, outputUrl, error });
          if (rows.length === SHOWN_ROWS) break;
        }
        return jsonResult({ ...(await client.batches.get(given.batchId)), results: rows });
      }),
  );
  server.registerTool(
    'cancel_batch',
    {
      description: 'Cancel what is unfinished of a batch.',
      inputSchema: { batchId },
      annotations: WRITES,
    },
    (given) => resultOf(async () => jsonResult(await client.batches.cancel(given.batchId))),
  );
};

const addResultTools = (
  server: McpServer,
  client: Client,
  { folder, fetch = globalThis.fetch }: McpOptions,
): void => {
  server.registerTool(
    'wait_for_render',
    {
      description:
        'Wait up to 50 s for a render to end, and get its state. Call it again while the status is `pending` or `processing`.',
      inputSchema: { renderId },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (given, { signal, sendNotification, _meta }) =>
      resultOf(async () => {
        const token = _meta?.progressToken;
        const notify = (progress: number): void => {
          if (token === undefined) return;
          const params = { progressToken: token, progress, total: 1 };
          sendNotification({ method: 'notifications/progress', params }).catch(() => undefined); // the client left
        };
        return jsonResult(summaryOf(await waitFor(client, given.renderId, signal, notify)));
      }),
  );
  server.registerTool(
    'fetch_output',
    {
      description: `Get the output of a completed render: a link to the file${folder === undefined ? '' : ', which is also saved on this machine'}.`,
      inputSchema: { renderId },
      annotations: { readOnlyHint: folder === undefined, destructiveHint: false, openWorldHint: false },
    },
    (given) =>
      resultOf(async () => {
        const { status, outputUrl } = await client.renders.get(given.renderId);
        if (outputUrl === undefined)
          return {
            isError: true,
            content: [{ type: 'text', text: `the render is ${status}: it has no output` }],
          };
        const path =
          folder === undefined
            ? undefined
            : await save(await fetch(outputUrl), outputUrl, folder, given.renderId);
        return {
          content: [
            { type: 'text', text: JSON.stringify({ outputUrl, ...(path === undefined ? {} : { path }) }) },
            { type: 'resource_link', uri: outputUrl, name: `output of render ${given.renderId}` },
          ],
        };
      }),
  );
};

/** Tools that render videos. */
export const addRenderTools = (server: McpServer, client: Client, options: McpOptions): void => {
  addRequestTools(server, client);
  addBatchTools(server, client);
  addResultTools(server, client, options);
};
