import type * as t from 'io-ts';
import { about, type Codec } from '../../domain/codec/codec.js';
import { array, record } from '../../domain/codec/containers.js';
import { number, oneOf } from '../../domain/codec/scalars.js';
import { WebhookMessageName } from '../../domain/webhook-endpoint/events.js';
import type { DeliveryRow, DeliveryStatus } from '../ports/webhook-deliveries.js';
import { amount, countField, dateTime, ordinal, text } from './fields.js';

const AttemptRecord = about(
  'One attempt to deliver.',
  record(
    {
      attempt: ordinal('Number of the attempt, from 1.'),
      startedAt: dateTime('When it started.'),
    },
    {
      durationMs: amount('Duration in ms; absent while it runs, or if the process crashed.'),
      httpStatus: about('The HTTP status of the response, if there was one.', number({ integer: true })),
      error: text('Why there was no response, and what you can do.'),
      answer: text('The first 16 KiB of the response body.'),
    },
  ),
  { title: 'WebhookAttempt' },
);

export const DeliveryStatusRecord: Codec<DeliveryStatus> = about(
  '`waiting`: scheduled. `sending`: being sent. `delivered`, `failed` after all attempts, and `cancelled` because the webhook was deleted.',
  oneOf('waiting', 'sending', 'delivered', 'failed', 'cancelled'),
  { title: 'WebhookDeliveryStatus' },
);

/** A delivery as clients see it, with every attempt. */
export const DeliveryRecord = about(
  'The delivery of one event to one webhook.',
  record(
    {
      _id: text('Opaque identifier of the delivery.'),
      webhookId: text('The webhook it is sent to.'),
      messageId: text('The value of `webhook-id`, the same for every attempt.'),
      event: about('The event it delivers.', WebhookMessageName),
      status: DeliveryStatusRecord,
      createdAt: dateTime('When it was created.'),
      attempts: about('All attempts, oldest first.', array(AttemptRecord, 1000)),
    },
    {
      renderId: text('The render that the event is about, if it is about one.'),
      batchId: text('The batch that the event is about, if it is about one.'),
      videoId: text('The video, if the event is about a comment or a decision.'),
      assetId: text('The asset that the event is about, if it is about one.'),
      nextAttemptAt: dateTime('When it is attempted next, if the webhook is active.'),
      finishedAt: dateTime('When it was delivered or failed.'),
    },
  ),
  { title: 'WebhookDelivery' },
);
export type DeliveryRecord = t.TypeOf<typeof DeliveryRecord>;

/** How many deliveries are sent again. */
export const RedeliveredRecord = about(
  'The result of a redelivery.',
  record({
    redelivered: countField('The number of deliveries that are sent again.'),
  }),
  { title: 'Redelivered' },
);

/** A delivery as clients see it. */
export const deliveryRecord = ({ deliveryId, endpointId, ...delivery }: DeliveryRow): DeliveryRecord => ({
  _id: deliveryId,
  webhookId: endpointId,
  ...delivery,
});
