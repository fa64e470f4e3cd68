import type { CommandsOf } from '../aggregate.js';
import type { AssetDeleted, AssetRefused, AssetRegistered, AssetStored } from './events.js';

type OnAsset = AssetDeleted['data'];

export type AssetCommand = CommandsOf<{
  RegisterAsset: AssetRegistered['data'];
  /** The service has stored and read the file. */
  StoreAsset: AssetStored['data'];
  /** The service does not keep the file. */
  RefuseAsset: AssetRefused['data'];
  /** Absent fields stay as they are. */
  ChangeAsset: OnAsset & { readonly name?: string; readonly tags?: ReadonlyArray<string> };
  DeleteAsset: OnAsset;
}>;
