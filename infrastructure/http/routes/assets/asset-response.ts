import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { writesOf } from '../../../../application/commands/write-and-await.js';
import type { AssetRow } from '../../../../application/ports/assets.js';
import { type AssetRecord, assetRecord } from '../../../../application/records/asset-record.js';
import type { AssetId } from '../../../../domain/ids.js';
import type { Caller } from '../../server/authenticate.js';
import { created, ok, type OperationResponse } from '../../server/operation.js';
import type { Services } from '../../server/services.js';
import { assetOfCaller } from '../../server/owned.js';
import type { Problem } from '../../contract/problem.js';

export const assetOperation = { access: 'api-key-or-editor-only', tag: 'Assets' } as const;

/** Assets as the caller sees them: an editor link does not tell of other videos. */
export const recordsOf = (
  { queries }: Pick<Services, 'queries'>,
  { videoId }: Caller,
  assets: ReadonlyArray<AssetRow>,
): TE.TaskEither<Problem, ReadonlyArray<AssetRecord>> =>
  videoId === undefined
    ? pipe(
        queries.assets.usedBy(assets.map(({ assetId }) => assetId)),
        TE.map((used) => assets.map((asset) => assetRecord(asset, used.get(asset.assetId) ?? []))),
      )
    : TE.right(assets.map((asset) => assetRecord(asset)));

export const assetResponse = (
  services: Pick<Services, 'queries'>,
  caller: Caller,
  asset: AssetRow,
): TE.TaskEither<Problem, OperationResponse> =>
  pipe(
    recordsOf(services, caller, [asset]),
    TE.map(([data]) => ok(data)),
  );

/** An asset of the caller as their own writes have left it. @param id as in the path */
export const writtenAsset = (
  { queries, readModel }: Pick<Services, 'queries' | 'readModel'>,
  caller: Caller,
  id: string | undefined,
): TE.TaskEither<Problem, AssetRow> =>
  pipe(
    readModel.showsWritesOf(writesOf(caller.ownerId)),
    TE.flatMap(() => assetOfCaller(queries, caller, id)),
  );

/** The answer to the request that made an asset, which no video uses yet. @param more about it */
export const createdAsset = (
  services: Pick<Services, 'queries' | 'readModel'>,
  caller: Caller,
  assetId: AssetId,
  more: object = {},
): TE.TaskEither<Problem, OperationResponse> =>
  pipe(
    writtenAsset(services, caller, assetId),
    TE.map((asset) => assetRecord(asset, caller.videoId === undefined ? [] : undefined)),
    TE.map((data) => created({ ...data, ...more }, `/v1/assets/${assetId}`)),
  );
