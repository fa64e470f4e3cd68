import { type CallOptions, type Connection, reading } from './connection.js';
import { streamedData } from './event-stream.js';
import type { Sleep } from './retrying-fetch.js';
import type { RenderProgress } from './types.js';

/** The progress of a render from now to its end: see {@link streamedData}. */
export const renderProgress = (
  connection: Connection,
  id: string,
  sleep: Sleep,
  { signal = new AbortController().signal }: CallOptions = {},
): AsyncGenerator<RenderProgress, boolean> =>
  streamedData(
    (headers) =>
      connection.GET('/v1/renders/{id}/events', {
        params: { path: { id } },
        headers,
        parseAs: 'stream',
        ...reading({ signal }),
      }),
    sleep,
    signal,
  );
