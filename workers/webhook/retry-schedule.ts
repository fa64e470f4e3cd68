import type { AfterAttempt, SendResult } from '../../application/ports/webhook-deliveries.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The wait before each attempt after the first, in ms, from the end of the previous attempt. */
export const RETRY_DELAYS_MS: ReadonlyArray<number> = [
  5 * SECOND,
  30 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
  24 * HOUR,
];

/** Number of attempts before a delivery fails permanently. */
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** Maximum deviation of a wait from the schedule, as a fraction, so that retries do not come in bursts. */
export const JITTER = 0.2;

/** The longest wait a receiver can request with `Retry-After`, in ms. */
export const MAX_RETRY_AFTER_MS = 24 * HOUR;

interface FailedAttempt {
  /** Number of failed attempts so far, including this one: 1 to `MAX_ATTEMPTS`. */
  readonly failures: number;
  readonly failedAt: Date;
  /** From 0 inclusive to 1 exclusive. */
  readonly random: number;
  /** The earliest time requested by the receiver. */
  readonly retryAfter?: Date | undefined;
}

/**
 * When to retry after a failure: after the scheduled wait, varied by up to 20 %, and no earlier than the receiver
 * requested. Undefined if all attempts are used up.
 */
export const nextAttemptAt = ({
  failures,
  failedAt,
  random,
  retryAfter,
}: FailedAttempt): Date | undefined => {
  const wait = RETRY_DELAYS_MS[failures - 1];
  if (wait === undefined) return undefined;
  const scheduled = failedAt.getTime() + wait * (1 + JITTER * (2 * random - 1));
  const requested = Math.min(retryAfter?.getTime() ?? 0, failedAt.getTime() + MAX_RETRY_AFTER_MS);
  return new Date(Math.max(scheduled, requested));
};

/**
 * Parses a `Retry-After` header (RFC 9110, section 10.2.3): seconds or an HTTP date.
 * @returns the time, or undefined if it is neither
 */
export const readRetryAfter = (header: string | undefined, now: Date): Date | undefined => {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return new Date(now.getTime() + Number(text) * SECOND);
  if (!/^[A-Z][a-z]+,? /.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time);
};

const isSuccess = (result: SendResult): boolean =>
  result._tag === 'Answered' && result.status >= 200 && result.status < 300;

/**
 * The result of an attempt. A 2xx is a success; any other response, including a redirect, and no response are failures.
 * @param failures the number of earlier failed attempts
 * @param random from 0 inclusive to 1 exclusive
 */
export const afterAttempt = (
  failures: number,
  result: SendResult,
  finishedAt: Date,
  random: number,
): AfterAttempt => {
  if (isSuccess(result)) return { _tag: 'Delivered' };
  const retryAfter = result._tag === 'Answered' ? readRetryAfter(result.retryAfter, finishedAt) : undefined;
  const at = nextAttemptAt({ failures: failures + 1, failedAt: finishedAt, random, retryAfter });
  return at ? { _tag: 'TryAgain', at } : { _tag: 'GivenUp' };
};
