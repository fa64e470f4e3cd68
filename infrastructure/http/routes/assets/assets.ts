import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { changeAsset, deleteAsset } from '../../../../application/assets/assets.js';
import { AssetRecord } from '../../../../application/records/asset-record.js';
import { AssetKind } from '../../../../domain/asset/events.js';
import { about } from '../../../../domain/codec/codec.js';
import { array, record } from '../../../../domain/codec/containers.js';
import { string } from '../../../../domain/codec/scalars.js';
import { listOf } from '../../contract/pages.js';
import { booleanFromText, filterOf, pageRequest, paging } from '../../contract/query-codecs.js';
import { pageResponse } from '../../server/list-response.js';
import { abandonUpload } from '../../server/finish-upload.js';
import { NO_CONTENT, type Operation, operation } from '../../server/operation.js';
import { recordOperation } from '../../server/record-operation.js';
import { assetOfCaller, assetScopeOf } from '../../server/owned.js';
import { assetOperation, recordMaker, recordOfAsset, currentAsset } from './asset-response.js';
import { AssetName } from './create-asset.js';
import { assetEvents } from '../../../../application/assets/asset-events.js';
import { eventsAfter, sendsFiniteEvents } from '../../server/event-stream.js';

const Tag = string({ minLength: 1, maxLength: 64 });

const Changes = about(
  'What to change. Omitted fields stay as they are.',
  record({}, { name: about('Its name.', AssetName), tags: about('All its tags.', array(Tag, 50)) }),
  { title: 'UpdateAsset' },
);

const filters = {
  name: about('Part of the name, case-insensitive.', AssetName),
  tag: about('Only assets with this tag.', Tag),
  kind: about('Only assets of this kind.', AssetKind),
  sha256: about('Only the file with this SHA-256 (hex).', string({ pattern: /^[0-9a-f]{64}$/ })),
};

export const assetOperations: ReadonlyArray<Operation> = [
  operation('GET /v1/assets', {
    ...assetOperation,
    id: 'listAssets',
    summary: 'List assets',
    description:
      'Your assets, newest first: by `createdAt`, then `_id`. With an editor link: those that its video uses or that were uploaded with it.',
    query: record(paging.required, { ...paging.optional, ...filters }, paging.rules),
    schema: listOf(AssetRecord),
    handle: (dependencies, { caller, query }) =>
      pipe(
        dependencies.queries.assets.list(assetScopeOf(caller), filterOf(query), pageRequest(query)),
        TE.bindTo('page'),
        TE.bindW('toRecord', ({ page }) => recordMaker(dependencies, caller, page.items)),
        TE.map(({ page, toRecord }) => pageResponse(query, toRecord)(page)),
      ),
  }),

  recordOperation('GET /v1/assets/{id}', {
    ...assetOperation,
    id: 'getAsset',
    summary: 'Get an asset',
    description: 'Returns an asset. An asset of another owner is not found.',
    data: AssetRecord,
    of: assetOfCaller,
    handle: (dependencies, { caller }, asset) => recordOfAsset(dependencies, caller, asset),
  }),

  recordOperation('PATCH /v1/assets/{id}', {
    ...assetOperation,
    access: 'api-key',
    id: 'updateAsset',
    summary: 'Rename or tag an asset',
    description: 'Changes `name` or `tags`. Its content never changes.',
    body: Changes,
    example: { tags: ['logo'] },
    data: AssetRecord,
    of: assetOfCaller,
    handle: (dependencies, { caller, body, context }, { assetId, ownerId }) =>
      pipe(
        changeAsset(dependencies)({ assetId, ownerId }, body, context),
        TE.flatMap(() => currentAsset(dependencies, caller, assetId)),
        TE.flatMap((asset) => recordOfAsset(dependencies, caller, asset)),
      ),
  }),

  operation('DELETE /v1/assets/{id}', {
    ...assetOperation,
    access: 'api-key',
    id: 'deleteAsset',
    summary: 'Delete an asset',
    description:
      'Deletes an asset. If versions of videos use it, a 409 names them, unless `force` is true: they can still be read and compared, but not be rendered any more.',
    query: record(
      {},
      { force: about('Whether to delete it although it is used. Default: false.', booleanFromText) },
    ),
    success: 204,
    problems: [409],
    of: assetOfCaller,
    handle: (dependencies, { query, context }, { assetId, ownerId }) =>
      pipe(
        deleteAsset(dependencies)({ assetId, ownerId, force: query.force === true }, context),
        TE.tap(() => abandonUpload(dependencies, { assetId, ownerId })),
        TE.as(NO_CONTENT),
      ),
  }),
];

export const assetEventOperation = operation('GET /v1/assets/{id}/events', {
  ...assetOperation,
  id: 'watchAsset',
  summary: 'Follow an upload',
  description:
    'Sends server-sent events named `asset` until the asset is ready, refused or deleted; each has the `Asset` as its data, without `usedBy`. ' +
    'A client that lost the connection sends the `id` of the last event it has seen as `Last-Event-ID`, to any process of the service. ' +
    'After the last event, that gives a 204, and the client need not connect again. ' +
    'The number of streams is limited; a client that gets a 429 or 503 can poll `GET /v1/assets/{id}` instead.',
  ...sendsFiniteEvents(AssetRecord.jsonSchema),
  of: assetOfCaller,
  handle: ({ queries, clock, watching }, { header, signal }, asset) => {
    const lastId = header('last-event-id');
    const ended = AbortSignal.any([signal, watching.closing]);
    const follow = () => ({ events: assetEvents({ queries: queries.assets, clock }, asset, lastId, ended) });
    return TE.right(eventsAfter('asset', lastId, follow));
  },
});
