import type { Option } from 'fp-ts/lib/Option.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { AssetKind, AssetRegistered, AssetStored } from '../../domain/asset/events.js';
import type { Asset } from '../../domain/asset/state.js';
import type { AssetId, OwnerId, VideoId } from '../../domain/ids.js';
import type { Fault } from './fault.js';
import type { Page, PageRequest } from './paging.js';

// Assets according to the read models. Times are ISO 8601 in UTC with milliseconds.

export interface AssetRow
  extends
    Pick<AssetRegistered['data'], 'assetId' | 'ownerId' | 'videoId'>,
    Pick<Asset, 'name' | 'tags' | 'status'>,
    Partial<Pick<AssetStored['data'], 'sha256' | 'bytes' | 'key' | 'mediaType' | 'media'>> {
  /** Why it was refused. */
  readonly reason?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt?: string;
}

/** The assets that a client can see. */
export interface AssetScope {
  readonly ownerId: OwnerId;
  /** Only assets that a version of this video uses, or that were uploaded with its editor link. */
  readonly videoId?: VideoId;
}

export interface AssetFilter {
  /** Part of the name, case-insensitive. */
  readonly name?: string;
  readonly tag?: string;
  readonly kind?: AssetKind;
  /** Hex. */
  readonly sha256?: string;
}

export interface AssetQueries {
  /** The assets with these ids in the scope, including deleted ones. */
  readonly byIds: (
    scope: AssetScope,
    ids: ReadonlyArray<AssetId>,
  ) => TaskEither<Fault, ReadonlyArray<AssetRow>>;
  /**
   * An asset of any owner, even a deleted one, read after about 300 ms. Calls that wait at the same time share one query.
   */
  readonly byIdSoon: (id: AssetId) => TaskEither<Fault, Option<AssetRow>>;
  /** One page of the assets in a scope that are not deleted, newest first. */
  readonly list: (
    scope: AssetScope,
    filter: AssetFilter,
    page: PageRequest,
  ) => TaskEither<Fault, Page<AssetRow>>;
  /** The videos that use an asset in any version, at most 100 for each asset. */
  readonly usedBy: (
    ids: ReadonlyArray<AssetId>,
  ) => TaskEither<Fault, ReadonlyMap<AssetId, ReadonlyArray<VideoId>>>;
  /**
   * The size of the content of an owner's assets in bytes, counting the same content once. `live`: without deleted assets.
   * `kept`: with assets that were deleted within a day, whose content is still kept.
   */
  readonly usedBytes: (owner: OwnerId) => TaskEither<Fault, { readonly live: number; readonly kept: number }>;
}
