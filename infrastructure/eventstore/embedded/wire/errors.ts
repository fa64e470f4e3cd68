import { Metadata, status, type ServiceError } from '@grpc/grpc-js';
import { LogUnavailableError } from '../group-commit.js';
import { WriteAbandonedError } from '../write-queue.js';

/** A call that ends with a status other than OK. The client tells the kinds apart by the `exception` trailer. */
export class CallError extends Error implements ServiceError {
  override readonly name = 'CallError';
  readonly code: status;
  readonly details: string;
  readonly metadata: Metadata;
  constructor(code: status, details: string, trailers: Readonly<Record<string, string>> = {}) {
    super(details);
    this.code = code;
    this.details = details;
    this.metadata = new Metadata();
    for (const [key, value] of Object.entries(trailers)) this.metadata.set(key, asHeader(value));
  }
}

/** Trailers hold printable ASCII only; other stream names travel percent-encoded. */
const asHeader = (value: string): string =>
  /^[\u0020-\u007e]*$/u.test(value) ? value : encodeURIComponent(value);

export const streamDeleted = (stream: string): CallError =>
  new CallError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

export const wrongExpectedVersion = (stream: string, expected: bigint, actual: bigint): CallError =>
  new CallError(
    status.FAILED_PRECONDITION,
    `Wrong expected version. Stream: ${stream}, expected version: ${expected}, actual version: ${actual}`,
    {
      exception: 'wrong-expected-version',
      'stream-name': stream,
      'expected-version': String(expected),
      'actual-version': String(actual),
    },
  );

export const maximumAppendSizeExceeded = (limit: number): CallError =>
  new CallError(status.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(limit),
  });

export const requiredMetadataMissing = (missing: string): CallError =>
  new CallError(status.INVALID_ARGUMENT, `Required Metadata Property '${missing}' is missing`, {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });

export const invalidArgument = (details: string): CallError =>
  new CallError(status.INVALID_ARGUMENT, details);

export const shuttingDown = (): CallError => new CallError(status.UNAVAILABLE, 'Server Is Not Ready');

/** Whatever went wrong, as a status. Nothing of an unforeseen error's text leaves the server. */
export const toCallError = (error: unknown): CallError => {
  if (error instanceof CallError) return error;
  if (error instanceof WriteAbandonedError) return new CallError(status.CANCELLED, 'Call was cancelled.');
  if (error instanceof LogUnavailableError) return shuttingDown();
  return isConnectionFault(error)
    ? shuttingDown()
    : new CallError(status.UNKNOWN, 'Unexpected server error.');
};

/** Postgres being unreachable or restarting is passing; SQLSTATE classes 08, 53 and 57 say as much. */
const isConnectionFault = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return /^(08|53|57|ECONN|EPIPE|ETIMEDOUT)/u.test(code) || error.message.includes('Connection terminated');
};
