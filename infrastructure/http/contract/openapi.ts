import { allOperations } from '../routes/all-operations.js';
import { withCodeSamples } from './code-samples/code-samples.js';
import { componentsOf } from './openapi-components.js';
import { UNAUTHENTICATED_PATHS } from './openapi-open-paths.js';
import { pathsOf, SHARED_COMPONENTS } from './openapi-paths.js';
import { INTRODUCTION } from './openapi-texts.js';
import { WEBHOOKS, WEBHOOKS_TEXT } from './openapi-webhooks.js';
import { PLACEHOLDER, withPlaceholders } from './placeholder-schema.js';

const TAGS = [
  { name: 'Videos', description: 'Stored video projects.' },
  {
    name: 'History',
    description:
      'Every version of a video, and the events that produced them. History is never rewritten: restoring makes a new version.',
  },
  {
    name: 'Review',
    description:
      'Comments on a video, and decisions about its versions, with an API key, an editor link or a link for review. They are recorded in the history of the video.',
  },
  {
    name: 'Log',
    description:
      'A Merkle tree over all events, with signed checkpoints: any rewrite of history is detected.',
  },
  { name: 'Frames', description: 'Single frames, drawn on demand exactly as a render draws them.' },
  { name: 'Renders', description: 'Jobs that turn a video into a file.' },
  {
    name: 'Batches',
    description: 'Renders of one template for many rows, requested, followed and fetched together.',
  },
  { name: 'Assets', description: 'Your files, which compositions name as `asset:` and an id.' },
  { name: 'Fonts', description: 'Fonts that texts and captions may use.' },
  { name: 'Samples', description: 'Projects to start from.' },
  { name: 'Webhooks', description: WEBHOOKS_TEXT },
  { name: 'Service', description: 'Outputs and health; no API key is needed.' },
];

/** The OpenAPI 3.1 document, generated from the operations and codecs that serve the API. */
export const openApiDocument = (publicBaseUrl: string): Readonly<Record<string, unknown>> => {
  const { document, schemas } = componentsOf({
    paths: withCodeSamples({ ...pathsOf(allOperations), ...UNAUTHENTICATED_PATHS }, publicBaseUrl),
    webhooks: WEBHOOKS,
    components: SHARED_COMPONENTS,
  });
  const { paths, webhooks, components } = document as Readonly<Record<string, object>>;
  const inRecords = Object.entries(schemas).filter(([name]) => name.startsWith('Response'));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Framewright: video composition and rendering',
      version: '1.0.0',
      description: INTRODUCTION,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: publicBaseUrl }],
    tags: TAGS,
    paths,
    webhooks,
    components: {
      ...components,
      schemas: { ...schemas, ...withPlaceholders(Object.fromEntries(inRecords)), Placeholder: PLACEHOLDER },
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'An API key: `fw_…`.' },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key, or the editor token of one video (the part of its `redirectUrl` after `#token=`), which permits GET and PATCH on that video, drawing frames, and renders and batches of it if `renderOptionsInUI` includes `server`; or the token of another link to the video.',
        },
      },
    },
  };
};
