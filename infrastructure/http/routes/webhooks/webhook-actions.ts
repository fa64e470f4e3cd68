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
import { operation } from '../../server/operation.js';
import { webhookOfCaller } from '../../server/owned.js';
import { wrapped } from '../../contract/pages.js';
import { changingWebhook, namedWebhook, webhookOperation } from './webhook-operation.js';

/** `POST /v1/webhooks/{id}/pause` */
export const pauseWebhookOperation = operation({
  ...webhookOperation,
  method: 'POST',
  path: '/v1/webhooks/{id}/pause',
  id: 'pauseWebhook',
  summary: 'Pause a webhook',
  description: 'Holds deliveries back until the webhook is resumed. New deliveries are still queued.',
  answers: {
    success: 200,
    meaning: 'The webhook after the change.',
    schema: wrapped(WebhookRecord),
    problems: [403, 404, 409],
  },
  handle: changingWebhook(pauseWebhookEndpoint),
});

/** `POST /v1/webhooks/{id}/resume` */
export const resumeWebhookOperation = operation({
  ...webhookOperation,
  method: 'POST',
  path: '/v1/webhooks/{id}/resume',
  id: 'resumeWebhook',
  summary: 'Resume a webhook',
  description: 'Re-enables a paused or disabled webhook and sends the deliveries that were held back.',
  answers: {
    success: 200,
    meaning: 'The webhook after the change.',
    schema: wrapped(WebhookRecord),
    problems: [403, 404],
  },
  handle: changingWebhook(resumeWebhookEndpoint),
});

/** `POST /v1/webhooks/{id}/rotate-secret` */
export const rotateSecretOperation = operation({
  ...webhookOperation,
  method: 'POST',
  path: '/v1/webhooks/{id}/rotate-secret',
  id: 'rotateWebhookSecret',
  summary: 'Rotate a signing secret',
  description:
    'Returns a new signing secret, which is shown only once. For 24 hours, until `previousExpireAt`, ' +
    '`webhook-signature` is made with both the previous and the new secret. `X-Signature` holds a single signature: ' +
    'it switches to the new secret at `xSignatureSwitchesAt`, by default at the end of the 24 hours.',
  body: RotateSecretBody,
  answers: {
    success: 200,
    meaning: 'The new secret. It is shown only once.',
    schema: wrapped(RotatedSecretRecord),
    problems: [403, 404],
  },
  handle:
    (services) =>
    ({ caller, params, body, context }) =>
      pipe(
        namedWebhook(caller, params['id']),
        TE.flatMap((endpoint) => rotateWebhookSecret(services)(endpoint, body.xSignatureSwitchesAt, context)),
        TE.map(({ signingSecret, previousExpireAt, xSignatureSwitchesAt }) => ({
          status: 200,
          json: JSON.stringify({
            data: { _id: params['id'], signingSecret, previousExpireAt, xSignatureSwitchesAt },
          }),
        })),
      ),
});

/** `POST /v1/webhooks/{id}/test` */
export const testWebhookOperation = operation({
  ...webhookOperation,
  method: 'POST',
  path: '/v1/webhooks/{id}/test',
  id: 'testWebhook',
  summary: 'Send a test event',
  description:
    'Sends a `webhook.test` event to the webhook. It has the shape of `render.completed` and is signed and retried ' +
    'like any other event. Returns its delivery; query that for the outcome.',
  answers: {
    success: 201,
    meaning: 'The delivery of the test event.',
    schema: wrapped(DeliveryRecord),
    problems: [403, 404],
  },
  handle:
    (services) =>
    ({ caller, params }) =>
      pipe(
        webhookOfCaller(services.queries, caller, params['id']),
        TE.flatMap(sendTestEvent(services)),
        TE.map((delivery) => ({
          status: 201,
          headers: { Location: `/v1/webhooks/${params['id']}/deliveries/${delivery.deliveryId}` },
          json: JSON.stringify({ data: deliveryRecord(delivery) }),
        })),
      ),
});
