import { Metadata, status, type ServiceError } from '@grpc/grpc-js';
import { LogUnavailableError } from '../writing/write-group.js';
import { WriteAbandonedError } from '../writing/write-queue.js';

/** A call that ends with a status other than OK. The client distinguishes the kinds by the `exception` trailer. */
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
    for (const [key, value] of Object.entries(trailers)) this.metadata.set(key, value);
  }
}

export const maximumAppendSizeExceeded = (limit: number): CallError =>
  new CallError(status.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(limit),
  });

export const missingProperty = (missing: string): CallError =>
  new CallError(status.INVALID_ARGUMENT, `Required Metadata Property '${missing}' is missing`, {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });

export const invalidArgument = (details: string): CallError =>
  new CallError(status.INVALID_ARGUMENT, details);

/** Something that EventStoreDB supports and this node does not. */
export const unimplemented = (details: string): CallError => new CallError(status.UNIMPLEMENTED, details);

/** A request for which EventStoreDB's handler fails. */
export const badRequest = (details: string): CallError => new CallError(status.UNKNOWN, details);

/** A call without credentials to a node that requires them. */
export const accessDenied = (): CallError =>
  new CallError(status.PERMISSION_DENIED, 'Access Denied.', { exception: 'access-denied' });

export const badCredentials = (): CallError => new CallError(status.UNAUTHENTICATED, 'Bad credentials.');

export const shuttingDown = (): CallError => new CallError(status.UNAVAILABLE, 'Server Is Not Ready');

/** Converts any error to a status. The text of an unexpected error never leaves the server. */
export const toCallError = (error: unknown): CallError => {
  if (error instanceof CallError) return error;
  if (error instanceof WriteAbandonedError) return new CallError(status.CANCELLED, 'Call was cancelled.');
  if (error instanceof LogUnavailableError) return shuttingDown();
  return isConnectionFault(error)
    ? shuttingDown()
    : new CallError(status.UNKNOWN, 'Unexpected server error.');
};

/** In pg's message when a connection ends; pg gives that error neither a code nor a class of its own. */
const CONNECTION_ENDED = 'Connection terminated';

/** PostgreSQL being unreachable or restarting is transient; SQLSTATE classes 08, 53 and 57 indicate it. */
const isConnectionFault = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return /^(08|53|57|ECONN|EPIPE|ETIMEDOUT)/u.test(code) || error.message.includes(CONNECTION_ENDED);
};
