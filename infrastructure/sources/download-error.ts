import { STATUS_CODES } from 'node:http';
import type { FailureCause } from '../../domain/render/failure-cause.js';
import { errorCode } from '../platform/error-code.js';

interface Circumstances {
  /** Whether the same render could succeed at another time. */
  readonly retryable: boolean;
  /** Whether another request shortly after may succeed. */
  readonly tryAgain?: boolean;
  readonly httpStatus?: number;
  /** Whether the source was received, but the worker could not store it. */
  readonly atWorker?: true;
  /** How long the server asks clients to wait, in ms. */
  readonly retryAfterMs?: number;
}

/** Why a source could not be downloaded, in words for the client: without the URL's path, query or IP address. */
export class DownloadError extends Error {
  readonly circumstances: Circumstances;
  constructor(message: string, circumstances: Circumstances = { retryable: false }) {
    super(message);
    this.circumstances = circumstances;
  }
}

/** Circumstances in which another request shortly after may succeed. */
export const TRY_AGAIN = { retryable: true, tryAgain: true } as const;

/** An error as the cause of a failed render. @param host of the request that failed */
export const downloadFailure = (error: unknown, host?: string): FailureCause => {
  const { message, circumstances } = asDownloadError(error);
  const { retryable, httpStatus, atWorker } = circumstances;
  return {
    _tag: 'DownloadFailed',
    message,
    retryable,
    ...(host === undefined || host === '' ? {} : { host }),
    ...(httpStatus === undefined ? {} : { httpStatus }),
    ...(atWorker === undefined ? {} : { atWorker }),
  };
};

const TRANSIENT_STATUSES = new Set([408, 425, 429, 500, 502, 503, 504]);

/** A response without content. */
export const unwantedStatus = (httpStatus: number, retryAfter: string | undefined): DownloadError => {
  const isTransient = TRANSIENT_STATUSES.has(httpStatus);
  const seconds = Number(retryAfter);
  return new DownloadError(`the source answered ${httpStatus} ${STATUS_CODES[httpStatus] ?? ''}`.trim(), {
    retryable: isTransient,
    tryAgain: isTransient,
    httpStatus,
    ...(seconds > 0 ? { retryAfterMs: seconds * 1000 } : {}),
  });
};

const TRANSIENT_CODES = new Set(
  (
    'ECONNRESET ECONNREFUSED ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH EAI_AGAIN ' +
    'ERR_STREAM_PREMATURE_CLOSE'
  ).split(' '),
);
const LOCAL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EIO', 'EROFS', 'EACCES']);

/** Translates an error of Node.js or got. Its text is never passed on, because it may contain the URL. */
export const asDownloadError = (error: unknown): DownloadError => {
  if (error instanceof DownloadError) return error;
  const code = errorCode(error) ?? '';
  // One message for both, so that clients can't learn which names exist in the private network.
  if (code === 'ADDRESS_REFUSED' || code === 'ENOTFOUND') {
    return new DownloadError('the source has no publicly routable address');
  }
  if (TRANSIENT_CODES.has(code)) {
    return new DownloadError(`the connection to the source failed (${code})`, TRY_AGAIN);
  }
  if (LOCAL_CODES.has(code)) {
    return new DownloadError(`the worker could not keep the source (${code})`, {
      retryable: true,
      atWorker: true,
    });
  }
  if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR_FORMAT')) {
    return new DownloadError('the source’s content encoding is damaged');
  }
  if (code.startsWith('HPE_'))
    return new DownloadError('the server of the source does not respond in valid HTTP');
  return new DownloadError(`the source could not be read${/^[A-Z0-9_]+$/.test(code) ? ` (${code})` : ''}`);
};
