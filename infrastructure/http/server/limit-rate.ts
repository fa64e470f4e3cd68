import * as E from 'fp-ts/lib/Either.js';
import type { Fault } from '../../../application/ports/fault.js';
import { type RateLimiter, WINDOW_SECONDS, type WindowUse } from '../../../application/ports/rate-limits.js';
import type { RateLimits } from '../../../domain/api-key/events.js';
import type { Caller } from './authenticate.js';
import type { HttpProblem } from '../contract/problem.js';

/** Rate limits of an editor link: enough for an editor that draws frames and reads sources while someone works,
 * but not for a flood. */
export const EDITOR_LIMITS: RateLimits = { minute: 600, hour: 12_000, day: 60_000 };

/** The result of counting a request: headers for its response, and a problem if a limit is exceeded. */
export interface RateLimitHeaders {
  readonly headers: Readonly<Record<string, string>>;
  readonly problem?: HttpProblem;
}

/** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10). */
const rateHeaders = (windows: ReadonlyArray<WindowUse>): Readonly<Record<string, string>> => ({
  'RateLimit-Policy': windows
    .map(({ window, limit }) => `"${window}";q=${limit};w=${WINDOW_SECONDS[window]}`)
    .join(', '),
  RateLimit: windows
    .map(({ window, remaining, resetSeconds }) => `"${window}";r=${remaining};t=${resetSeconds}`)
    .join(', '),
});

const tooMany = (windows: ReadonlyArray<WindowUse>): HttpProblem => {
  const used = windows.filter(({ remaining }) => remaining === 0);
  const longest = used.reduce<WindowUse | undefined>(
    (most, use) => (most && most.resetSeconds >= use.resetSeconds ? most : use),
    undefined,
  );
  return {
    _tag: 'TooManyRequests',
    window: longest?.window ?? 'minute',
    retryAfterSeconds: longest?.resetSeconds ?? 1,
  };
};

const NO_LIMIT: E.Either<Fault, RateLimitHeaders> = E.right({ headers: {} });

/** Counts a request against the rate limits of the caller's API key or editor link. */
export const countRequest =
  (rateLimiter: RateLimiter) =>
  async ({ apiKey, videoId, mayOnlyView }: Caller): Promise<E.Either<Fault, RateLimitHeaders>> => {
    const limits = apiKey ? apiKey.limits : EDITOR_LIMITS;
    if (limits.minute === undefined && limits.hour === undefined && limits.day === undefined) return NO_LIMIT;
    // Viewers do not use up the limits of editors.
    const link = mayOnlyView === true ? 'viewer' : 'editor';
    const subject = apiKey ? `key ${apiKey.keyId}` : `${link} ${videoId ?? ''}`;
    const verdict = await rateLimiter.take(subject, limits)();
    return E.map(({ taken, windows }: { taken: boolean; windows: ReadonlyArray<WindowUse> }) => ({
      headers: rateHeaders(windows),
      ...(taken ? {} : { problem: tooMany(windows) }),
    }))(verdict);
  };
