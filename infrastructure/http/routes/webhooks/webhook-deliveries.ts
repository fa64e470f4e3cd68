import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Queries } from '../../../../application/ports/all-queries.js';
import type { DeliveryRow } from '../../../../application/ports/webhook-deliveries.js';
import { deliveryOf, redeliver } from '../../../../application/webhooks/webhook-deliveries.js';
import {
  DeliveryRecord,
  deliveryRecord,
  DeliveryStatusRecord,
  RedeliveredRecord,
} from '../../../../application/records/delivery-record.js';
import { record } from '../../../../domain/codec/containers.js';
import { DeliveryId } from '../../../../domain/ids.js';
import { RedeliverFailedBody } from '../../../../domain/webhook-endpoint/requests.js';
import type { Caller } from '../../server/authenticate.js';
import { pageResponse } from '../../server/list-response.js';
import { ok, type Operation, type OperationResponse, operation } from '../../server/operation.js';
import { webhookOfCaller } from '../../server/owned.js';
import type { Problem } from '../../contract/problem.js';
import { pageRequest, paging } from '../../contract/query-codecs.js';
import { listOf, wrapped } from '../../contract/pages.js';
import { webhookOperation } from './webhook-operation.js';

const deliveryIdFrom = (text = ''): TE.TaskEither<Problem, DeliveryId> =>
  TE.fromEither(
    DeliveryId.is(text) ? E.right(text) : E.left({ _tag: 'WebhookDeliveryDoesNotExist', deliveryId: text }),
  );

/** The webhook of the caller and the id of the delivery in a path. */
const namedDelivery = (queries: Queries, caller: Caller, params: Readonly<Record<string, string>>) =>
  pipe(
    TE.Do,
    TE.bind('endpoint', () => webhookOfCaller(queries, caller, params['id'])),
    TE.bind('deliveryId', () => deliveryIdFrom(params['deliveryId'])),
  );

const shown = (delivery: DeliveryRow): OperationResponse => ok(deliveryRecord(delivery));

export const webhookDeliveryOperations: ReadonlyArray<Operation> = [
  operation('GET /v1/webhooks/{id}/deliveries', {
    ...webhookOperation,
    id: 'listWebhookDeliveries',
    summary: 'List the deliveries of a webhook',
    description:
      'Lists deliveries, newest first, with every attempt: its time, duration, HTTP status or error, and ' +
      'the first 16 KiB of the response. `nextAttemptAt` is present while a delivery is waiting.',
    query: record(paging.required, { ...paging.optional, status: DeliveryStatusRecord }, paging.rules),
    returns: 'A page of deliveries.',
    schema: listOf(DeliveryRecord),
    handle: ({ queries, webhookDeliveries }, { caller, params, query }) =>
      pipe(
        webhookOfCaller(queries, caller, params['id']),
        TE.flatMap(({ endpointId }) => webhookDeliveries.list(endpointId, query.status, pageRequest(query))),
        TE.map(pageResponse(query, deliveryRecord)),
      ),
  }),

  operation('GET /v1/webhooks/{id}/deliveries/{deliveryId}', {
    ...webhookOperation,
    id: 'getWebhookDelivery',
    summary: 'Get a delivery',
    description: 'Returns a delivery with all attempts.',
    returns: 'The delivery.',
    schema: wrapped(DeliveryRecord),
    handle: (services, { caller, params }) =>
      pipe(
        namedDelivery(services.queries, caller, params),
        TE.flatMap(({ endpoint, deliveryId }) => deliveryOf(services)(endpoint.endpointId, deliveryId)),
        TE.map(shown),
      ),
  }),

  operation('POST /v1/webhooks/{id}/deliveries/{deliveryId}/redeliver', {
    ...webhookOperation,
    id: 'redeliverWebhook',
    summary: 'Send a delivery again',
    description: 'Sends a delivery again immediately, whatever its outcome was, with the same id and body.',
    returns: 'The delivery, queued again.',
    schema: wrapped(DeliveryRecord),
    problems: [409],
    handle: (services, { caller, params }) =>
      pipe(
        namedDelivery(services.queries, caller, params),
        TE.flatMap(({ endpoint, deliveryId }) => redeliver(services)(endpoint.endpointId, deliveryId)),
        TE.map(shown),
      ),
  }),

  operation('POST /v1/webhooks/{id}/redeliver', {
    ...webhookOperation,
    id: 'redeliverFailedWebhooks',
    summary: 'Send all failed deliveries again',
    description:
      'Sends all deliveries again that were created since a given time and have failed. Returns their number.',
    body: RedeliverFailedBody,
    example: { since: '2026-01-01T00:00:00Z' },
    returns: 'The number of deliveries that are sent again.',
    schema: wrapped(RedeliveredRecord),
    handle: ({ queries, webhookDeliveries }, { caller, params, body }) =>
      pipe(
        webhookOfCaller(queries, caller, params['id']),
        TE.flatMap(({ endpointId }) => webhookDeliveries.redeliverFailed(endpointId, new Date(body.since))),
        TE.map((redelivered) => ok({ redelivered })),
      ),
  }),
];
