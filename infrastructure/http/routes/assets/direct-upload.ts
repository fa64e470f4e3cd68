import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { registerAsset } from '../../../../application/assets/assets.js';
import { storageTask } from '../../../../application/ports/object-storage.js';
import { AssetRecord } from '../../../../application/records/asset-record.js';
import type { AssetId } from '../../../../domain/ids.js';
import { invalidRequest, type Problem } from '../../contract/problem.js';
import { finishUpload, withReadingTimeout } from '../../server/finish-upload.js';
import { type ApiRequest } from '../../server/operation.js';
import { recordOperation } from '../../server/record-operation.js';
import type { ApiDependencies } from '../../server/api-dependencies.js';
import { assetOfCaller } from '../../server/owned.js';
import { assetOperation, createdAsset, recordOfAsset, currentAsset } from './asset-response.js';

type Request = Pick<
  ApiRequest<{ readonly name?: string }, { readonly bytes?: number }>,
  'caller' | 'query' | 'body' | 'context'
>;

/** Begins an upload whose parts the client sends to the object storage. */
export const beginDirectUpload = (
  dependencies: ApiDependencies,
  { caller, query, body: { bytes }, context }: Request,
): TE.TaskEither<Problem, AssetRecord> => {
  const { resumableUploads, assetLimits, ids } = dependencies;
  const { direct } = resumableUploads;
  if (!direct)
    return TE.left(invalidRequest('direct needs an object storage in S3; send the file here, or use tus'));
  if (bytes === undefined) return TE.left(invalidRequest('bytes is required with direct=true'));
  if (bytes > assetLimits.fileBytes)
    return TE.left({ _tag: 'BodyTooLarge', maxBytes: assetLimits.fileBytes });
  const file = { assetId: ids.uuid() as AssetId, name: query.name ?? '', bytes };
  return pipe(
    registerAsset(dependencies)(caller, file, context),
    TE.bindTo('assetId'),
    TE.bindW('addresses', ({ assetId }) => storageTask(() => direct(assetId, bytes))),
    TE.bindW('asset', ({ assetId }) => createdAsset(dependencies, caller, assetId)),
    TE.map(({ asset, addresses }) => ({ ...asset, direct: addresses })),
  );
};

export const finishAssetOperation = recordOperation('POST /v1/assets/{id}/finish', {
  ...assetOperation,
  id: 'finishAsset',
  summary: 'Finish a direct upload',
  description:
    'Tells that all parts of an upload with `direct=true` are in the object storage, so that the file is read. Without it, the service notices by itself, but up to an hour later: it looks after a minute, then less and less often. An asset that was read before is returned as it is.',
  returns: 'The asset, `uploading` if reading it takes longer.',
  data: AssetRecord,
  problems: [409],
  of: assetOfCaller,
  handle:
    (dependencies, { caller, context }, { assetId, ownerId, status }): TE.TaskEither<Problem, AssetRecord> =>
    async () => {
      const finished =
        status === 'uploading' &&
        (await withReadingTimeout(finishUpload(dependencies, { assetId, ownerId }, context)));
      if (finished && E.isLeft(finished)) return finished;
      if (finished && !finished.right)
        return E.left({ _tag: 'AssetIsNotReady', status, reason: 'not all of its parts were found' });
      return pipe(
        currentAsset(dependencies, caller, assetId),
        TE.flatMap((asset) => recordOfAsset(dependencies, caller, asset)),
      )();
    },
});
