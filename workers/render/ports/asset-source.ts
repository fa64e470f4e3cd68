import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { FailureCause } from '../../../domain/render/failure-cause.js';

/** A fetched source on the local disk, in the folder asked for; read only, as a cache may share its content. */
export interface Asset {
  readonly url: string;
  readonly path: string;
  /** hex */
  readonly sha256: string;
  readonly bytes: number;
}

export interface FetchOptions {
  /** Ends the fetching, because its render is stopped or has no time left to fetch. */
  readonly signal: AbortSignal;
  /** The render's own folder: the file lies there, and goes with it. */
  readonly folder: string;
  /**
   * What the whole render may still fetch, in bytes; counted down while streaming. One object a render: under it
   * the same URL is fetched once, however many clips ask for it.
   */
  readonly budget: { remainingBytes: number };
}

/** Fetches clip sources from the outside, guarded against hostile addresses and sizes. */
export interface AssetSource {
  /** The cause names the host, the HTTP status and whether a retry could help, not the clip. */
  readonly fetch: (url: string, options: FetchOptions) => TaskEither<FailureCause, Asset>;
}
