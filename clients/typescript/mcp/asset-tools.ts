import { z } from 'zod';
import type { Client } from '../core/client.js';
import { recordOf } from '../core/connection.js';
import type { Asset } from '../core/types.js';
import { type AddTool, READS, WRITES } from './tools.js';

const forAgent = ({ _id, name, kind, status, reason, width, height, durationMs, hasSound }: Asset) => ({
  source: `asset:${_id}`,
  name,
  kind,
  status,
  reason,
  width,
  height,
  durationMs,
  hasSound,
});

/** Tools for the user's own files. */
export const addAssetTools = (add: AddTool, { api }: Client): void => {
  add(
    'list_assets',
    READS,
    'List the user’s files, newest first, each with the `source` that names it in a clip.',
    {
      name: z.string().optional().describe('Only files with this text in their name.'),
      kind: z.enum(['video', 'image', 'audio', 'font', 'subtitles', 'lut']).optional(),
      limit: z.number().int().min(1).max(100).default(20),
    },
    async ({ name, kind, limit }) => {
      const query = { limit, ...(name !== undefined && { name }), ...(kind !== undefined && { kind }) };
      return (await recordOf(api.GET('/v1/assets', { params: { query } }))).map(forAgent);
    },
  );
  add(
    'upload_from_url',
    WRITES,
    'Keep the file at a public URL as one of the user’s files. The result has the `source` that names it in a clip, or the reason why it is refused.',
    {
      url: z.string().describe('A public http: or https: URL.'),
      name: z.string().optional().describe('Its name. Omit for that in the URL.'),
    },
    async ({ url, name }) => {
      const query = name === undefined ? {} : { name };
      return forAgent(await recordOf(api.POST('/v1/assets', { params: { query }, body: { url } })));
    },
  );
};
