import { z } from 'zod';
import type { CheckInput, Client, VideoInput, VideoPatch } from '../core/client.js';
import { bodyOf, ofId, recordOf } from '../core/connection.js';
import { ApiError } from '../core/errors.js';
import { type AddTool, Content, READS, ToolProblem, values, videoId, WRITES } from './tools.js';

const video = z
  .record(z.string(), z.unknown())
  .describe('A video: `{ metadata, clips }`. See read_format for all fields.');

const OVERVIEW = `A video is JSON: metadata (name, duration in ms, canvas, fps) and a list of clips. Each clip has a type, a
timeFrame ({ start, end } in ms), a position ({ x, y, z } in px; higher z is in front), a size ({ width, height }) and, by type:
video, image and audio a source (a URL); text its textProperties; caption its captionProperties with words; shape its
shapeProperties; group its clips. Read a definition by its name for all fields.`;

/** The JSON Schema of a video: an overview with the names of all definitions, or one definition. */
const readFormat = async (client: Client, name: string | undefined): Promise<unknown> => {
  const { $defs, ...schema } = await bodyOf(client.api.GET('/schema/video.json'));
  const definitions = $defs as Readonly<Record<string, unknown>>;
  if (name === undefined) return { overview: OVERVIEW, video: schema, definitions: Object.keys(definitions) };
  return definitions[name] ?? { problem: `no definition ${name}`, definitions: Object.keys(definitions) };
};

const readSamples = async (client: Client, id: string | undefined): Promise<unknown> => {
  const samples = await client.samples();
  if (id === undefined) return samples.map(({ _id, name, description }) => ({ _id, name, description }));
  const found = samples.find(({ _id }) => _id === id);
  if (found) return found.video;
  throw new ToolProblem(`there is no sample ${id}, only ${samples.map(({ _id }) => _id).join(', ')}`);
};

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

export const addFormatTools = (add: AddTool, client: Client): void => {
  add(
    'read_format',
    READS,
    'Read the format of a video: an overview, or one definition of its JSON Schema.',
    { definition: z.string().optional().describe('Such as `TextProperties`. Omit for the overview.') },
    ({ definition }) => readFormat(client, definition),
  );
  add('list_fonts', READS, 'List the families of fonts that texts may use.', {}, async () =>
    (await client.fonts()).map(({ family }) => family),
  );
  add(
    'read_samples',
    READS,
    'Read samples to start from: their names and what they show, or the video of one of them.',
    { id: z.string().optional().describe('The `_id` of a sample. Omit for the list.') },
    ({ id }) => readSamples(client, id),
  );
  add(
    'validate_video',
    READS,
    'Find what is wrong with a video, without storing it: its form, then its sources, fonts and texts as a render reads them. Returns the problems with their remedies, and what a render would take.',
    { video, values },
    ({ video: given, values: merge }) =>
      validated(client, { ...given, ...(merge && { merge }) } as unknown as CheckInput),
  );
};

/** The link to the editor is a secret of the user, and of no use to an agent. */
const withoutLink = <Stored extends { readonly metadata: object }>(stored: Stored) => {
  const { redirectUrl: _, ...metadata } = stored.metadata as { readonly redirectUrl?: string };
  return { ...stored, metadata };
};

export const addVideoTools = (add: AddTool, { api, videos }: Client): void => {
  add('get_video', READS, 'Get the current version of a stored video.', { videoId }, async (given) =>
    withoutLink(await videos.get(given.videoId)),
  );
  add(
    'read_variables',
    READS,
    'Read the variables of a stored video that is a template: names, types and defaults.',
    { videoId },
    ({ videoId: id }) => recordOf(api.GET('/v1/videos/{id}/variables', ofId(id))),
  );
  add(
    'list_videos',
    READS,
    'List stored videos, newest first: their ids and names.',
    {
      name: z.string().optional().describe('Only videos with this text in their name.'),
      limit: z.number().int().min(1).max(100).default(20),
    },
    async ({ name, limit }) => {
      const { value } = await videos.pages({ limit, ...(name !== undefined && { name }) }).next();
      const found = value?.data ?? [];
      return found.map(({ _id, metadata, updatedAt }) => ({ _id, name: metadata.name, updatedAt }));
    },
  );
  add('create_video', WRITES, 'Store a video. The result has its `_id`.', { video }, async (given) =>
    withoutLink(await videos.create(given.video as unknown as VideoInput)),
  );
  add(
    'patch_video',
    WRITES,
    'Change a stored video. `metadata` is merged into the stored one, `clips` replaces the whole list. Makes a new version; earlier versions are kept.',
    {
      videoId,
      patch: z.record(z.string(), z.unknown()).describe('`{ metadata?, clips?, additional? }`'),
    },
    async ({ videoId: id, patch }) => withoutLink(await videos.update(id, patch as VideoPatch)),
  );
};

/** A picture of few bytes: an agent needs no exact pixels. */
const PICTURE = 'image/jpeg';

/** A tool that shows a frame to the agent. */
export const addFrameTool = (add: AddTool, { frames }: Client): void =>
  add(
    'look_at_frame',
    READS,
    'See the picture that a video shows at a time, as the render will show it. Give either a stored video or a video that is not stored yet.',
    {
      videoId: videoId.optional(),
      video: video.optional(),
      timeMs: z.number().min(0).default(0).describe('The time of the frame, in ms.'),
      width: z.number().int().min(16).max(1920).default(768).describe('The width of the picture, in px.'),
    },
    async ({ timeMs: at, width, ...given }) => {
      const options = { at, width, type: PICTURE } as const;
      if ((given.videoId === undefined) === (given.video === undefined))
        throw new ToolProblem('give either videoId or video');
      const frame =
        given.videoId === undefined
          ? await frames.draw(given.video as unknown as VideoInput, options)
          : await frames.get(given.videoId, options);
      const data = Buffer.from(await frame.arrayBuffer()).toString('base64');
      return new Content({ type: 'image', mimeType: PICTURE, data });
    },
  );
