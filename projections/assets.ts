import { insert, projection, update } from './change.js';

/** All assets, including deleted ones, which earlier versions of videos may use. */
export const assets = projection('assets', ['assets'], {
  AssetRegistered: ({ assetId, ownerId, name, videoId, at }) =>
    insert({ assetId, ownerId, videoId, name, tags: [], status: 'uploading', createdAt: at, updatedAt: at }),
  AssetStored: ({ assetId, sha256, bytes, key, mediaType, media, at }) =>
    update({ assetId }, { status: 'ready', sha256, bytes, key, mediaType, media, updatedAt: at }),
  AssetRefused: ({ assetId, reason, at }) =>
    update({ assetId }, { status: 'refused', reason, updatedAt: at }),
  AssetRenamed: ({ assetId, name, at }) => update({ assetId }, { name, updatedAt: at }),
  AssetTagged: ({ assetId, tags, at }) => update({ assetId }, { tags, updatedAt: at }),
  AssetDeleted: ({ assetId, at }) => update({ assetId }, { deletedAt: at, updatedAt: at }),
});
