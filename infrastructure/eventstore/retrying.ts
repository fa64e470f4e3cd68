import { ErrorType, isCommandError } from '@eventstore/db-client';
import { retried } from '../platform/retried.js';

const TRANSIENT: ReadonlySet<ErrorType> = new Set([
  ErrorType.UNAVAILABLE,
  ErrorType.DEADLINE_EXCEEDED,
  ErrorType.CANCELLED,
  ErrorType.NOT_LEADER,
  ErrorType.TIMEOUT,
]);

/** Pauses before the second and later attempts, in ms. */
const PAUSES: ReadonlyArray<number> = [50, 200, 800];

/** Whether the same call may succeed a moment later. */
export const isTransient = (error: unknown): boolean =>
  error instanceof Error && isCommandError(error) && TRANSIENT.has(error.type);

/** Retries a call on transient errors until the signal aborts. The call must be idempotent. */
export const retrying = <A>(
  call: () => Promise<A>,
  signal?: AbortSignal,
  pauses: ReadonlyArray<number> = PAUSES,
): Promise<A> => retried(call, pauses, isTransient, signal);
