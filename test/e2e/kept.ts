import { join } from 'node:path';
import { packageRoot } from '../../infrastructure/platform/package-root.js';

/**
 * Data folders that releases left behind: PostgreSQL with the events and read models, the queue, secrets of that run and
 * outputs, after an orderly stop, without logs and caches. `npm run release:data` adds that of the current release. Each
 * has a video of two versions, a render of it, a batch, a cancelled render and a webhook endpoint; from 1.0 on, also an
 * asset, a variable, a comment and an approval.
 */
export const KEPT_FOLDER = join(packageRoot, 'test/e2e/kept-data');

/** The name of the video in each folder. */
export const KEPT_NAME = 'Kept';

/** What clients knew of a kept folder when it was made. */
export interface Kept {
  readonly video: string;
  readonly render: string;
  readonly batch: string;
  readonly key: string;
  /** Releases before 1.0 had no assets and reviews. */
  readonly asset?: string;
  /** What an auditor kept of it. */
  readonly checkpoint: string;
  readonly keys: object;
}
