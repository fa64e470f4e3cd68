import { insert, projection, update } from './change.js';

/** All assets, including deleted ones, which earlier versions of videos may use. */
export const assets = projection('assets', ['assets'], {
  AssetRegistered: ({ assetId, ownerId, name, videoId, at }) =>
    insert({
      asset_id: assetId,
      owner_id: ownerId,
      video_id: videoId ?? null,
      name,
      tags: [],
      status: 'uploading',
      created_at: at,
      updated_at: at,
    }),
  AssetStored: ({ assetId, sha256, bytes, key, mediaType, media, at }) =>
    update(
      { asset_id: assetId },
      { status: 'ready', sha256, bytes, key, media_type: mediaType, media, updated_at: at },
    ),
  AssetRefused: ({ assetId, reason, at }) =>
    update({ asset_id: assetId }, { status: 'refused', reason, updated_at: at }),
  AssetRenamed: ({ assetId, name, at }) => update({ asset_id: assetId }, { name, updated_at: at }),
  AssetTagged: ({ assetId, tags, at }) => update({ asset_id: assetId }, { tags, updated_at: at }),
  AssetDeleted: ({ assetId, at }) => update({ asset_id: assetId }, { deleted_at: at, updated_at: at }),
});
