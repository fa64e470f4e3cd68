import { about, type JsonSchema } from '../../../domain/codec/codec.js';
import { array, record } from '../../../domain/codec/containers.js';
import { boolean, number, oneOf, string } from '../../../domain/codec/scalars.js';
import { filledIn } from '../../../domain/codec/schemas.js';
import { ClipInput } from '../../../domain/composition/clip.js';
import { Additional, Metadata, RenderOption } from '../../../domain/composition/composition.js';

// What the service answers, as schemas. The video's parts follow from the codecs that check requests.

type Properties = Readonly<Record<string, JsonSchema>>;

const dateTime = (description: string): JsonSchema => ({ type: 'string', format: 'date-time', description });

const object = (
  title: string | undefined,
  description: string,
  required: Properties,
  optional: Properties = {},
): JsonSchema => ({
  ...(title === undefined ? {} : { title }),
  type: 'object',
  description,
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
});

const withProperties = (schema: JsonSchema, properties: Properties, required: ReadonlyArray<string>) => ({
  ...schema,
  properties: { ...(schema['properties'] as Properties), ...properties },
  required: [...((schema['required'] ?? []) as ReadonlyArray<string>), ...required],
});

const responseClip = (): JsonSchema => {
  const clip = filledIn(ClipInput.jsonSchema);
  const variants = clip['oneOf'] as ReadonlyArray<JsonSchema>;
  return { ...clip, oneOf: variants.map((variant) => withProperties(variant, {}, ['id'])) };
};

const redirectUrl: JsonSchema = {
  type: 'string',
  format: 'uri',
  description:
    'Link to the web editor. Whoever has it can open and change this video: treat it as a secret. Shown only when the video is created or the link is replaced.',
};

/** The link to the editor, where it is shown. */
export const EditorLinkSchema = object('EditorLink', 'A link to the web editor.', { redirectUrl });

/** A video as clients see it. */
export const VideoSchema = object(
  'Video',
  'A stored video project.',
  {
    _id: { type: 'string', description: 'Opaque identifier of the video.' },
    version: { type: 'string', description: 'Version of the video format.' },
    metadata: withProperties(filledIn(Metadata.jsonSchema), { redirectUrl }, []),
    clips: { type: 'array', items: responseClip(), description: 'What is on the timeline.' },
    renderOptionsInUI: {
      ...array(RenderOption, 3).jsonSchema,
      description: 'Which render options the editor offers.',
    },
    createdAt: dateTime('When it was created.'),
    updatedAt: dateTime('When its current version was stored.'),
  },
  { additional: Additional.jsonSchema },
);

const RENDER_STATUSES = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const;

/** The statuses of renders. */
export const RenderStatusCodec = about(
  '`pending` waits for a worker, `processing` is in work; `completed`, `failed` and `cancelled` are for good.',
  oneOf(...RENDER_STATUSES),
  { title: 'RenderStatus' },
);

/** A render as clients see it. */
export const RenderSchema = object(
  'Render',
  'A job that turns one version of a video into a file.',
  {
    _id: { type: 'string', description: 'Opaque identifier of the render.' },
    status: RenderStatusCodec.jsonSchema,
    progress: { type: 'number', minimum: 0, maximum: 1, description: 'How much is done, from 0 to 1.' },
    attempt: {
      type: 'integer',
      minimum: 0,
      description: 'How often a worker has taken it: 0 while it waits, more than 1 if workers were lost.',
    },
    videoId: { type: 'string', description: 'The video rendered.' },
    videoVersion: {
      type: 'integer',
      minimum: 1,
      description: 'The revision of the video that is rendered: 1 after creation, one more with each change.',
    },
    videoData: VideoSchema,
    createdAt: dateTime('When it was requested.'),
    updatedAt: dateTime('When its status changed last.'),
  },
  {
    outputUrl: {
      type: 'string',
      format: 'uri',
      description:
        'Address of the finished MP4, absent until completed. It can be fetched without an API key, whole or in ranges; it can not be guessed.',
    },
    error: { type: 'string', description: 'Why it failed, absent unless it did.' },
    startedAt: dateTime('When a worker took it.'),
    finishedAt: dateTime('When it was completed, failed or cancelled.'),
  },
);

const Pagination = object('Pagination', 'Where in the list this page is.', {
  page: { type: 'integer', minimum: 1, description: 'Number of this page.' },
  limit: { type: 'integer', minimum: 1, maximum: 100, description: 'Items per page.' },
  total: { type: 'integer', minimum: 0, description: 'Items in the whole list, with its filters.' },
  totalPages: { type: 'integer', minimum: 0, description: 'Pages in the whole list.' },
  hasNextPage: { type: 'boolean', description: 'Whether there is a page after this one.' },
  nextCursor: {
    type: ['string', 'null'],
    description:
      'Send it as `cursor` for the next page, which costs the same however deep it is; null on the last page.',
  },
});

/** `{ data }` */
export const wrapped = (data: JsonSchema): JsonSchema => object(undefined, 'The record.', { data });

/** `{ data: [], pagination }` */
export const listOf = (item: JsonSchema): JsonSchema =>
  object(undefined, 'A page of records.', {
    data: { type: 'array', items: item, description: 'The records of this page.' },
    pagination: Pagination,
  });

/** `{ data: [] }`: a list that is never long. */
export const shortListOf = (item: JsonSchema): JsonSchema =>
  object(undefined, 'All records.', { data: { type: 'array', items: item, description: 'The records.' } });

/** Every answer that is not a success. */
export const ErrorSchema = about(
  'What went wrong.',
  record({
    statusCode: about('The HTTP status.', number({ integer: true })),
    message: about(
      'What went wrong; with 400 one line a problem, each starting with the path of the field.',
      array(string(), 100_000),
    ),
    error: about('The name of the HTTP status.', string()),
  }),
  { title: 'Error' },
).jsonSchema;

/** Whether the process serves, and whether the servers behind it do. */
export const HealthSchema = object(
  'Health',
  'How the service is.',
  { status: about('Whether it can serve.', oneOf('ok', 'unavailable')).jsonSchema },
  {
    servers: {
      type: 'object',
      additionalProperties: boolean.jsonSchema,
      description: 'Each server by name.',
    },
  },
);
