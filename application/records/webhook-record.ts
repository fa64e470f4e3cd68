import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { record } from '../../domain/codec/containers.js';
import { oneOf } from '../../domain/codec/scalars.js';
import { DisablingReason } from '../../domain/webhook-endpoint/events.js';
import { WebhookEvents } from '../../domain/webhook-endpoint/requests.js';
import type { WebhookEndpointRow } from '../ports/queries.js';
import { dateTime, text } from './fields.js';

const fields = {
  _id: text('Opaque identifier of the webhook.'),
  url: text('Where it is sent to.'),
  events: about('Which events are sent.', WebhookEvents),
  status: about(
    '`paused` by its owner, `disabled` by the service: both hold deliveries back until it is resumed.',
    oneOf('active', 'paused', 'disabled'),
  ),
  createdAt: dateTime('When it was registered.'),
  updatedAt: dateTime('When it was last changed, paused, resumed or disabled.'),
};
const optional = {
  description: text('For your own use.'),
  disabledReason: about(
    'Why it is disabled: `gone`, it answered 410, or `failing`, nothing but failures for five days.',
    DisablingReason,
  ),
};

/** A webhook as clients see it. Its signing secret is in no record but the one of its registration. */
export const WebhookRecord = about(
  'An address that is notified when renders end.',
  record(fields, optional),
  { title: 'Webhook' },
);
export type WebhookRecord = t.TypeOf<typeof WebhookRecord>;

const signingSecret = text('Signs what is sent there: shown this once.');

/** A webhook when it has just been registered. */
export const NewWebhookRecord = about(
  'A webhook that was just registered.',
  record({ ...fields, signingSecret }, optional),
  { title: 'NewWebhook' },
);

/** A new signing secret. */
export const RotatedSecretRecord = about(
  'A signing secret that was just made.',
  record({
    _id: fields._id,
    signingSecret,
    previousExpireAt: dateTime('Until then the secrets before this one sign in `webhook-signature` too.'),
    xSignatureSwitchesAt: dateTime('From then on `X-Signature` is made with this secret.'),
  }),
  { title: 'RotatedSecret' },
);

/** A webhook as clients see it. */
export const webhookRecord = (endpoint: WebhookEndpointRow): WebhookRecord => ({
  _id: endpoint.endpointId,
  url: endpoint.url,
  events: endpoint.events,
  ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
  status: endpoint.status,
  ...(endpoint.disabledReason === undefined ? {} : { disabledReason: endpoint.disabledReason }),
  createdAt: endpoint.createdAt,
  updatedAt: endpoint.updatedAt,
});
