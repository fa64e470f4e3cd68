import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { assetEvents } from '../../../../application/assets/asset-events.js';
import { AssetRecord } from '../../../../application/records/asset-record.js';
import { eventsAfter, sendsEvents } from '../../server/event-stream.js';
import { operation } from '../../server/operation.js';
import { assetOfCaller } from '../../server/owned.js';
import { assetOperation } from './asset-response.js';

export const assetEventOperation = operation('GET /v1/assets/{id}/events', {
  ...assetOperation,
  id: 'watchAsset',
  summary: 'Follow an upload',
  description:
    'Sends server-sent events named `asset` until the asset is ready, refused or deleted; each has the `Asset` as its data, without `usedBy`. ' +
    'A client that lost the connection sends the `id` of the last event it has seen as `Last-Event-ID`, to any process of the service. ' +
    'After the last event, that gives a 204, and the client need not connect again. ' +
    'The number of streams is limited; a client that gets a 429 or 503 can poll `GET /v1/assets/{id}` instead.',
  ...sendsEvents(AssetRecord.jsonSchema),
  handle: ({ queries, clock, watching }, { caller, params, header, signal }) =>
    pipe(
      assetOfCaller(queries, caller, params['id']),
      TE.map((asset) => {
        const lastId = header('last-event-id');
        const ended = AbortSignal.any([signal, watching.closing]);
        return eventsAfter('asset', lastId, () => ({
          events: assetEvents({ queries: queries.assets, clock }, asset, lastId, ended),
        }));
      }),
    ),
});
