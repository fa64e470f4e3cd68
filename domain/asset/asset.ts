import * as E from 'fp-ts/lib/Either.js';
import { sameJson } from '../codec/json.js';
import { type Decider, isEventOf } from '../decider.js';
import type { AssetId } from '../ids.js';
import { createdBefore, existing } from '../ownership.js';
import { streamName } from '../stream-names.js';
import type { AssetCommand, ChangeAsset, RegisterAsset } from './commands.js';
import { ASSET_EVENTS, type AssetEvent } from './events.js';
import type { AssetRefusal } from './refusals.js';
import { type Asset, type AssetState, evolveAsset } from './state.js';

export const assetStream = (id: AssetId): `asset-${AssetId}` => streamName('asset', id);

type Decision = E.Either<AssetRefusal, ReadonlyArray<AssetEvent>>;

const register = (command: RegisterAsset, state: AssetState): Decision => {
  const { type: _, ...data } = command;
  const { assetId, ownerId } = data;
  return state._tag === 'NoAsset'
    ? E.right([{ type: 'AssetRegistered', data }])
    : createdBefore('Asset', { assetId }, ownerId, state);
};

const change = ({ assetId, ownerId, name, tags, at }: ChangeAsset, asset: Asset): Decision => {
  const facts = { assetId, ownerId, at };
  return E.right([
    ...(name === undefined || name === asset.name
      ? []
      : [{ type: 'AssetRenamed', data: { ...facts, name } } as const]),
    ...(tags === undefined || sameJson(tags, asset.tags)
      ? []
      : [{ type: 'AssetTagged', data: { ...facts, tags } } as const]),
  ]);
};

const decide = (command: AssetCommand, state: AssetState): Decision => {
  if (command.type === 'RegisterAsset') return register(command, state);
  const { assetId, ownerId, at } = command;
  const found = existing('Asset', { assetId }, ownerId)(state);
  if (E.isLeft(found)) return found;
  const asset = found.right;
  switch (command.type) {
    case 'StoreAsset': {
      const { type: _, ...data } = command;
      if (asset.status === 'uploading') return E.right([{ type: 'AssetStored', data }]);
      return asset.content?.sha256 === data.sha256
        ? E.right([])
        : E.left({ _tag: 'AssetIsFinished', assetId });
    }
    case 'RefuseAsset': {
      const { type: _, ...data } = command;
      if (asset.status === 'uploading') return E.right([{ type: 'AssetRefused', data }]);
      return asset.status === 'refused' ? E.right([]) : E.left({ _tag: 'AssetIsFinished', assetId });
    }
    case 'ChangeAsset':
      return change(command, asset);
    case 'DeleteAsset':
      return E.right([{ type: 'AssetDeleted', data: { assetId, ownerId, at } }]);
  }
};

/** Assets: registered, then stored or refused by the service, renamed and tagged by their owner, and deleted for good. */
export const assetDecider: Decider<AssetCommand, AssetState, AssetEvent, AssetRefusal> = {
  isEvent: isEventOf<AssetEvent>(ASSET_EVENTS),
  initialState: { _tag: 'NoAsset' },
  decide,
  evolve: evolveAsset,
};
