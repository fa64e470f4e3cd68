import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { assetDecider, assetStream } from '../../domain/asset/asset.js';
import type { AssetCommand } from '../../domain/asset/commands.js';
import type { AssetRefusal } from '../../domain/asset/refusals.js';
import type { AssetState } from '../../domain/asset/state.js';
import { LIMITS } from '../../domain/composition/limits.js';
import type { AssetId, OwnerId, VideoId } from '../../domain/ids.js';
import type { CommandContext } from '../commands/handle-command.js';
import { type WriteDependencies, writeAndAnnounce, writesOf } from '../commands/write-and-await.js';
import type { AssetQueries, AssetScope } from '../ports/assets.js';
import type { AssetUploads } from '../ports/asset-uploads.js';
import type { Fault } from '../ports/fault.js';
import type { AssetHashes } from '../../domain/asset/references.js';
import type { VideoRefusal } from '../../domain/video/refusals.js';

export interface AssetLimits {
  /** Maximum size of one file, in bytes. */
  readonly fileBytes: number;
  /** Maximum size of all files of an owner, in bytes. */
  readonly ownerBytes: number;
  /** Maximum number of unfinished uploads of an owner. */
  readonly ownerUploads: number;
}

/** Why an upload is refused before it begins. */
export type UploadRefusal =
  | { readonly _tag: 'AssetSpaceIsUsed'; readonly usedBytes: number; readonly maxBytes: number }
  | { readonly _tag: 'TooManyUploads'; readonly limit: number };

export interface AssetDependencies extends WriteDependencies {
  readonly queries: { readonly assets: AssetQueries };
  readonly uploads: AssetUploads;
  readonly assetLimits: AssetLimits;
}

type AssetTask<A> = TE.TaskEither<AssetRefusal | Fault, A>;

export const handleAssetCommand = (
  dependencies: WriteDependencies,
  command: AssetCommand,
  context: CommandContext,
): AssetTask<AssetState> =>
  writeAndAnnounce(assetDecider, dependencies, command.ownerId)(
    assetStream(command.assetId),
    command,
    context,
  );

/** A file whose upload is announced. */
export interface NewAsset {
  readonly assetId: AssetId;
  /** From the client. A long name is shortened and an empty one replaced, so that the upload does not fail. */
  readonly name: string;
  /** As declared by the client. If omitted, the owner must have room for the largest file. */
  readonly bytes?: number;
  readonly type?: string;
}

type SpaceDependencies = Pick<AssetDependencies, 'queries' | 'readModel' | 'assetLimits'>;

/** The limit of kept content, including that deleted within a day, as a multiple of the limit of an owner. */
const KEPT_FACTOR = 2;

const checkLimits =
  (
    { queries, readModel, assetLimits: { ownerBytes, ownerUploads } }: SpaceDependencies,
    ownerId: OwnerId,
    bytes: number,
  ) =>
  (others: {
    readonly uploads: number;
    readonly bytes: number;
  }): TE.TaskEither<UploadRefusal | Fault, void> =>
    others.uploads >= ownerUploads
      ? TE.left({ _tag: 'TooManyUploads', limit: ownerUploads })
      : pipe(
          // Files that were just stored no longer count as uploads.
          readModel.showsWritesOf(writesOf(ownerId)),
          TE.flatMap(() => queries.assets.usedBytes(ownerId)),
          TE.flatMap(({ live, kept }): TE.TaskEither<UploadRefusal | Fault, void> => {
            const full = [
              { usedBytes: live + others.bytes, maxBytes: ownerBytes },
              { usedBytes: kept + others.bytes, maxBytes: KEPT_FACTOR * ownerBytes },
            ].find(({ usedBytes, maxBytes }) => usedBytes + bytes > maxBytes);
            return full ? TE.left({ _tag: 'AssetSpaceIsUsed', ...full }) : TE.right(undefined);
          }),
        );

/** Refuses a file for which the owner has no room, before it is received. */
export const checkSpace =
  (dependencies: SpaceDependencies) =>
  (ownerId: OwnerId, bytes: number): TE.TaskEither<UploadRefusal | Fault, void> =>
    checkLimits(dependencies, ownerId, bytes)({ uploads: 0, bytes: 0 });

/** The dependencies of use cases that write a version of a video. */
export type VersionDependencies = WriteDependencies & Pick<AssetDependencies, 'queries'>;

