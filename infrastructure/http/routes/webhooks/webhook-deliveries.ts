import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { deliveryOf, redeliver } from '../../../../application/webhooks/webhook-deliveries.js';
import {
  DeliveryRecord,
  deliveryRecord,
  DeliveryStatusRecord,
  RedeliveredRecord,
} from '../../../../application/records/delivery-record.js';
import { record, withDefault } from '../../../../domain/codec/containers.js';
import { DeliveryId } from '../../../../domain/ids.js';
import { RedeliverFailedBody } from '../../../../domain/webhook-endpoint/requests.js';
import { pageResponse } from '../../server/list-response.js';
import { type Operation, operation } from '../../server/operation.js';
import { recordOperation } from '../../server/record-operation.js';
import { webhookOfCaller } from '../../server/owned.js';
import type { Problem } from '../../contract/problem.js';
import { pageRequest, paging, wholeNumberFromText } from '../../contract/query-codecs.js';
import { FeedPage, listOf } from '../../contract/pages.js';
import { feedEventRecord } from '../../../../application/records/feed-event-record.js';
import { about } from '../../../../domain/codec/codec.js';
import { sequenceResponse } from '../../server/sequence-response.js';

const deliveryIdFrom = (text = ''): TE.TaskEither<Problem, DeliveryId> =>
  TE.fromEither(
    DeliveryId.is(text) ? E.right(text) : E.left({ _tag: 'WebhookDeliveryDoesNotExist', deliveryId: text }),
  );

export const webhookDeliveryOperations: ReadonlyArray<Operation> = [
  operation('GET /v1/webhooks/{id}/deliveries', {
    id: 'listWebhookDeliveries',
    summary: 'List the deliveries of a webhook',
    description:
      'Lists deliveries, newest first, with every attempt: its time, duration, HTTP status or error, and ' +
      'the first 16 KiB of the response. `nextAttemptAt` is present while a delivery is waiting and the webhook is active.',
    query: record(paging.required, { ...paging.optional, status: DeliveryStatusRecord }, paging.rules),
    schema: listOf(DeliveryRecord),
    of: webhookOfCaller,
    handle: ({ webhookDeliveries }, { query }, { endpointId }) =>
      pipe(
        webhookDeliveries.list(endpointId, query.status, pageRequest(query)),
        TE.map(pageResponse(query, deliveryRecord)),
      ),
  }),

  recordOperation('GET /v1/webhooks/{id}/deliveries/{deliveryId}', {
    id: 'getWebhookDelivery',
    summary: 'Get a delivery',
    description: 'Returns a delivery with all attempts.',
    data: DeliveryRecord,
    of: webhookOfCaller,
    handle: (dependencies, { params }, { endpointId }) =>
      pipe(
        deliveryIdFrom(params['deliveryId']),
        TE.flatMap((deliveryId) => deliveryOf(dependencies)(endpointId, deliveryId)),
        TE.map(deliveryRecord),
      ),
  }),

  recordOperation('POST /v1/webhooks/{id}/deliveries/{deliveryId}/redeliver', {
    id: 'redeliverWebhook',
    summary: 'Send a delivery again',
    description:
      'Sends a delivery again, whatever its outcome was, with the same id and body: immediately, or, while the webhook is paused or disabled, when it is resumed.',
    data: DeliveryRecord,
    problems: [409],
    of: webhookOfCaller,
    handle: (dependencies, { params }, { endpointId }) =>
      pipe(
        deliveryIdFrom(params['deliveryId']),
        TE.flatMap((deliveryId) => redeliver(dependencies)(endpointId, deliveryId)),
        TE.map(deliveryRecord),
      ),
  }),

  recordOperation('POST /v1/webhooks/{id}/redeliver', {
    id: 'redeliverFailedWebhooks',
    summary: 'Send all failed deliveries again',
    description:
      'Sends all deliveries again that were created since a given time and have failed. Returns their number.',
    body: RedeliverFailedBody,
    example: { since: '2026-01-01T00:00:00Z' },
    data: RedeliveredRecord,
    of: webhookOfCaller,
    handle: ({ webhookDeliveries }, { body }, { endpointId }) =>
      pipe(
        webhookDeliveries.redeliverFailed(endpointId, new Date(body.since)),
        TE.map((redelivered) => ({ redelivered })),
      ),
  }),
];

/** How many events, each up to a megabyte, are read together. */
const BATCH_SIZE = 8;

export const feedOperation = operation('GET /v1/events', {
  id: 'listEvents',
  tag: 'Webhooks',
  summary: 'Read the feed of events',
  description:
    "The caller's events, numbered from 1 without gaps, oldest first. They are the events that webhooks deliver, whether or not a " +
    'webhook was registered. To catch up, send the last number you have seen as `after`, then the `nextAfter` of each response.',
  query: record({
    after: withDefault(
      about('The number of the last event you have seen.', wholeNumberFromText(0, 999_999_999_999_999)),
      0,
    ),
    limit: withDefault(about('Maximum number of events to return.', wholeNumberFromText(1, 100)), 20),
  }),
  schema: FeedPage,
  handle: ({ webhookDeliveries }, { caller, query: { after, limit } }) =>
    sequenceResponse({
      from: after,
      limit,
      read: (position, wanted) => {
        const count = Math.min(wanted, BATCH_SIZE);
        return pipe(
          webhookDeliveries.feed(caller.ownerId, position, count + 1), // one more than needed, to know whether there are more
          TE.map((rows) => ({ rows: rows.slice(0, count), hasMore: rows.length > count })),
        );
      },
      positionAfter: ({ number }) => number,
      toJson: (row) => JSON.stringify(feedEventRecord(row)),
      pagination: ({ position, hasNextPage }) => ({ limit, hasNextPage, nextAfter: position }),
    }),
});
