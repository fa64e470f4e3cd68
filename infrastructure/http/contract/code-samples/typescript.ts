import { inspect } from 'node:util';
import { LINE_LENGTH } from './literals.js';
import { respondsWithJson, responseFile, type SampleRequest } from './sample-request.js';

/** A value as source text, in short lines. */
const literal = (value: unknown): string =>
  inspect(value, { depth: null, breakLength: LINE_LENGTH, maxArrayLength: null, maxStringLength: null });

/** The path parameters and the body of a request as source text. */
interface Parts {
  readonly ids: string;
  readonly body: string;
}

const call = (result: string, expression: string): string =>
  `const ${result} = await framewright.${expression};\nconsole.log(${result});`;

const loop = (item: string, expression: string, shown: string): string =>
  `for await (const ${item} of framewright.${expression}) {\n  console.log(${shown});\n}`;

const picture = (expression: string): string =>
  `const frame = await framewright.${expression};\nawait writeFile('frame.png', Buffer.from(await frame.arrayBuffer()));`;

/** The operations for which the client has a method of its own. */
const METHODS: Readonly<Record<string, (parts: Parts) => string>> = {
  createVideo: ({ body }) => call('video', `videos.create(${body})`),
  listVideos: () => loop('video', 'videos.list()', 'video._id, video.metadata.name'),
  getVideo: ({ ids }) => call('video', `videos.get(${ids})`),
  updateVideo: ({ ids, body }) => call('video', `videos.update(${ids}, ${body})`),
  getFrame: ({ ids }) => picture(`frames.get(${ids})`),
  drawFrame: ({ body }) => picture(`frames.draw(${body})`),
  createRender: ({ body }) => call('render', `renders.createFrom(${body})`),
  createRenderOfVideo: ({ ids }) =>
    `const requested = await framewright.renders.create(${ids});\nconsole.log(requested.status);`,
  searchRenders: () => loop('render', 'renders.list()', 'render._id, render.status'),
  getRender: ({ ids }) => call('render', `renders.get(${ids})`),
  cancelRender: ({ ids }) => call('render', `renders.cancel(${ids})`),
  listEvents: () => loop('event', 'events.list()', 'event.number, event.event'),
  listSamples: () => call('samples', 'samples()'),
  listFonts: () => call('fonts', 'fonts()'),
};

/** The request as a call of `framewright.api`, which has every operation. */
const apiCall = (request: SampleRequest, { body }: Parts): string => {
  const { method, path, pathValues, query } = request;
  const params = {
    ...(Object.keys(pathValues).length === 0 ? {} : { path: pathValues }),
    ...(Object.keys(query).length === 0 ? {} : { query }),
  };
  const file = responseFile(request);
  const options = [
    ...(Object.keys(params).length === 0 ? [] : [`params: ${literal(params)}`]),
    ...(request.body === undefined ? [] : [`body: ${body}`]),
    ...(file === undefined ? [] : [`parseAs: 'arrayBuffer'`]),
    ...(file === undefined && request.media?.startsWith('text/') === true ? [`parseAs: 'text'`] : []),
    ...(request.media === undefined || respondsWithJson(request)
      ? []
      : [`headers: { accept: '${request.media}' }`]),
  ];
  const line = `framewright.api.${method}('${path}'${options.length === 0 ? '' : `, { ${options.join(', ')} }`})`;
  if (request.media === undefined)
    return `const { response } = await ${line};\nconsole.log(response.status);`;
  const shown = file === undefined ? 'console.log(data);' : `await writeFile('${file}', Buffer.from(data));`;
  return `const { data, response } = await ${line};\nif (${file === undefined ? '!response.ok' : 'data === undefined'}) throw new Error(\`HTTP status \${response.status}\`);\n${shown}`;
};

/** The example request in TypeScript, with `@framewright/client`. */
export const typescriptSample = (request: SampleRequest, baseUrl: string): string => {
  const parts = {
    ids: Object.values(request.pathValues)
      .map((value) => literal(value))
      .join(', '),
    body: request.body === undefined ? '' : literal(request.body),
  };
  return [
    ...(responseFile(request) === undefined ? [] : [`import { writeFile } from 'node:fs/promises';`]),
    `import { createClient } from '@framewright/client';`,
    '',
    'const framewright = createClient({',
    `  baseUrl: '${baseUrl}',`,
    ...(request.needsKey ? ['  apiKey: process.env.FRAMEWRIGHT_API_KEY,'] : []),
    '});',
    METHODS[request.operationId]?.(parts) ?? apiCall(request, parts),
  ].join('\n');
};
