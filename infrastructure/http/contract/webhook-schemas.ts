import { about, type Codec, type JsonSchema } from '../../../domain/codec/codec.js';
import { array, record } from '../../../domain/codec/containers.js';
import { boolean, number, oneOf, string } from '../../../domain/codec/scalars.js';
import { WebhookEvents } from '../../../domain/webhook-endpoint/requests.js';

// What the service answers about webhooks, as schemas.

const dateTime = (description: string): Codec<string> =>
  about(description, string(), { format: 'date-time' });

const fields = {
  _id: about('Opaque identifier of the webhook.', string()),
  url: about('Where it is sent to.', string()),
  events: about('Which events are sent.', WebhookEvents),
  status: about(
    '`paused` by its owner, `disabled` by the service: both hold deliveries back until it is resumed.',
    oneOf('active', 'paused', 'disabled'),
  ),
  createdAt: dateTime('When it was registered.'),
  updatedAt: dateTime('When it was changed, paused, resumed or disabled last.'),
};
const optional = {
  description: about('For your own use.', string()),
  disabledReason: about(
    'Why it is disabled: `gone`, it answered 410, or `failing`, nothing but failures for five days.',
    oneOf('gone', 'failing'),
  ),
};

/** A webhook as clients see it. */
export const WebhookSchema = about('Who is told when renders end.', record(fields, optional), {
  title: 'Webhook',
}).jsonSchema;

const signingSecret = about('Signs what is sent there: shown this once.', string());

/** A webhook when it has just been registered. */
export const NewWebhookSchema = about(
  'A webhook that was just registered.',
  record({ ...fields, signingSecret }, optional),
  { title: 'NewWebhook' },
).jsonSchema;

/** A new signing secret. */
export const RotatedSecretSchema = about(
  'A signing secret that was just made.',
  record({
    _id: fields._id,
    signingSecret,
    previousExpireAt: dateTime('Until then the secrets before this one sign in `webhook-signature` too.'),
    xSignatureSwitchesAt: dateTime('From then on `X-Signature` is made with this secret.'),
  }),
  { title: 'RotatedSecret' },
).jsonSchema;

const Attempt = about(
  'One try to deliver.',
  record(
    {
      attempt: about('Counts the tries from 1.', number({ minimum: 1, integer: true })),
      startedAt: dateTime('When it began.'),
    },
    {
      durationMs: about(
        'How long it took, in ms; absent while it runs, or if the process was lost.',
        number({ minimum: 0 }),
      ),
      httpStatus: about('The status of the answer, if there was one.', number({ integer: true })),
      error: about('Why there was no answer.', string()),
      answer: about('The first 16 KiB of the answer.', string()),
    },
  ),
  { title: 'WebhookAttempt' },
);

const DELIVERY_STATUSES = ['waiting', 'sending', 'delivered', 'failed', 'cancelled'] as const;

/** The statuses of deliveries. */
export const DeliveryStatusCodec = about(
  '`waiting` for its time, `sending` just now; `delivered`, `failed` after all attempts, or `cancelled` as the webhook was deleted.',
  oneOf(...DELIVERY_STATUSES),
  { title: 'WebhookDeliveryStatus' },
);

/** A delivery as clients see it. */
export const DeliverySchema = about(
  'One event on its way to one webhook.',
  record(
    {
      _id: about('Opaque identifier of the delivery.', string()),
      webhookId: about('The webhook it is for.', string()),
      messageId: about('What the receiver sees as `webhook-id`, the same on every attempt.', string()),
      event: about('What it tells.', oneOf('render.completed', 'render.failed', 'webhook.test')),
      renderId: about('The render it is about.', string()),
      status: DeliveryStatusCodec,
      createdAt: dateTime('When it was made.'),
      attempts: about('Every attempt, the oldest first.', array(Attempt, 1000)),
    },
    {
      nextAttemptAt: dateTime('When it is tried next, if the webhook is active.'),
      finishedAt: dateTime('When it was delivered or given up.'),
    },
  ),
  { title: 'WebhookDelivery' },
).jsonSchema;

/** How many deliveries are sent again. */
export const RedeliveredSchema = about(
  'What is sent again.',
  record({
    redelivered: about('How many deliveries are sent again.', number({ minimum: 0, integer: true })),
  }),
  { title: 'Redelivered' },
).jsonSchema;

const FeedEvent = record({
  number: about('Its place in the feed, from 1, without gaps.', number({ minimum: 1, integer: true })),
  messageId: about('What webhooks bring as `webhook-id`.', string()),
  createdAt: dateTime('When it happened.'),
  event: about('What happened.', oneOf('render.completed', 'render.failed')),
  data: about('What webhooks bring as `data`.', record({}), { additionalProperties: true }),
});

/** A part of the feed. */
export const FeedSchema: JsonSchema = record({
  data: about('The events, the oldest first.', array(about('An event.', FeedEvent, { title: 'Event' }), 100)),
  pagination: about(
    'Where to go on.',
    record({
      limit: about('Most events in an answer.', number({ minimum: 1, integer: true })),
      hasNextPage: about('Whether there is more already.', boolean),
      nextAfter: about(
        'Ask with this as `after` for what comes next.',
        number({ minimum: 0, integer: true }),
      ),
    }),
    { title: 'FeedPagination' },
  ),
}).jsonSchema;
