import * as E from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import {
  RATE_WINDOWS,
  type RateLimiter,
  WINDOW_SECONDS,
  type WindowUse,
} from '../../../application/ports/rate-limits.js';
import { sameJson } from '../../../domain/codec/json.js';
import type { RateLimits } from '../../../domain/api-key/events.js';
import type { ApiKeyRow } from '../../../application/ports/queries.js';
import { type Authentication, authenticator, type Caller } from './authenticate.js';
import type { HttpProblem, Problem } from '../contract/problem.js';
import type { Operation } from './operation.js';

/** Rate limits of an editor link: enough for an editor that draws frames and reads sources, but not for a flood. */
export const EDITOR_LIMITS = { minute: 600, hour: 12_000, day: 60_000 } as const satisfies RateLimits;

/** Limits of the comments and decisions of one link: enough for somebody who types, not for a flood of text. */
export const REVIEW_LIMITS: RateLimits = { minute: 30, hour: 300, day: 1000 };

/** Limits of reports of one link about who has the video open: each page sends one every 10 s and per selection. */
export const PRESENCE_LIMITS: RateLimits = { minute: 240, hour: 7200, day: 60_000 };

/** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10). */
const rateHeaders = (windows: ReadonlyArray<WindowUse>): Readonly<Record<string, string>> => ({
  'RateLimit-Policy': windows
    .map(({ window, limit }) => `"${window}";q=${limit};w=${WINDOW_SECONDS[window]}`)
    .join(', '),
  RateLimit: windows
    .map(({ window, remaining, resetSeconds }) => `"${window}";r=${remaining};t=${resetSeconds}`)
    .join(', '),
});

/** Of each window, the one that accepts the fewest more requests. */
const tightest = (windows: ReadonlyArray<WindowUse>): ReadonlyArray<WindowUse> =>
  RATE_WINDOWS.flatMap((name) =>
    windows
      .filter(({ window }) => window === name)
      .toSorted((a, b) => a.remaining - b.remaining)
      .slice(0, 1),
  );

const tooMany = (windows: ReadonlyArray<WindowUse>): HttpProblem => {
  const [longest] = windows
    .filter(({ remaining }) => remaining === 0)
    .toSorted((a, b) => b.resetSeconds - a.resetSeconds);
  return {
    _tag: 'TooManyRequests',
    window: longest?.window ?? 'minute',
    retryAfterSeconds: longest?.resetSeconds ?? 1,
  };
};

type Counter = readonly [string, RateLimits];

/** The fields of an operation that choose the rate limit counter: reviews and presence have their own. */
export type CountedOperation = Partial<Pick<Operation, 'method' | 'isReview' | 'isPresence'>>;

/** The counters of an API key: its own first, so that what it sends beyond its limits uses up no shared ones. */
const countersOfKey = ({
  keyId,
  issuedBy,
  limits,
  issuerLimits = limits,
}: ApiKeyRow): ReadonlyArray<Counter> => [
  ...(sameJson(limits, issuerLimits) ? [] : [[`key ${keyId}`, limits] as const]),
  [`key ${issuedBy ?? keyId}`, issuerLimits],
];

/** The counters of a request, and their limits. */
const countersOf = (
  { apiKey, videoId, mayNotEdit, link }: Caller,
  { method, isReview, isPresence }: CountedOperation,
): ReadonlyArray<Counter> => {
  if (apiKey) return countersOfKey(apiKey);
  if (isPresence === true) return [[`presence ${link?.id ?? videoId ?? ''}`, PRESENCE_LIMITS]];
  if (isReview === true && method === 'POST') return [[`review ${link?.id ?? videoId ?? ''}`, REVIEW_LIMITS]];
  // Viewers do not use up the limits of editors.
  return [[`${mayNotEdit === true ? 'viewer' : 'editor'} ${videoId ?? ''}`, EDITOR_LIMITS]];
};

export interface Identification extends Authentication {
  readonly rateLimiter: RateLimiter;
}

/** Authenticates the client, and counts the request against the rate limits of its link or API key, and of its issuer. */
export const identifyCaller = (dependencies: Identification) => {
  const authenticate = authenticator(dependencies);
  return async (
    operation: CountedOperation & Pick<Operation, 'access'>,
    ctx: Context,
  ): Promise<E.Either<Problem, Caller>> => {
    const credentials = { apiKey: ctx.get('x-api-key'), authorization: ctx.get('authorization') };
    const authenticated = await authenticate(operation.access, credentials);
    if (E.isLeft(authenticated)) return authenticated;
    const { ownerId, actor } = authenticated.right;
    ctx.state['log'] = { ownerId, actor };
    let windows: ReadonlyArray<WindowUse> = [];
    for (const [subject, limits] of countersOf(authenticated.right, operation)) {
      if (RATE_WINDOWS.every((window) => limits[window] === undefined)) continue;
      const counted = await dependencies.rateLimiter.take(subject, limits)();
      if (E.isLeft(counted)) return counted;
      windows = tightest([...windows, ...counted.right.windows]);
      ctx.set(rateHeaders(windows));
      if (!counted.right.taken) return E.left(tooMany(windows));
    }
    return authenticated;
  };
};
