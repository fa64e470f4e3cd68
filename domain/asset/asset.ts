import * as E from 'fp-ts/lib/Either.js';
import { aggregate } from '../aggregate.js';
import { sameJson } from '../codec/json.js';
import type { Decider } from '../decider.js';
import type { AssetId } from '../ids.js';
import { streamName } from '../stream-names.js';
import type { AssetCommand } from './commands.js';
import { ASSET_EVENTS, type AssetEvent } from './events.js';
import type { AssetRefusal } from './refusals.js';
import { type AssetState, evolveAsset } from './state.js';

export const assetStream = (id: AssetId): `asset-${AssetId}` => streamName('asset', id);

/** Assets: registered, then stored or refused by the service, renamed and tagged by their owner, and deleted for good. */
export const assetDecider: Decider<AssetCommand, AssetState, AssetEvent, AssetRefusal> = aggregate({
  category: 'asset',
  events: ASSET_EVENTS,
  evolve: evolveAsset,
  createdBy: 'RegisterAsset',
  create: (data) => E.right([{ type: 'AssetRegistered', data }]),
  handle: {
    StoreAsset: (data, { status, content }) => {
      if (status === 'uploading') return E.right([{ type: 'AssetStored', data }]);
      return content?.sha256 === data.sha256
        ? E.right([])
        : E.left({ _tag: 'AssetIsFinished', assetId: data.assetId });
    },
    RefuseAsset: (data, { status }) => {
      if (status === 'uploading') return E.right([{ type: 'AssetRefused', data }]);
      return status === 'refused' ? E.right([]) : E.left({ _tag: 'AssetIsFinished', assetId: data.assetId });
    },
    ChangeAsset: ({ name, tags }, asset, facts) =>
      E.right([
        ...(name === undefined || name === asset.name
          ? []
          : [{ type: 'AssetRenamed', data: { ...facts, name } } as const]),
        ...(tags === undefined || sameJson(tags, asset.tags)
          ? []
          : [{ type: 'AssetTagged', data: { ...facts, tags } } as const]),
      ]),
    DeleteAsset: (_, __, facts) => E.right([{ type: 'AssetDeleted', data: facts }]),
  },
});
