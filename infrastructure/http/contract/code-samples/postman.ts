import { EXAMPLE_TITLE } from '../examples.js';
import { responseChecks } from './postman-checks.js';
import { ENDLESS, type SampleParameter, type SampleRequest, sampleRequests } from './sample-request.js';

const CLIP_ID = 'spoken-words';
const MEDIA_URL = '{{mediaUrl}}';

/** A video whose source is a variable, with captions: all other requests are about it. */
const VIDEO = {
  ...EXAMPLE_TITLE,
  clips: [
    ...EXAMPLE_TITLE.clips,
    {
      type: 'caption',
      id: CLIP_ID,
      timeFrame: { start: 0, end: 3000 },
      position: { x: 140, y: 600 },
      size: { width: 1000, height: 60 },
      captionProperties: {
        words: [{ word: 'sea', start: 0, end: 1000 }],
        highlightTextProperties: { fontSize: 30, color: '#FFFFFF' },
        nonHighlightTextProperties: { fontSize: 30, color: '#AAAAAA' },
      },
    },
  ],
};

/** Bodies other than those of the API reference, whose sources nobody has. */
const BODIES: Readonly<Record<string, unknown>> = {
  createVideo: VIDEO,
  createRender: EXAMPLE_TITLE,
  probeMedia: { url: MEDIA_URL },
  createAsset: { url: MEDIA_URL },
};

/** What comes first and last in its folder: later requests need what these create, or miss what these end. */
const FIRST = ['createRender', 'cancelRender', 'createRenderOfVideo', 'watchRender', 'getRender'];
const LAST = ['restoreVersion', 'revokeEditorLink', 'cancelBatch', 'deleteAsset', 'deleteWebhook'];

const placeOf = ({ operationId }: SampleRequest): number =>
  FIRST.includes(operationId) ? FIRST.indexOf(operationId) - FIRST.length : LAST.indexOf(operationId) + 1;

/** `VIDEO_ID` → `videoId` */
const camelCase = (name: string): string =>
  name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A value of an example; placeholders become variables of the collection. */
const templated = (value: string): string =>
  /^[A-Z]+(_[A-Z]+)+$/.test(value) ? `{{${camelCase(value)}}}` : value;

const parameterOf = ({ name, description, value }: SampleParameter) => ({
  key: name,
  value: value === undefined ? '' : templated(String(value)),
  description,
  ...(value === undefined ? { disabled: true } : {}),
});

const itemOf = (request: SampleRequest) => {
  const { operationId, summary, description, method, path, pathValues, query, media } = request;
  const body = BODIES[operationId] ?? request.body;
  const segments = path
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => templated(pathValues[name] ?? ''))
    .slice(1)
    .split('/');
  return {
    name: summary,
    request: {
      method,
      description,
      header: [
        ...(body === undefined ? [] : [{ key: 'content-type', value: 'application/json' }]),
        ...(media === undefined ? [] : [{ key: 'accept', value: media }]),
      ],
      url: {
        raw: `{{baseUrl}}/${segments.join('/')}`,
        host: ['{{baseUrl}}'],
        path: segments,
        query: query.map(parameterOf),
      },
      ...(request.needsKey ? {} : { auth: { type: 'noauth' } }),
      ...(body === undefined
        ? {}
        : {
            body: {
              mode: 'raw',
              raw: JSON.stringify(body, undefined, 2),
              options: { raw: { language: 'json' } },
            },
          }),
    },
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: responseChecks(request) } }],
  };
};

/**
 * A collection of all requests that end for Postman (format 2.1), which Bruno also imports, with a folder for each tag. It runs from
 * top to bottom, and checks every response.
 */
export const postmanCollection = (paths: unknown, baseUrl: string) => {
  const requests = sampleRequests(paths).filter(({ operationId }) => operationId !== ENDLESS);
  const tags = [...new Set(requests.map(({ tag }) => tag))];
  const placeholders = requests.flatMap(({ pathValues, query }) =>
    [...Object.values(pathValues), ...query.map(({ value }) => String(value))]
      .map((value) => /^\{\{(\w+)\}\}$/.exec(templated(value))?.[1])
      .filter((name) => name !== undefined),
  );
  const values: Readonly<Record<string, string>> = {
    baseUrl,
    apiKey: '',
    mediaUrl: 'https://media.example.org/video.mp4',
    clipId: CLIP_ID,
  };
  return {
    info: {
      name: 'Framewright',
      description:
        'Set `apiKey`, and `mediaUrl` to the address of a video; then run the collection from top to bottom. A single request uses the ids of the video, render, batch, asset and webhook that were created last.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'x-api-key', type: 'string' },
        { key: 'value', value: '{{apiKey}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: [...new Set([...Object.keys(values), ...placeholders])].map((key) => ({
      key,
      value: values[key] ?? '',
    })),
    item: tags.map((name) => ({
      name,
      item: requests
        .filter(({ tag }) => tag === name)
        .toSorted((a, b) => placeOf(a) - placeOf(b))
        .map(itemOf),
    })),
  };
};
