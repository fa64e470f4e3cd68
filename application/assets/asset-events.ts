import * as E from 'fp-ts/lib/Either.js';
import type { AssetId } from '../../domain/ids.js';
import type { AssetQueries, AssetScope } from '../ports/assets.js';
import type { Clock } from '../ports/clock.js';
import { type AssetRecord, assetRecord } from '../records/asset-record.js';
import { woken } from '../renders/progress-events.js';
import { LAST_EVENT_ID } from '../renders/progress-ids.js';

/** An event of an asset. After the one with {@link LAST_EVENT_ID} there is none. */
export interface AssetEvent {
  readonly id: string;
  readonly data: AssetRecord;
}

/** How often an asset that is being uploaded is read, in ms. */
const INTERVAL = 300;
/** How long a stream may be silent, in ms. */
const SILENCE = 5000;

/**
 * The states of an asset from now until it is ready, refused or deleted; undefined from time to time while nothing
 * changes.
 * @param lastId what the client has seen already
 */
export async function* assetEvents(
  { queries, clock }: { readonly queries: Pick<AssetQueries, 'byIds'>; readonly clock: Clock },
  { scope, assetId }: { readonly scope: AssetScope; readonly assetId: AssetId },
  lastId: string,
  signal: AbortSignal,
): AsyncGenerator<AssetEvent | undefined, void> {
  let [seen, spokeAt] = [lastId, clock.now().getTime()];
  for (; !signal.aborted; await woken({ wake: () => undefined }, signal, INTERVAL)) {
    const found = await queries.byIds(scope, [assetId])();
    const now = clock.now().getTime();
    const [asset] = E.isRight(found) ? found.right : [];
    if (E.isRight(found) && (!asset || asset.deletedAt !== undefined)) return;
    const id = asset && (asset.status === 'uploading' ? asset.updatedAt : LAST_EVENT_ID);
    if (asset && id !== undefined && id !== seen) {
      [seen, spokeAt] = [id, now];
      yield { id, data: assetRecord(asset) };
      if (id === LAST_EVENT_ID) return;
    }
    if (now - spokeAt >= SILENCE) {
      spokeAt = now;
      yield undefined;
    }
  }
}
