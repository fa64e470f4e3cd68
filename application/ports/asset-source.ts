import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { RenderFailure } from '../../domain/render/events.js';

/** A fetched source on the local disk; read only, it may be shared with other renders. */
export interface Asset {
  readonly url: string;
  readonly path: string;
  /** hex */
  readonly sha256: string;
  readonly bytes: number;
}

export interface FetchOptions {
  readonly signal: AbortSignal;
  /** What the whole render may still download, in bytes; counted down while streaming. */
  readonly budget: { remainingBytes: number };
}

/** Fetches clip sources from the outside, guarded against hostile addresses and sizes. */
export interface AssetSource {
  /** The failure names stage, host, HTTP status and whether a retry could help, not the clip. */
  readonly fetch: (url: string, options: FetchOptions) => TaskEither<RenderFailure, Asset>;
}
