import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Speech } from '../../../domain/composition/fields/speech.js';
import type { FailureCause } from '../../../domain/render/failure-cause.js';

/**
 * A fetched source on the local disk, in the requested folder. It is read-only, because a cache may share its content.
 */
export interface FetchedAsset {
  readonly url: string;
  readonly path: string;
  /** hex */
  readonly sha256: string;
  readonly bytes: number;
}

export interface FetchOptions {
  /** Aborts when the render is stopped or its time for downloads is over. */
  readonly signal: AbortSignal;
  /** The folder of the render, which receives the file and is removed with it. */
  readonly folder: string;
  /**
   * The bytes that the whole render may still fetch, counted down while streaming. Each render has one such object, by
   * which the same URL is fetched once for all clips.
   */
  readonly budget: { remainingBytes: number };
  /** The owner whose assets may be read; absent: none may. */
  readonly owner?: string | undefined;
  /** The speech that the URL stands for; without it, only a cached sound is found. */
  readonly speech?: Speech | undefined;
  /** Whether a client waits for the result: an unreachable source then fails at once, without retries. */
  readonly isAwaited?: boolean;
}

/** Fetches clip sources, guarded against hostile addresses and sizes. */
export interface AssetSource {
  /** The cause names the host, the HTTP status and whether a retry could help, not the clip. */
  readonly fetch: (url: string, options: FetchOptions) => TaskEither<FailureCause, FetchedAsset>;
}
