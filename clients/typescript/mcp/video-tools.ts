import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { Client, VideoInput, VideoPatch } from '../core/client.js';
import { formProblems, readFormat } from './format.js';
import { jsonResult, resultOf } from './tool-results.js';

const READS = { readOnlyHint: true, openWorldHint: false };
const WRITES = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };

const videoId = z.string().describe('The `_id` of a stored video.');
const video = z
  .record(z.string(), z.unknown())
  .describe('A video: `{ metadata, clips }`. See read_format for all fields.');

/** The link to the editor is a secret of the user, and of no use to an agent. */
const withoutLink = <Stored extends { readonly metadata: object }>(stored: Stored) => {
  const { redirectUrl: _, ...metadata } = stored.metadata as { readonly redirectUrl?: string };
  return { ...stored, metadata };
};

/** Tools that read the format, and read and write videos. */
export const addVideoTools = (server: McpServer, client: Client): void => {
  server.registerTool(
    'read_format',
    {
      description: 'Read the format of a video: an overview, or one definition of its JSON Schema.',
      inputSchema: {
        definition: z.string().optional().describe('Such as `TextProperties`. Omit for the overview.'),
      },
      annotations: READS,
    },
    ({ definition }) => resultOf(async () => jsonResult(await readFormat(client, definition))),
  );
  server.registerTool(
    'list_fonts',
    { description: 'List the families of fonts that texts may use.', annotations: READS },
    () => resultOf(async () => jsonResult((await client.fonts()).map(({ family }) => family))),
  );
  server.registerTool(
    'validate_video',
    {
      description:
        'Check a video against the JSON Schema of the format, without storing it. Returns the problems.',
      inputSchema: { video },
      annotations: READS,
    },
    (given) => resultOf(async () => jsonResult({ problems: await formProblems(client, given.video) })),
  );
  server.registerTool(
    'create_video',
    {
      description: 'Store a video. The result has its `_id`.',
      inputSchema: { video },
      annotations: WRITES,
    },
    (given) =>
      resultOf(async () =>
        jsonResult(withoutLink(await client.videos.create(given.video as unknown as VideoInput))),
      ),
  );
  server.registerTool(
    'get_video',
    {
      description: 'Get the current version of a stored video.',
      inputSchema: { videoId },
      annotations: READS,
    },
    (given) => resultOf(async () => jsonResult(withoutLink(await client.videos.get(given.videoId)))),
  );
  server.registerTool(
    'list_videos',
    {
      description: 'List stored videos, newest first: their ids and names.',
      inputSchema: {
        name: z.string().optional().describe('Only videos with this text in their name.'),
        limit: z.number().int().min(1).max(100).default(20),
      },
      annotations: READS,
    },
    ({ name, limit }) =>
      resultOf(async () => {
        const { value } = await client.videos
          .pages({ limit, ...(name === undefined ? {} : { name }) })
          .next();
        const found = value?.data ?? [];
        return jsonResult(
          found.map(({ _id, metadata, updatedAt }) => ({ _id, name: metadata.name, updatedAt })),
        );
      }),
  );
  server.registerTool(
    'patch_video',
    {
      description:
        'Change a stored video. `metadata` is merged into the stored one, `clips` replaces the whole list. Makes a new version; earlier versions are kept.',
      inputSchema: {
        videoId,
        patch: z.record(z.string(), z.unknown()).describe('`{ metadata?, clips?, additional? }`'),
      },
      annotations: WRITES,
    },
    (given) =>
      resultOf(async () =>
        jsonResult(withoutLink(await client.videos.update(given.videoId, given.patch as VideoPatch))),
      ),
  );
};
