import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { CheckInput, Client, VideoInput, VideoPatch } from '../core/client.js';
import { recordOf } from '../core/connection.js';
import { ApiError } from '../core/errors.js';
import { readFormat } from './format.js';
import { jsonResult, problemResult, resultOf } from './tool-results.js';

export const READS = { readOnlyHint: true, openWorldHint: false };
export const WRITES = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };

export const videoId = z.string().describe('The `_id` of a stored video.');
export const video = z
  .record(z.string(), z.unknown())
  .describe('A video: `{ metadata, clips }`. See read_format for all fields.');

/** The link to the editor is a secret of the user, and of no use to an agent. */
const withoutLink = <Stored extends { readonly metadata: object }>(stored: Stored) => {
  const { redirectUrl: _, ...metadata } = stored.metadata as { readonly redirectUrl?: string };
  return { ...stored, metadata };
};

/** Values of a template, by the names of its variables. */
export const values = z
  .record(z.string(), z.unknown())
  .optional()
  .describe('The values of a template’s variables, by name.');

/** What is wrong with the form of a video; of a well-formed one, what is wrong with its content. */
const validated = async (client: Client, given: CheckInput): Promise<object> => {
  try {
    return await client.renders.check(given);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 400) return { ok: false, problems: error.problems };
    if (error.status !== 503) throw error;
    return { ok: true, problems: [], notChecked: `sources, fonts and texts: ${error.message}` };
  }
};

const addFormatTools = (server: McpServer, client: Client): void => {
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
    'read_samples',
    {
      description: 'Read samples to start from: their names and what they show, or the video of one of them.',
      inputSchema: { id: z.string().optional().describe('The `_id` of a sample. Omit for the list.') },
      annotations: READS,
    },
    ({ id }) =>
      resultOf(async () => {
        const samples = await client.samples();
        const found = samples.find(({ _id }) => _id === id);
        if (id !== undefined && !found)
          return problemResult([
            `there is no sample ${id}, only ${samples.map(({ _id }) => _id).join(', ')}`,
          ]);
        return jsonResult(
          found?.video ?? samples.map(({ _id, name, description }) => ({ _id, name, description })),
        );
      }),
  );
  server.registerTool(
    'validate_video',
    {
      description:
        'Find what is wrong with a video, without storing it: its form, then its sources, fonts and texts as a render reads them. Returns the problems with their remedies, and what a render would take.',
      inputSchema: { video, values },
      annotations: READS,
    },
    (given) =>
      resultOf(async () => {
        const merge = given.values === undefined ? {} : { merge: given.values };
        return jsonResult(await validated(client, { ...given.video, ...merge } as unknown as CheckInput));
      }),
  );
};

const addReadingTools = (server: McpServer, client: Client): void => {
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
    'read_variables',
    {
      description: 'Read the variables of a stored video that is a template: names, types and defaults.',
      inputSchema: { videoId },
      annotations: READS,
    },
    (given) =>
      resultOf(async () =>
        jsonResult(
          await recordOf(
            client.api.GET('/v1/videos/{id}/variables', { params: { path: { id: given.videoId } } }),
          ),
        ),
      ),
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
};

const addWritingTools = (server: McpServer, client: Client): void => {
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

/** Tools that read the format, and read and write videos. */
export const addVideoTools = (server: McpServer, client: Client): void => {
  addFormatTools(server, client);
  addReadingTools(server, client);
  addWritingTools(server, client);
};
