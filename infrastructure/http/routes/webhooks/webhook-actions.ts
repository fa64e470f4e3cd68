import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { sendTestEvent } from '../../../../application/webhooks/webhook-deliveries.js';
import { rotateWebhookSecret } from '../../../../application/webhooks/rotate-webhook-secret.js';
import {
  pauseWebhookEndpoint,
  resumeWebhookEndpoint,
} from '../../../../application/webhooks/webhook-endpoints.js';
import { DeliveryRecord, deliveryRecord } from '../../../../application/records/delivery-record.js';
import { RotatedSecretRecord, WebhookRecord } from '../../../../application/records/webhook-record.js';
import { RotateSecretBody } from '../../../../domain/webhook-endpoint/requests.js';
import { created, ok, type Operation, operation } from '../../server/operation.js';
import { namedWebhook, webhookOfCaller } from '../../server/owned.js';
import { wrapped } from '../../contract/pages.js';
import { changedWebhook } from './webhooks.js';

export const webhookActionOperations: ReadonlyArray<Operation> = [
  operation('POST /v1/webhooks/{id}/pause', {
    id: 'pauseWebhook',
    summary: 'Pause a webhook',
    description: 'Holds deliveries back until the webhook is resumed. New deliveries are still queued.',
    schema: wrapped(WebhookRecord),
    problems: [409],
    of: namedWebhook,
    handle: (services, request, endpoint) =>
      changedWebhook(services, request, pauseWebhookEndpoint(services)(endpoint, request.context)),
  }),

  operation('POST /v1/webhooks/{id}/resume', {
    id: 'resumeWebhook',
    summary: 'Resume a webhook',
    description: 'Re-enables a paused or disabled webhook and sends the deliveries that were held back.',
    schema: wrapped(WebhookRecord),
    of: namedWebhook,
    handle: (services, request, endpoint) =>
      changedWebhook(services, request, resumeWebhookEndpoint(services)(endpoint, request.context)),
  }),

  operation('POST /v1/webhooks/{id}/rotate-secret', {
    id: 'rotateWebhookSecret',
    summary: 'Rotate a signing secret',
    description:
      'Returns a new signing secret, which is shown only once. For 24 hours, until `previousExpireAt`, ' +
      '`webhook-signature` is made with both the previous and the new secret. `X-Signature` holds a single signature: ' +
      'it switches to the new secret at `xSignatureSwitchesAt`, by default at the end of the 24 hours.',
    body: RotateSecretBody,
    returns: 'The new secret. It is shown only once.',
    schema: wrapped(RotatedSecretRecord),
    of: namedWebhook,
    handle: (services, { body, context }, endpoint) =>
      pipe(
        rotateWebhookSecret(services)(endpoint, body.xSignatureSwitchesAt, context),
        TE.map(({ signingSecret, previousExpireAt, xSignatureSwitchesAt }) =>
          ok({ _id: endpoint.endpointId, signingSecret, previousExpireAt, xSignatureSwitchesAt }),
        ),
      ),
  }),

  operation('POST /v1/webhooks/{id}/test', {
    id: 'testWebhook',
    summary: 'Send a test event',
    description:
      'Sends a `webhook.test` event to the webhook. It has the shape of `render.completed` and is signed and retried ' +
      'like any other event. Returns its delivery; query that for the outcome.',
    success: 201,
    schema: wrapped(DeliveryRecord),
    of: webhookOfCaller,
    handle: (services, _, endpoint) =>
      pipe(
        sendTestEvent(services)(endpoint),
        TE.map((delivery) => {
          const { endpointId, deliveryId } = delivery;
          return created(deliveryRecord(delivery), `/v1/webhooks/${endpointId}/deliveries/${deliveryId}`);
        }),
      ),
  }),
];
