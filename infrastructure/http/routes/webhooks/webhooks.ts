import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { sendTestEvent } from '../../../../application/webhooks/webhook-deliveries.js';
import { rotateWebhookSecret } from '../../../../application/webhooks/rotate-webhook-secret.js';
import { DeliveryRecord, deliveryRecord } from '../../../../application/records/delivery-record.js';
import {
  changeWebhookEndpoint,
  deleteWebhookEndpoint,
  pauseWebhookEndpoint,
  registerWebhookEndpoint,
  resumeWebhookEndpoint,
} from '../../../../application/webhooks/webhook-endpoints.js';
import {
  NewWebhookRecord,
  RotatedSecretRecord,
  WebhookRecord,
  webhookRecord,
} from '../../../../application/records/webhook-record.js';
import { record } from '../../../../domain/codec/containers.js';
import {
  ChangeWebhookBody,
  RegisterWebhookBody,
  RotateSecretBody,
} from '../../../../domain/webhook-endpoint/requests.js';
import { pageResponse } from '../../server/list-response.js';
import { type ApiRequest, NO_CONTENT, type Operation, operation } from '../../server/operation.js';
import { recordOperation } from '../../server/record-operation.js';
import type { ApiDependencies } from '../../server/api-dependencies.js';
import { namedWebhook, webhookOfCaller } from '../../server/owned.js';
import { pageRequest, paging } from '../../contract/query-codecs.js';
import { listOf } from '../../contract/pages.js';
import type { Problem } from '../../contract/problem.js';

/** Makes a change, then reads the endpoint. */
const changedWebhook = (
  { queries }: ApiDependencies,
  { caller, params }: Pick<ApiRequest, 'caller' | 'params'>,
  change: TE.TaskEither<Problem, unknown>,
): TE.TaskEither<Problem, WebhookRecord> =>
  pipe(
    change,
    TE.flatMap(() => webhookOfCaller(queries, caller, params['id'])),
    TE.map(webhookRecord),
  );

export const webhookOperations: ReadonlyArray<Operation> = [
  recordOperation('POST /v1/webhooks', {
    id: 'createWebhook',
    summary: 'Register a webhook',
    description:
      'Registers an endpoint to be notified when renders finish. The signing secret is shown only once.',
    body: RegisterWebhookBody,
    example: { url: 'https://hooks.example.org/renders', events: ['render.completed'] },
    success: 201,
    returns: 'The webhook with its signing secret, which is shown only once.',
    data: NewWebhookRecord,
    location: ({ _id }) => `/v1/webhooks/${_id}`,
    handle: (dependencies, { caller, body: { description, ...body }, context }) =>
      pipe(
        registerWebhookEndpoint(dependencies)(
          caller.ownerId,
          { ...body, ...(description === undefined ? {} : { description }) },
          context,
        ),
        TE.map(({ signingSecret, ...endpoint }) => ({ ...webhookRecord(endpoint), signingSecret })),
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

  recordOperation('GET /v1/webhooks/{id}', {
    id: 'getWebhook',
    summary: 'Get a webhook',
    description: 'Returns a webhook.',
    data: WebhookRecord,
    of: webhookOfCaller,
    handle: (_, __, endpoint) => TE.right(webhookRecord(endpoint)),
  }),

  recordOperation('PATCH /v1/webhooks/{id}', {
    id: 'updateWebhook',
    summary: 'Change a webhook',
    description:
      'Changes `url`, `events` or `description`. Omitted fields stay as they are; a `null` description is removed.',
    body: ChangeWebhookBody,
    example: { events: ['render.completed', 'render.failed'] },
    data: WebhookRecord,
    of: namedWebhook,
    handle: (dependencies, request, endpoint) => {
      const { body, context } = request;
      return changedWebhook(
        dependencies,
        request,
        changeWebhookEndpoint(dependencies)(endpoint, body, context),
      );
    },
  }),

  operation('DELETE /v1/webhooks/{id}', {
    id: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'Nothing is sent to the endpoint any more.',
    success: 204,
    of: namedWebhook,
    handle: (dependencies, { context }, endpoint) =>
      pipe(deleteWebhookEndpoint(dependencies)(endpoint, context), TE.as(NO_CONTENT)),
  }),

  recordOperation('POST /v1/webhooks/{id}/pause', {
    id: 'pauseWebhook',
    summary: 'Pause a webhook',
    description: 'Holds deliveries back until the webhook is resumed. New deliveries are still queued.',
    data: WebhookRecord,
    problems: [409],
    of: namedWebhook,
    handle: (dependencies, request, endpoint) =>
      changedWebhook(dependencies, request, pauseWebhookEndpoint(dependencies)(endpoint, request.context)),
  }),

  recordOperation('POST /v1/webhooks/{id}/resume', {
    id: 'resumeWebhook',
    summary: 'Resume a webhook',
    description: 'Re-enables a paused or disabled webhook and sends the deliveries that were held back.',
    data: WebhookRecord,
    of: namedWebhook,
    handle: (dependencies, request, endpoint) =>
      changedWebhook(dependencies, request, resumeWebhookEndpoint(dependencies)(endpoint, request.context)),
  }),

  recordOperation('POST /v1/webhooks/{id}/rotate-secret', {
    id: 'rotateWebhookSecret',
    summary: 'Rotate a signing secret',
    description:
      'Returns a new signing secret, which is shown only once. For 24 hours, until `previousExpireAt`, ' +
      '`webhook-signature` is made with both the previous and the new secret. `X-Signature` holds a single signature: ' +
      'it switches to the new secret at `xSignatureSwitchesAt`, by default at the end of the 24 hours.',
    body: RotateSecretBody,
    returns: 'The new secret. It is shown only once.',
    data: RotatedSecretRecord,
    of: namedWebhook,
    handle: (dependencies, { body, context }, endpoint) =>
      pipe(
        rotateWebhookSecret(dependencies)(endpoint, body.xSignatureSwitchesAt, context),
        TE.map(({ signingSecret, previousExpireAt, xSignatureSwitchesAt }) => ({
          _id: endpoint.endpointId,
          signingSecret,
          previousExpireAt,
          xSignatureSwitchesAt,
        })),
      ),
  }),

  recordOperation('POST /v1/webhooks/{id}/test', {
    id: 'testWebhook',
    summary: 'Send a test event',
    description:
      'Sends a `webhook.test` event to the webhook. It has the shape of `render.completed` and is signed and retried ' +
      'like any other event. Returns its delivery; query that for the outcome.',
    success: 201,
    data: DeliveryRecord,
    location: ({ _id, webhookId }) => `/v1/webhooks/${webhookId}/deliveries/${_id}`,
    of: webhookOfCaller,
    handle: (dependencies, _, endpoint) =>
      pipe(sendTestEvent(dependencies)(endpoint), TE.map(deliveryRecord)),
  }),
];
