import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { writesOf } from '../../../../application/commands/write-and-await.js';
import type { AssetRow } from '../../../../application/ports/assets.js';
import { type AssetRecord, assetRecord } from '../../../../application/records/asset-record.js';
import type { AssetId } from '../../../../domain/ids.js';
import type { Caller } from '../../server/authenticate.js';
import type { ApiDependencies } from '../../server/api-dependencies.js';
import { assetOfCaller } from '../../server/owned.js';
import type { Problem } from '../../contract/problem.js';

export const assetOperation = { access: 'api-key-or-link', tag: 'Assets' } as const;

/** Returns a function that makes the records of these assets. With an editor link, they do not name other videos. */
export const recordMaker = (
  { queries }: Pick<ApiDependencies, 'queries'>,
  { videoId }: Caller,
  assets: ReadonlyArray<AssetRow>,
): TE.TaskEither<Problem, (asset: AssetRow) => AssetRecord> =>
  videoId === undefined
    ? pipe(
        queries.assets.usedBy(assets.map(({ assetId }) => assetId)),
        TE.map((used) => (asset) => assetRecord(asset, used.get(asset.assetId) ?? [])),
      )
    : TE.right((asset) => assetRecord(asset));

export const recordOfAsset = (
  dependencies: Pick<ApiDependencies, 'queries'>,
  caller: Caller,
  asset: AssetRow,
): TE.TaskEither<Problem, AssetRecord> =>
  pipe(
    recordMaker(dependencies, caller, [asset]),
    TE.map((toRecord) => toRecord(asset)),
  );

/** An asset of the caller, read after the caller's own writes are visible. @param id as in the path */
export const currentAsset = (
  { queries, readModel }: Pick<ApiDependencies, 'queries' | 'readModel'>,
  caller: Caller,
  id: string | undefined,
): TE.TaskEither<Problem, AssetRow> =>
  pipe(
    readModel.showsWritesOf(writesOf(caller.ownerId)),
    TE.flatMap(() => assetOfCaller(queries, caller, id)),
  );

/** The record of an asset that this request created, which no video uses yet. */
export const createdAsset = (
  dependencies: Pick<ApiDependencies, 'queries' | 'readModel'>,
  caller: Caller,
  assetId: AssetId,
): TE.TaskEither<Problem, AssetRecord> =>
  pipe(
    currentAsset(dependencies, caller, assetId),
    TE.map((asset) => assetRecord(asset, caller.videoId === undefined ? [] : undefined)),
  );
