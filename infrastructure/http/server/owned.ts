import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../../application/ports/fault.js';
import type { OwnedEndpoint } from '../../../application/webhooks/webhook-endpoints.js';
import { currentVideo } from '../../../application/videos/current-video.js';
import type { RenderRow, VideoRow } from '../../../application/ports/queries.js';
import type { WebhookEndpointRow } from '../../../application/ports/webhook-endpoints.js';
import type { Queries } from '../../../application/ports/all-queries.js';
import type { AssetRow, AssetScope } from '../../../application/ports/assets.js';
import type { RenderBatchRow } from '../../../application/ports/render-batches.js';
import {
  AssetId,
  type OwnerId,
  RenderBatchId,
  RenderId,
  VideoId,
  WebhookEndpointId,
} from '../../../domain/ids.js';
import { isOwnedBy } from '../../../domain/ownership.js';
import type { Caller } from './authenticate.js';
import type { OfCaller } from './operation.js';
import type { ApiDependencies } from './api-dependencies.js';
import type { HttpProblem, Problem } from '../contract/problem.js';

// Missing resources give 404, resources of other owners 403. A malformed id gives 404.

export const idFrom =
  <Id extends string>(brand: { readonly is: (u: unknown) => u is Id }, what: string) =>
  (text: string | undefined): E.Either<HttpProblem, Id> =>
    brand.is(text) ? E.right(text) : E.left({ _tag: 'NotFound', what });

const videoIdFrom = idFrom<VideoId>(VideoId, 'video');
const renderIdFrom = idFrom<RenderId>(RenderId, 'render');
const batchIdFrom = idFrom<RenderBatchId>(RenderBatchId, 'batch');
const assetIdFrom = idFrom<AssetId>(AssetId, 'asset');
const webhookEndpointIdFrom = idFrom<WebhookEndpointId>(WebhookEndpointId, 'webhook');

/** Only checks the form of the id: the command refuses what does not exist, or belongs to another owner. */
const named =
  <Id>(idFrom: (text: string | undefined) => E.Either<HttpProblem, Id>): OfCaller<Id> =>
  (_queries, _caller, text) =>
    TE.fromEither(idFrom(text));

export const namedVideo = named(videoIdFrom);
export const namedRender = named(renderIdFrom);

/** The endpoint in the path as one of the caller; the command checks that it exists and is theirs. */
export const namedWebhook: OfCaller<OwnedEndpoint> = (_queries, { ownerId }, text) =>
  pipe(
    TE.fromEither(webhookEndpointIdFrom(text)),
    TE.map((endpointId) => ({ endpointId, ownerId })),
  );

interface ResourceKind<Id, Found extends { readonly ownerId: OwnerId }> {
  readonly idFrom: (text: string | undefined) => E.Either<HttpProblem, Id>;
  readonly find: (queries: Queries, id: Id) => TE.TaskEither<Fault, O.Option<Found>>;
  readonly missing: (id: Id) => Problem;
  readonly foreign: (id: Id) => Problem;
}

const ofCaller =
  <Id, Found extends { readonly ownerId: OwnerId }>(kind: ResourceKind<Id, Found>): OfCaller<Found> =>
  (queries, caller, text) =>
    pipe(
      TE.fromEither<Problem, Id>(kind.idFrom(text)),
      TE.flatMap((id) =>
        pipe(
          kind.find(queries, id),
          TE.flatMap(TE.fromOption(() => kind.missing(id))),
          TE.filterOrElse(isOwnedBy(caller.ownerId), () => kind.foreign(id)),
        ),
      ),
    );

/** The video, if it is the caller's. @param find looks it up */
const ofVideo = <Found extends { readonly ownerId: OwnerId }>(
  find: ResourceKind<VideoId, Found>['find'],
): OfCaller<Found> =>
  ofCaller({
    idFrom: videoIdFrom,
    find,
    missing: (videoId) => ({ _tag: 'VideoDoesNotExist', videoId }),
    foreign: (videoId) => ({ _tag: 'VideoBelongsToAnotherOwner', videoId }),
  });

export const videoOfCaller: OfCaller<VideoRow> = ofVideo(({ videos }, id) => videos.byId(id));

/** The same for an operation with `startsAtOnce`. */
export const currentVideoOfCaller = (
  dependencies: ApiDependencies,
  caller: Caller,
  id: string | undefined,
): TE.TaskEither<Problem, VideoRow> =>
  ofVideo((_queries, videoId) => currentVideo(dependencies)(caller.ownerId, videoId))(
    dependencies.queries,
    caller,
    id,
  );

const ownerOfVideo = ofVideo(({ videos }, videoId) =>
  pipe(videos.ownerOf(videoId), TE.map(O.map((ownerId) => ({ videoId, ownerId })))),
);

/** The id, if it belongs to a video of the caller. */
export const videoIdOfCaller: OfCaller<VideoId> = (queries, caller, text) =>
  pipe(
    ownerOfVideo(queries, caller, text),
    TE.map(({ videoId }) => videoId),
  );

export const renderOfCaller: OfCaller<RenderRow> = ofCaller({
  idFrom: renderIdFrom,
  find: ({ renders }, id) => renders.byId(id),
  missing: (renderId) => ({ _tag: 'RenderDoesNotExist', renderId }),
  foreign: (renderId) => ({ _tag: 'RenderBelongsToAnotherOwner', renderId }),
});

export const webhookOfCaller: OfCaller<WebhookEndpointRow> = ofCaller({
  idFrom: webhookEndpointIdFrom,
  find: ({ webhookEndpoints }, id) => webhookEndpoints.byId(id),
  missing: (endpointId) => ({ _tag: 'WebhookEndpointDoesNotExist', endpointId }),
  foreign: (endpointId) => ({ _tag: 'WebhookEndpointBelongsToAnotherOwner', endpointId }),
});

export const batchOfCaller: OfCaller<RenderBatchRow> = ofCaller({
  idFrom: batchIdFrom,
  find: ({ renderBatches }, id) => renderBatches.byId(id),
  missing: (batchId) => ({ _tag: 'RenderBatchDoesNotExist', batchId }),
  foreign: (batchId) => ({ _tag: 'RenderBatchBelongsToAnotherOwner', batchId }),
});

/** Which assets a caller sees: with an editor link, the assets of its video. */
export const assetScopeOf = ({ ownerId, videoId }: Caller): AssetScope => ({
  ownerId,
  ...(videoId === undefined ? {} : { videoId }),
});

/** An asset that is not deleted; undefined if there is none in the scope. */
export const assetIn = (
  { assets }: Pick<Queries, 'assets'>,
  scope: AssetScope,
  id: AssetId,
): TE.TaskEither<Fault, AssetRow | undefined> =>
  pipe(
    assets.byIds(scope, [id]),
    TE.map(([found]) => (found?.deletedAt === undefined ? found : undefined)),
  );

/** An asset that is not deleted. Another owner's asset is reported as not found. */
export const assetOfCaller: OfCaller<AssetRow> = (queries, caller, text) =>
  pipe(
    TE.fromEither<Problem, AssetId>(assetIdFrom(text)),
    TE.flatMap((assetId) =>
      pipe(
        assetIn(queries, assetScopeOf(caller), assetId),
        TE.flatMap(TE.fromNullable<Problem>({ _tag: 'AssetDoesNotExist', assetId })),
      ),
    ),
  );
