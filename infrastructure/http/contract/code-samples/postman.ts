import { type SampleParameter, type SampleRequest, sampleRequests } from './sample-request.js';

/** `VIDEO_ID` → `videoId` */
const camelCase = (name: string): string =>
  name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A value of an example; placeholders become variables of the collection. */
const templated = (value: string): string =>
  /^[A-Z]+(_[A-Z]+)+$/.test(value) ? `{{${camelCase(value)}}}` : value;

/** Which variable the `_id` in the response of an operation is for, so that the next requests use it. */
const KEPT: Readonly<Record<string, string>> = {
  createVideo: 'videoId',
  createRender: 'renderId',
  createRenderOfVideo: 'renderId',
  createWebhook: 'webhookId',
  testWebhook: 'deliveryId',
};

const parameterOf = ({ name, description, value }: SampleParameter) => ({
  key: name,
  value: value === undefined ? '' : templated(String(value)),
  description,
  ...(value === undefined ? { disabled: true } : {}),
});

const itemOf = (request: SampleRequest) => {
  const { operationId, summary, description, method, path, pathValues, query, body, media } = request;
  const segments = path
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => templated(pathValues[name] ?? ''))
    .slice(1)
    .split('/');
  const kept = KEPT[operationId];
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
    ...(kept === undefined
      ? {}
      : {
          event: [
            {
              listen: 'test',
              script: {
                type: 'text/javascript',
                exec: [
                  `if (pm.response.code === 201) pm.collectionVariables.set('${kept}', pm.response.json().data._id);`,
                ],
              },
            },
          ],
        }),
  };
};

/** A collection of all requests for Postman (format 2.1), which Bruno also imports, with a folder for each tag. */
export const postmanCollection = (paths: unknown, baseUrl: string) => {
  const requests = sampleRequests(paths);
  const tags = [...new Set(requests.map(({ tag }) => tag))];
  const placeholders = requests.flatMap(({ pathValues, query }) =>
    [...Object.values(pathValues), ...query.map(({ value }) => String(value))]
      .map((value) => /^\{\{(\w+)\}\}$/.exec(templated(value))?.[1])
      .filter((name) => name !== undefined),
  );
  return {
    info: {
      name: 'Framewright',
      description: 'Set `apiKey`, then create a video, a render and a webhook: later requests use their ids.',
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
    variable: [
      { key: 'baseUrl', value: baseUrl },
      { key: 'apiKey', value: '' },
      ...[...new Set(placeholders)].map((key) => ({ key, value: '' })),
    ],
    item: tags.map((name) => ({
      name,
      item: requests.filter(({ tag }) => tag === name).map(itemOf),
    })),
  };
};
