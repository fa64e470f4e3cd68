import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { AssetQueries, AssetRow } from '../ports/assets.js';
import type { Clock } from '../ports/clock.js';
import { type AssetRecord, assetRecord } from '../records/asset-record.js';
import { LAST_EVENT_ID } from '../renders/progress-events.js';

/** What clients who follow an upload are told. After the one with {@link LAST_EVENT_ID} there is none. */
export interface UploadEvent {
  readonly id: string;
  readonly data: AssetRecord;
}

/** How long a stream may be silent, in ms. */
const SILENCE = 5000;

/**
 * The states of an asset from now until it is ready, refused or deleted; undefined from time to time while nothing
 * changes.
 * @param lastId what the client has seen already
 */
export async function* assetEvents(
  { queries, clock }: { readonly queries: Pick<AssetQueries, 'byIdSoon'>; readonly clock: Clock },
  now: AssetRow,
  lastId: string,
  signal: AbortSignal,
): AsyncGenerator<UploadEvent | undefined, void> {
  let [seen, spokeAt] = [lastId, clock.now().getTime()];
  let asset: AssetRow | undefined = now;
  while (asset && asset.deletedAt === undefined && !signal.aborted) {
    const id = asset.status === 'uploading' ? asset.updatedAt : LAST_EVENT_ID;
    const isNew = id !== seen;
    if (isNew || clock.now().getTime() - spokeAt >= SILENCE) {
      [seen, spokeAt] = [id, clock.now().getTime()];
      yield isNew ? { id, data: assetRecord(asset) } : undefined;
    }
    if (id === LAST_EVENT_ID) return;
    const found = await queries.byIdSoon(asset.assetId)();
    if (E.isRight(found)) asset = O.toUndefined(found.right);
  }
}
