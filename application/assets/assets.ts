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
import { assetSource, assetsNamedIn } from '../../domain/asset/references.js';
import type { VideoRefusal } from '../../domain/video/refusals.js';

/** The limits of what owners may store. */
export interface AssetLimits {
  /** Of one file, in bytes. */
  readonly fileBytes: number;
  /** Of all files of an owner, in bytes. */
  readonly ownerBytes: number;
  /** How many uploads of an owner may be under way. */
  readonly ownerUploads: number;
}

/** Why an upload does not begin. */
export type UploadRefusal =
  | { readonly _tag: 'AssetSpaceIsUsed'; readonly usedBytes: number; readonly maxBytes: number }
  | { readonly _tag: 'TooManyUploads'; readonly limit: number };

export interface AssetDependencies extends WriteDependencies {
  readonly queries: { readonly assets: AssetQueries };
  readonly uploads: AssetUploads;
  readonly assetLimits: AssetLimits;
}

type Result<A> = TE.TaskEither<AssetRefusal | Fault, A>;

export const handleAssetCommand = (
  side: WriteDependencies,
  command: AssetCommand,
  context: CommandContext,
): Result<AssetState> =>
  writeAndAnnounce(assetDecider, side, command.ownerId)(assetStream(command.assetId), command, context);

/** An announced file. */
export interface NewAsset {
  readonly assetId: AssetId;
  /** From a client: it is shortened, or replaced if it is empty, so that it does not make the upload fail. */
  readonly name: string;
  /** What the client states; if it is omitted, there is to be room for the largest file. */
  readonly bytes?: number;
  readonly type?: string;
}

type SpaceDependencies = Pick<AssetDependencies, 'queries' | 'readModel' | 'assetLimits'>;

/** How many times the space of an owner is taken at most, if assets are deleted and others stored within a day. */
const KEPT_FACTOR = 2;

const permitted =
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
          // What was just stored is no upload any more.
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

/** Refuses a file that the owner has no room for, before it is received. */
export const checkSpace =
  (side: SpaceDependencies) =>
  (ownerId: OwnerId, bytes: number): TE.TaskEither<UploadRefusal | Fault, void> =>
    permitted(side, ownerId, bytes)({ uploads: 0, bytes: 0 });

/** What writing a version of a video needs besides. */
export type VersionDependencies = WriteDependencies & Pick<AssetDependencies, 'queries'>;

/** Begins an upload within the limits of the owner. */
export const registerAsset =
  (side: AssetDependencies) =>
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
      at: side.clock.now().toISOString(),
    } as const;
    const upload = { assetId, ownerId, bytes: bytes ?? side.assetLimits.fileBytes };
    return pipe(
      side.uploads.begin(upload, permitted(side, ownerId, upload.bytes)),
      TE.flatMap(() => handleAssetCommand(side, command, context)),
      TE.map(() => assetId),
    );
  };

/** Changes name and tags. A change to what they are stores nothing. */
export const changeAsset =
  (side: WriteDependencies) =>
  (
    asset: { readonly assetId: AssetId; readonly ownerId: OwnerId },
    change: { readonly name?: string; readonly tags?: ReadonlyArray<string> },
    context: CommandContext,
  ): Result<AssetState> =>
    handleAssetCommand(
      side,
      { type: 'ChangeAsset', ...asset, ...change, at: side.clock.now().toISOString() },
      context,
    );

/** Deletes an asset; one that versions of videos use only if `force` is set: they can then not be rendered any more. */
export const deleteAsset =
  (side: AssetDependencies) =>
  (
    {
      assetId,
      ownerId,
      force,
    }: { readonly assetId: AssetId; readonly ownerId: OwnerId; readonly force: boolean },
    context: CommandContext,
  ): Result<void> =>
    pipe(
      force ? TE.right(new Map<AssetId, ReadonlyArray<VideoId>>()) : side.queries.assets.usedBy([assetId]),
      TE.flatMap((used): Result<void> => {
        const videos = used.get(assetId) ?? [];
        if (videos.length > 0) return TE.left({ _tag: 'AssetIsUsed', videos });
        const at = side.clock.now().toISOString();
        const deleted = handleAssetCommand(side, { type: 'DeleteAsset', assetId, ownerId, at }, context);
        return TE.map(() => undefined)(deleted);
      }),
    );

/**
 * The SHA-256 of every asset that a document names, for the version that it makes. Refused if the client has no such
 * asset, or it is not ready; one that was deleted since is still known.
 */
export const assetsOf =
  ({ queries, readModel }: Pick<VersionDependencies, 'queries' | 'readModel'>) =>
  (
    scope: AssetScope,
    document: unknown,
  ): TE.TaskEither<VideoRefusal | Fault, { readonly assets?: AssetHashes }> => {
    const ids = assetsNamedIn(document);
    if (ids.length === 0) return TE.right({});
    return pipe(
      readModel.showsWritesOf(writesOf(scope.ownerId)),
      TE.flatMap(() => queries.assets.byIds(scope, ids)),
      TE.flatMap((found): TE.TaskEither<VideoRefusal, { readonly assets: AssetHashes }> => {
        const known = new Map(found.map((asset) => [asset.assetId, asset]));
        const problems = ids.flatMap((id) => {
          const { status = 'missing', sha256 } = known.get(id) ?? {};
          if (sha256 !== undefined) return [];
          return status === 'missing'
            ? [`${assetSource(id)}: there is no such asset`]
            : [`${assetSource(id)}: the asset is not ready but ${status}`];
        });
        if (problems.length > 0) return TE.left({ _tag: 'VideoIsInvalid', problems });
        return TE.right({
          assets: Object.fromEntries(found.map(({ assetId, sha256 = '' }) => [assetId, sha256])),
        });
      }),
    );
  };
