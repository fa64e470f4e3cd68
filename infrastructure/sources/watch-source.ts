import type { Pace } from '../../application/permits/shared-resources.js';
import { type TransferWatch, watchTransfer } from '../platform/transfer-watch.js';
import { DownloadError } from './download-error.js';

/** Watches the pace of a source. One that is slow is not retried immediately: another connection would be as slow. */
export const watchSource = (pace: Pace): TransferWatch =>
  watchTransfer(
    pace,
    (observed, wasSilent) =>
      new DownloadError(`the source ${observed}`, {
        retryable: true,
        ...(wasSilent ? { tryAgain: true } : {}),
      }),
  );
