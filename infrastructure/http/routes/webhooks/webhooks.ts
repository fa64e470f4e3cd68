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
import { pageResponse } from '../../server/list-response.js';
import {
  type ApiRequest,
  created,
  type HandledRequest,
  NO_CONTENT,
  ok,
  type Operation,
  operation,
  type OperationResponse,
} from '../../server/operation.js';
import type { Services } from '../../server/services.js';
import { namedWebhook, webhookOfCaller } from '../../server/owned.js';
import { pageRequest, paging } from '../../contract/query-codecs.js';
import { listOf, wrapped } from '../../contract/pages.js';
import type { WebhookEndpointRow } from '../../../../application/ports/queries.js';
import type { Problem } from '../../contract/problem.js';

/** The response for an endpoint. */
export const webhookResponse = (endpoint: WebhookEndpointRow): OperationResponse =>
  ok(webhookRecord(endpoint));

/** Responds with the endpoint as a change has left it. */
export const changedWebhook = (
  { queries }: Services,
  { caller, params }: Pick<ApiRequest, 'caller' | 'params'>,
  change: TE.TaskEither<Problem, unknown>,
): HandledRequest =>
  pipe(
    change,
    TE.flatMap(() => webhookOfCaller(queries, caller, params['id'])),
    TE.map(webhookResponse),
  );

export const webhookOperations: ReadonlyArray<Operation> = [
  operation('POST /v1/webhooks', {
    id: 'createWebhook',
    summary: 'Register a webhook',
    description:
      'Registers an endpoint to be notified when renders finish. The signing secret is shown only once.',
    body: RegisterWebhookBody,
    example: { url: 'https://hooks.example.org/renders', events: ['render.completed'] },
    success: 201,
    returns: 'The webhook with its signing secret, which is shown only once.',
    schema: wrapped(NewWebhookRecord),
    handle: (services, { caller, body: { description, ...body }, context }) =>
      pipe(
        registerWebhookEndpoint(services)(
          caller.ownerId,
          { ...body, ...(description === undefined ? {} : { description }) },
          context,
        ),
        TE.map(({ signingSecret, ...endpoint }) =>
          created({ ...webhookRecord(endpoint), signingSecret }, `/v1/webhooks/${endpoint.endpointId}`),
        ),
      ),
  }),

  operation('GET /v1/webhooks', {
    id: 'listWebhooks',
    summary: 'List webhooks',
    description:
      "Lists the caller's webhooks, newest first. `status` is `active`, `paused` or `disabled`; `disabledReason` " +
      'says whether the endpoint returned 410 (`gone`) or failed for five days (`failing`).',
    query: record(paging.required, paging.optional, paging.rules),
    schema: listOf(WebhookRecord),
    handle: ({ queries }, { caller, query }) =>
      pipe(
        queries.webhookEndpoints.list(caller.ownerId, pageRequest(query)),
        TE.map(pageResponse(query, webhookRecord)),
      ),
  }),

  operation('GET /v1/webhooks/{id}', {
    id: 'getWebhook',
    summary: 'Get a webhook',
    description: 'Returns a webhook.',
    schema: wrapped(WebhookRecord),
    of: webhookOfCaller,
    handle: (_, __, endpoint) => TE.right(webhookResponse(endpoint)),
  }),

  operation('PATCH /v1/webhooks/{id}', {
    id: 'updateWebhook',
    summary: 'Change a webhook',
    description:
      'Changes `url`, `events` or `description`. Omitted fields stay as they are; a `null` description is removed.',
    body: ChangeWebhookBody,
    example: { events: ['render.completed', 'render.failed'] },
    schema: wrapped(WebhookRecord),
    of: namedWebhook,
    handle: (services, request, endpoint) => {
      const { body, context } = request;
      return changedWebhook(services, request, changeWebhookEndpoint(services)(endpoint, body, context));
    },
  }),

  operation('DELETE /v1/webhooks/{id}', {
    id: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'Nothing is sent to the endpoint any more.',
    success: 204,
    of: namedWebhook,
    handle: (services, { context }, endpoint) =>
      pipe(
        deleteWebhookEndpoint(services)(endpoint, context),
        TE.map(() => NO_CONTENT),
      ),
  }),
];
