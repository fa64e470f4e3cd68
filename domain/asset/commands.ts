import type { AssetId, OwnerId } from '../ids.js';
import type { AssetRefused, AssetRegistered, AssetStored } from './events.js';

interface OnAsset {
  readonly assetId: AssetId;
  readonly ownerId: OwnerId;
  /** ISO 8601 */
  readonly at: string;
}

export type RegisterAsset = { readonly type: 'RegisterAsset' } & AssetRegistered['data'];

/** The service has stored and read the file. */
export type StoreAsset = { readonly type: 'StoreAsset' } & AssetStored['data'];

/** The service does not keep the file. */
export type RefuseAsset = { readonly type: 'RefuseAsset' } & AssetRefused['data'];

/** Changes the given fields. */
export interface ChangeAsset extends OnAsset {
  readonly type: 'ChangeAsset';
  readonly name?: string;
  readonly tags?: ReadonlyArray<string>;
}

export interface DeleteAsset extends OnAsset {
  readonly type: 'DeleteAsset';
}

export type AssetCommand = RegisterAsset | StoreAsset | RefuseAsset | ChangeAsset | DeleteAsset;
