import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { AssetQueries, AssetRow } from '../ports/assets.js';
import type { Clock } from '../ports/clock.js';
import { assetRecord } from '../records/asset-record.js';
import { LAST_EVENT_ID, stateEvents } from '../state-events.js';

type Assets = Pick<AssetQueries, 'byIdSoon'>;

async function* statesOf(queries: Assets, now: AssetRow, signal: AbortSignal) {
  let asset: AssetRow | undefined = now;
  while (asset && asset.deletedAt === undefined && !signal.aborted) {
    const id = asset.status === 'uploading' ? asset.updatedAt : LAST_EVENT_ID;
    yield { id, data: assetRecord(asset) };
    if (id === LAST_EVENT_ID) return;
    const found = await queries.byIdSoon(asset.assetId)();
    if (E.isRight(found)) asset = O.toUndefined(found.right);
  }
}

/**
 * The states of an asset from now until it is ready, refused or deleted; undefined from time to time while nothing
 * changes.
 * @param lastId the id of the last event that the client has seen
 */
export const assetEvents = (
  { queries, clock }: { readonly queries: Assets; readonly clock: Clock },
  now: AssetRow,
  lastId: string,
  signal: AbortSignal,
) => stateEvents(statesOf(queries, now, signal), lastId, clock);
