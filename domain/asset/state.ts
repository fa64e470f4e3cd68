import type * as t from 'io-ts';
import { oneOf } from '../codec/scalars.js';
import type { AssetEvent, AssetRegistered, AssetStored } from './events.js';

/** `uploading` until it is `ready` or `refused`. */
export const AssetStatus = oneOf('uploading', 'ready', 'refused');
export type AssetStatus = t.TypeOf<typeof AssetStatus>;

export type Asset = Pick<AssetRegistered['data'], 'assetId' | 'ownerId' | 'name'> & {
  readonly _tag: 'Asset';
  readonly status: AssetStatus;
  readonly tags: ReadonlyArray<string>;
  /** Present if it is ready. */
  readonly content?: Pick<AssetStored['data'], 'sha256' | 'bytes' | 'key'>;
};

export type AssetState = { readonly _tag: 'NoAsset' } | { readonly _tag: 'DeletedAsset' } | Asset;

export const evolveAsset = (state: AssetState, event: AssetEvent): AssetState => {
  if (event.type === 'AssetRegistered') {
    const { assetId, ownerId, name } = event.data;
    return { _tag: 'Asset', assetId, ownerId, name, tags: [], status: 'uploading' };
  }
  if (state._tag !== 'Asset') return state;
  switch (event.type) {
    case 'AssetStored': {
      const { sha256, bytes, key } = event.data;
      return { ...state, status: 'ready', content: { sha256, bytes, key } };
    }
    case 'AssetRefused':
      return { ...state, status: 'refused' };
    case 'AssetRenamed':
      return { ...state, name: event.data.name };
    case 'AssetTagged':
      return { ...state, tags: event.data.tags };
    case 'AssetDeleted':
      return { _tag: 'DeletedAsset' };
  }
};
