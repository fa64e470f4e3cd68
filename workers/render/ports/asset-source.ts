import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Speech } from '../../../domain/composition/format/speech.js';
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
  /** Aborts, because the render is stopped or its time to fetch is over. */
  readonly signal: AbortSignal;
  /** The folder of the render: the file is put there, and removed with it. */
  readonly folder: string;
  /**
   * The bytes that the whole render may still fetch, counted down while streaming. One object per render: with it,
   * the same URL is fetched once for all clips.
   */
  readonly budget: { remainingBytes: number };
  /** Whose assets may be read; absent: nobody's. */
  readonly owner?: string | undefined;
  /** What is spoken, if the URL stands for a speech; absent: only a sound that was kept is found. */
  readonly speech?: Speech | undefined;
  /** Whether a client waits for the result: an unreachable source then fails at once, instead of after some retries. */
  readonly isAwaited?: boolean;
}

/** Fetches clip sources, guarded against hostile addresses and sizes. */
export interface AssetSource {
  /** The cause names the host, the HTTP status and whether a retry could help, not the clip. */
  readonly fetch: (url: string, options: FetchOptions) => TaskEither<FailureCause, FetchedAsset>;
}
