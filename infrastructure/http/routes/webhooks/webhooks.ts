import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  changeWebhookEndpoint,
  deleteWebhookEndpoint,
  registerWebhookEndpoint,
} from '../../../../application/webhooks/webhook-endpoints.js';
import {
  NewWebhookRecord,
  WebhookRecord,
  webhookRecord,
} from '../../../../application/records/webhook-record.js';
import { record } from '../../../../domain/codec/containers.js';
import { ChangeWebhookBody, RegisterWebhookBody } from '../../../../domain/webhook-endpoint/requests.js';
import { operation } from '../../server/operation.js';
import { webhookOfCaller } from '../../server/owned.js';
import { pageRequest, paging, pagination } from '../../contract/query-codecs.js';
import { listOf, wrapped } from '../../contract/pages.js';
import { changingWebhook, namedWebhook, webhookResponse, webhookOperation } from './webhook-operation.js';

/** `POST /v1/webhooks` */
export const registerWebhookOperation = operation({
  ...webhookOperation,
  method: 'POST',
  path: '/v1/webhooks',
  id: 'createWebhook',
  summary: 'Register a webhook',
  description:
    'Registers an endpoint to be notified when renders finish. The signing secret is shown only once.',
  body: RegisterWebhookBody,
  example: { url: 'https://hooks.example.org/renders', events: ['render.completed'] },
  answers: {
    success: 201,
    meaning: 'The webhook with its signing secret, which is shown only once.',
    schema: wrapped(NewWebhookRecord),
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
        TE.map(({ signingSecret, ...endpoint }) => ({
          status: 201,
          headers: { Location: `/v1/webhooks/${endpoint.endpointId}` },
          json: JSON.stringify({ data: { ...webhookRecord(endpoint), signingSecret } }),
        })),
      ),
});

/** `GET /v1/webhooks` */
export const listWebhooksOperation = operation({
  ...webhookOperation,
  method: 'GET',
  path: '/v1/webhooks',
  id: 'listWebhooks',
  summary: 'List webhooks',
  description:
    "Lists the caller's webhooks, newest first. `status` is `active`, `paused` or `disabled`; `disabledReason` " +
    'says whether the endpoint returned 410 (`gone`) or failed for five days (`failing`).',
  query: record(paging.required, paging.optional, paging.rules),
  answers: { success: 200, meaning: 'A page of webhooks.', schema: listOf(WebhookRecord), problems: [] },
  handle:
    ({ queries }) =>
    ({ caller, query }) => {
      const request = pageRequest(query);
      return pipe(
        queries.webhookEndpoints.list(caller.ownerId, request),
        TE.map((page) => ({
          status: 200,
          json: JSON.stringify({
            data: page.items.map(webhookRecord),
            pagination: pagination(request, page),
          }),
        })),
      );
    },
});

/** `GET /v1/webhooks/{id}` */
export const getWebhookOperation = operation({
  ...webhookOperation,
  method: 'GET',
  path: '/v1/webhooks/{id}',
  id: 'getWebhook',
  summary: 'Get a webhook',
  description: 'Returns a webhook.',
  answers: { success: 200, meaning: 'The webhook.', schema: wrapped(WebhookRecord), problems: [403, 404] },
  handle:
    ({ queries }) =>
    ({ caller, params }) =>
      pipe(webhookOfCaller(queries, caller, params['id']), TE.map(webhookResponse)),
});

/** `PATCH /v1/webhooks/{id}` */
export const changeWebhookOperation = operation({
  ...webhookOperation,
  method: 'PATCH',
  path: '/v1/webhooks/{id}',
  id: 'updateWebhook',
  summary: 'Change a webhook',
  description:
    'Changes `url`, `events` or `description`. Omitted fields stay as they are; a `null` description is removed.',
  body: ChangeWebhookBody,
  example: { events: ['render.completed', 'render.failed'] },
  answers: {
    success: 200,
    meaning: 'The webhook after the change.',
    schema: wrapped(WebhookRecord),
    problems: [403, 404],
  },
  handle: (services) => (request) =>
    changingWebhook(
      (side) => (endpoint, context) => changeWebhookEndpoint(side)(endpoint, request.body, context),
    )(services)(request),
});

/** `DELETE /v1/webhooks/{id}` */
export const deleteWebhookOperation = operation({
  ...webhookOperation,
  method: 'DELETE',
  path: '/v1/webhooks/{id}',
  id: 'deleteWebhook',
  summary: 'Delete a webhook',
  description: 'Nothing is sent to the endpoint any more.',
  answers: { success: 204, meaning: 'The webhook is deleted.', problems: [403, 404] },
  handle:
    (services) =>
    ({ caller, params, context }) =>
      pipe(
        namedWebhook(caller, params['id']),
        TE.flatMap((endpoint) => deleteWebhookEndpoint(services)(endpoint, context)),
        TE.map(() => ({ status: 204 })),
      ),
});
