import { type CallOptions, type Connection, recordOf, ofId } from './connection.js';
import { streamedData } from './event-stream.js';
import type { Sleep } from './retrying-fetch.js';
import type { Asset } from './types.js';

/** How often the state is queried where the service cannot send it, ms. */
const ASKING = 1000;

/** An asset once the service has read its file: `ready`, or `refused` with the reason. */
export const readAsset = async (
  connection: Connection,
  id: string,
  sleep: Sleep,
  { signal = new AbortController().signal }: CallOptions = {},
): Promise<Asset> => {
  const call = { ...ofId(id), signal };
  const states = streamedData<Asset>(
    (headers) => connection.GET('/v1/assets/{id}/events', { ...call, headers, parseAs: 'stream' }),
    sleep,
    signal,
  );
  // Only its end counts: the state is then queried, also of an asset that was deleted meanwhile.
  for (let next = await states.next(); next.done !== true;) next = await states.next();
  for (;;) {
    const asset = await recordOf(connection.GET('/v1/assets/{id}', call));
    if (asset.status !== 'uploading') return asset;
    await sleep(ASKING, signal);
  }
};
