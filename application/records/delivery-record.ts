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
      error: text('Why it failed, and what you can do.'),
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
      nextAttemptAt: dateTime('When it is attempted next. Absent while the webhook is paused or disabled.'),
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

/** What a status that is no 2xx says about the receiver, and what its owner can do. */
const problemOf = (status: number): string => {
  if (status < 400) return 'redirects are not followed; register the URL to which this one leads';
  if (status === 401 || status === 403)
    return 'the receiver refused the request; have it verify the signature, and require nothing else';
  if (status === 404 || status === 405) return 'the receiver takes no POST at this URL; correct the URL';
  if (status === 410) return 'the receiver wants no more webhooks; resume the webhook to send them again';
  return status < 500
    ? 'the receiver did not accept the request; its answer or its log may say why'
    : 'the receiver failed; look for the cause in its log';
};

/** A delivery as clients see it. */
export const deliveryRecord = ({
  deliveryId,
  endpointId,
  attempts,
  ...delivery
}: DeliveryRow): DeliveryRecord => ({
  _id: deliveryId,
  webhookId: endpointId,
  ...delivery,
  attempts: attempts.map((attempt) =>
    attempt.httpStatus === undefined || Math.floor(attempt.httpStatus / 100) === 2
      ? attempt
      : { ...attempt, error: problemOf(attempt.httpStatus) },
  ),
});
