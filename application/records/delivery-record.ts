import type * as t from 'io-ts';
import { about, type Codec } from '../../domain/codec/codec.js';
import { array, record } from '../../domain/codec/containers.js';
import { number, oneOf } from '../../domain/codec/scalars.js';
import type { DeliveryRow, DeliveryStatus } from '../ports/webhook-deliveries.js';
import { dateTime, text } from './fields.js';

const AttemptRecord = about(
  'One attempt to deliver.',
  record(
    {
      attempt: about('Counts the attempts from 1.', number({ minimum: 1, integer: true })),
      startedAt: dateTime('When it began.'),
    },
    {
      durationMs: about(
        'How long it took, in ms; absent while it runs, or if the process was lost.',
        number({ minimum: 0 }),
      ),
      httpStatus: about('The status of the answer, if there was one.', number({ integer: true })),
      error: text('Why there was no answer.'),
      answer: text('The first 16 KiB of the answer.'),
    },
  ),
  { title: 'WebhookAttempt' },
);

/** The status of a delivery. */
export const DeliveryStatusRecord: Codec<DeliveryStatus> = about(
  '`waiting` for its time, `sending` at the moment; `delivered`, `failed` after all attempts, or `cancelled` because the webhook was deleted.',
  oneOf('waiting', 'sending', 'delivered', 'failed', 'cancelled'),
  { title: 'WebhookDeliveryStatus' },
);

/** A delivery as clients see it, with every attempt. */
export const DeliveryRecord = about(
  'One event on its way to one webhook.',
  record(
    {
      _id: text('Opaque identifier of the delivery.'),
      webhookId: text('The webhook it is for.'),
      messageId: text('What the receiver sees as `webhook-id`, the same on every attempt.'),
      event: about('The event it delivers.', oneOf('render.completed', 'render.failed', 'webhook.test')),
      renderId: text('The render it is about.'),
      status: DeliveryStatusRecord,
      createdAt: dateTime('When it was made.'),
      attempts: about('Every attempt, oldest first.', array(AttemptRecord, 1000)),
    },
    {
      nextAttemptAt: dateTime('When it is tried next, if the webhook is active.'),
      finishedAt: dateTime('When it was delivered or given up.'),
    },
  ),
  { title: 'WebhookDelivery' },
);
export type DeliveryRecord = t.TypeOf<typeof DeliveryRecord>;

/** How many deliveries are sent again. */
export const RedeliveredRecord = about(
  'What is sent again.',
  record({
    redelivered: about('How many deliveries are sent again.', number({ minimum: 0, integer: true })),
  }),
  { title: 'Redelivered' },
);

/** A delivery as clients see it. */
export const deliveryRecord = ({ deliveryId, endpointId, ...delivery }: DeliveryRow): DeliveryRecord => ({
  _id: deliveryId,
  webhookId: endpointId,
  ...delivery,
});
