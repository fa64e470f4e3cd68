import { pipe } from 'fp-ts/lib/function.js';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { WebhookEndpointRow } from '../../../application/ports/queries.js';
import { deleteWebhookEndpoint, registerWebhookEndpoint } from '../../../application/webhook-endpoints.js';
import { about, identityCodec } from '../../../domain/codec/codec.js';
import { array, record, withDefault } from '../../../domain/codec/containers.js';
import { oneOf, string } from '../../../domain/codec/scalars.js';
import { operation } from '../operation.js';
import { webhookEndpointIdFrom } from '../owned.js';
import { shortListOf, wrapped } from '../schemas.js';
import { NewWebhookSchema, WebhookSchema } from '../webhook-schemas.js';

const url = identityCodec('url', { type: 'string', format: 'uri', maxLength: 2048 }, (u) => {
  const parsed = typeof u === 'string' && u.length <= 2048 && URL.canParse(u) ? new URL(u) : undefined;
  return parsed && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.password === ''
    ? E.right(u as string)
    : E.left('must be an absolute http: or https: URL without credentials');
});

/** Body of `POST /v1/webhooks`. */
const RegisterWebhookBody = about(
  'Whom to tell, and of what.',
  record(
    {
      url: about('Where to send to: http: or https:, without credentials.', url),
      events: withDefault(
        about('Which events to send.', array(oneOf('render.completed', 'render.failed'), 2)),
        ['render.completed', 'render.failed'],
      ),
    },
    { description: about('For your own use.', string({ maxLength: 255 })) },
  ),
  { title: 'CreateWebhook' },
);

const webhookRecord = (
  endpoint: Pick<WebhookEndpointRow, 'endpointId' | 'url' | 'events' | 'description' | 'createdAt'>,
) => ({
  _id: endpoint.endpointId,
  url: endpoint.url,
  events: endpoint.events,
  ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
  createdAt: endpoint.createdAt,
});

/** `POST /v1/webhooks` */
export const registerWebhookOperation = operation({
  method: 'POST',
  path: '/v1/webhooks',
  access: 'api-key',
  id: 'createWebhook',
  tag: 'Webhooks',
  summary: 'Register a webhook',
  description: 'Registers an endpoint that is told when renders end. The signing secret is shown once.',
  body: RegisterWebhookBody,
  example: { url: 'https://hooks.example.org/renders', events: ['render.completed'] },
  answers: {
    success: 201,
    meaning: 'The webhook, with its signing secret, shown this once.',
    schema: wrapped(NewWebhookSchema),
    problems: [],
  },
  handle:
    (services) =>
    ({ caller, body: { description, ...body }, context }) =>
      pipe(
        registerWebhookEndpoint(services)(
          caller.ownerId,
          { ...body, ...(description === undefined ? {} : { description }) },
          context,
        ),
        TE.map((endpoint) => ({
          status: 201,
          json: JSON.stringify({
            data: { ...webhookRecord(endpoint), signingSecret: endpoint.signingSecret },
          }),
        })),
      ),
});

/** `GET /v1/webhooks` */
export const listWebhooksOperation = operation({
  method: 'GET',
  path: '/v1/webhooks',
  access: 'api-key',
  id: 'listWebhooks',
  tag: 'Webhooks',
  summary: 'List webhooks',
  description: "Lists the caller's webhooks, oldest first.",
  answers: { success: 200, meaning: 'All webhooks.', schema: shortListOf(WebhookSchema), problems: [] },
  handle:
    ({ queries }) =>
    ({ caller }) =>
      pipe(
        queries.webhookEndpoints.list(caller.ownerId),
        TE.map((endpoints) => ({
          status: 200,
          json: JSON.stringify({ data: endpoints.map(webhookRecord) }),
        })),
      ),
});

/** `DELETE /v1/webhooks/{id}` */
export const deleteWebhookOperation = operation({
  method: 'DELETE',
  path: '/v1/webhooks/{id}',
  access: 'api-key',
  id: 'deleteWebhook',
  tag: 'Webhooks',
  summary: 'Delete a webhook',
  description: 'Nothing is sent there any more.',
  answers: { success: 204, meaning: 'It is deleted.', problems: [403, 404] },
  handle:
    (services) =>
    ({ caller, params, context }) =>
      pipe(
        TE.fromEither(webhookEndpointIdFrom(params['id'])),
        TE.flatMap((endpointId) =>
          deleteWebhookEndpoint(services)({ endpointId, ownerId: caller.ownerId }, context),
        ),
        TE.map(() => ({ status: 204 })),
      ),
});
