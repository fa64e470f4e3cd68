import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { record } from '../../domain/codec/containers.js';
import { DisablingReason } from '../../domain/webhook-endpoint/events.js';
import { WebhookEvents } from '../../domain/webhook-endpoint/requests.js';
import { WebhookEndpointStatus } from '../../domain/webhook-endpoint/state.js';
import type { WebhookEndpointRow } from '../ports/webhook-endpoints.js';
import { asRecord, dateTime, text } from './fields.js';

const fields = {
  _id: text('Opaque identifier of the webhook.'),
  url: text('The URL that events are sent to.'),
  events: about('The events that are sent.', WebhookEvents),
  status: about(
    '`paused` by its owner or `disabled` by the service; either holds deliveries back until it is resumed.',
    WebhookEndpointStatus,
  ),
  createdAt: dateTime('When it was registered.'),
  updatedAt: dateTime('When it was last changed, paused, resumed or disabled.'),
};
const optional = {
  description: text('For your own use.'),
  disabledReason: about(
    'Why it is disabled. `gone`: it returned 410. `failing`: all deliveries failed for five days.',
    DisablingReason,
  ),
};

/** A webhook as clients see it. Only the response to its registration contains its signing secret. */
export const WebhookRecord = about(
  'An endpoint that is notified when renders finish.',
  record(fields, optional),
  { title: 'Webhook' },
);
export type WebhookRecord = t.TypeOf<typeof WebhookRecord>;

const signingSecret = text('Signs the webhooks. Shown only once.');

export const NewWebhookRecord = about(
  'A newly registered webhook.',
  record({ ...fields, signingSecret }, optional),
  { title: 'NewWebhook' },
);

export const RotatedSecretRecord = about(
  'A new signing secret.',
  record({
    _id: fields._id,
    signingSecret,
    previousExpireAt: dateTime('Until then, `webhook-signature` is also made with the previous secrets.'),
    xSignatureSwitchesAt: dateTime('From then on, `X-Signature` uses this secret.'),
  }),
  { title: 'RotatedSecret' },
);

/** A webhook as clients see it. */
export const webhookRecord = (endpoint: WebhookEndpointRow): WebhookRecord =>
  asRecord(WebhookRecord, { _id: endpoint.endpointId, ...endpoint });