/** Begins an upload within the limits of the owner. */
export const registerAsset =
  (dependencies: AssetDependencies) =>
  (
    { ownerId, videoId }: { readonly ownerId: OwnerId; readonly videoId?: VideoId },
    { assetId, name, bytes, type }: NewAsset,
    context: CommandContext,
  ): TE.TaskEither<UploadRefusal | AssetRefusal | Fault, AssetId> => {
    const command = {
      type: 'RegisterAsset',
      assetId,
      ownerId,
      name: name.trim().slice(0, LIMITS.nameLength) || 'unnamed',
      ...(bytes === undefined ? {} : { declaredBytes: bytes }),
      ...(type === undefined ? {} : { declaredType: type }),
      ...(videoId === undefined ? {} : { videoId }),
      at: dependencies.clock.now().toISOString(),
    } as const;
    const upload = { assetId, ownerId, bytes: bytes ?? dependencies.assetLimits.fileBytes };
    return pipe(
      dependencies.uploads.begin(upload, checkLimits(dependencies, ownerId, upload.bytes)),
      TE.flatMap(() => handleAssetCommand(dependencies, command, context)),
      TE.map(() => assetId),
    );
  };

/** Changes name and tags. A change without effect stores nothing. */
export const changeAsset =
  (dependencies: WriteDependencies) =>
  (
    asset: { readonly assetId: AssetId; readonly ownerId: OwnerId },
    change: { readonly name?: string; readonly tags?: ReadonlyArray<string> },
    context: CommandContext,
  ): AssetTask<AssetState> =>
    handleAssetCommand(
      dependencies,
      { type: 'ChangeAsset', ...asset, ...change, at: dependencies.clock.now().toISOString() },
      context,
    );

/** Deletes an asset. If versions of videos use it, `force` is required; they can then no longer be rendered. */
export const deleteAsset =
  (dependencies: AssetDependencies) =>
  (
    {
      assetId,
      ownerId,
      force,
    }: { readonly assetId: AssetId; readonly ownerId: OwnerId; readonly force: boolean },
    context: CommandContext,
  ): AssetTask<void> =>
    pipe(
      force
        ? TE.right(new Map<AssetId, ReadonlyArray<VideoId>>())
        : dependencies.queries.assets.usedBy([assetId]),
      TE.flatMap((used): AssetTask<void> => {
        const videos = used.get(assetId) ?? [];
        if (videos.length > 0) return TE.left({ _tag: 'AssetIsUsed', videos });
        const at = dependencies.clock.now().toISOString();
        const deleted = handleAssetCommand(
          dependencies,
          { type: 'DeleteAsset', assetId, ownerId, at },
          context,
        );
        return TE.map(() => undefined)(deleted);
      }),
    );

/**
 * The SHA-256 of every asset that a document names, for its version. Refused if the client has no such asset, or it is not
 * ready. An asset that was deleted since is accepted.
 * @param named the assets, each with the path at which the document names it
 */
export const assetsOf =
  ({ queries, readModel }: Pick<VersionDependencies, 'queries' | 'readModel'>) =>
  (
    scope: AssetScope,
    named: ReadonlyMap<AssetId, string>,
  ): TE.TaskEither<VideoRefusal | Fault, { readonly assets?: AssetHashes }> => {
    if (named.size === 0) return TE.right({});
    return pipe(
      readModel.showsWritesOf(writesOf(scope.ownerId)),
      TE.flatMap(() => queries.assets.byIds(scope, [...named.keys()])),
      TE.flatMap((found): TE.TaskEither<VideoRefusal, { readonly assets: AssetHashes }> => {
        const known = new Map(found.map((asset) => [asset.assetId, asset]));
        const problems = [...named].flatMap(([id, path]) => {
          const { status = 'missing', sha256 } = known.get(id) ?? {};
          if (sha256 !== undefined) return [];
          return status === 'missing'
            ? [`${path} names an asset that does not exist`]
            : [`${path} names an asset that is not ready but ${status}`];
        });
        if (problems.length > 0) return TE.left({ _tag: 'VideoIsInvalid', problems });
        return TE.right({
          assets: Object.fromEntries(found.map(({ assetId, sha256 = '' }) => [assetId, sha256])),
        });
      }),
    );
  };
