const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The wait before each attempt after the first, in ms, counted from the end of the attempt before. */
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

/** How often a delivery is tried before it has failed. */
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** How far a wait may stray from the schedule, as a fraction, so that retries do not come in waves. */
export const JITTER = 0.2;

/** The longest wait a receiver can ask for with `Retry-After`, in ms. */
export const LONGEST_RETRY_AFTER_MS = 24 * HOUR;

export interface FailedAttempt {
  /** How many attempts failed so far, this one included: 1 to `MAX_ATTEMPTS`. */
  readonly failures: number;
  readonly failedAt: Date;
  /** From 0 to below 1. */
  readonly random: number;
  /** The earliest time the receiver asked for. */
  readonly retryAfter?: Date | undefined;
}

/**
 * When to try again after a failure: at the scheduled wait, up to 20 % less or more, and no earlier than the receiver
 * asked for; undefined once all attempts are used up.
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
  const asked = Math.min(retryAfter?.getTime() ?? 0, failedAt.getTime() + LONGEST_RETRY_AFTER_MS);
  return new Date(Math.max(scheduled, asked));
};

/**
 * Reads a `Retry-After` header (RFC 9110, section 10.2.3): seconds or an HTTP date.
 * @returns the time it names, undefined when it is neither
 */
export const readRetryAfter = (header: string | undefined, now: Date): Date | undefined => {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return new Date(now.getTime() + Number(text) * SECOND);
  if (!/^[A-Z][a-z]+,? /.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time);
};
