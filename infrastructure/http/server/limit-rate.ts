import * as E from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import type { Fault } from '../../../application/ports/fault.js';
import { type RateLimiter, WINDOW_SECONDS, type WindowUse } from '../../../application/ports/rate-limits.js';
import type { RateLimits } from '../../../domain/api-key/events.js';
import { type Authentication, authenticator, type Caller } from './authenticate.js';
import type { HttpProblem, Problem } from '../contract/problem.js';
import type { Operation } from './operation.js';

/** Rate limits of an editor link: enough for an editor that draws frames and reads sources while someone works,
 * but not for a flood. */
export const EDITOR_LIMITS = { minute: 600, hour: 12_000, day: 60_000 } as const satisfies RateLimits;

/** Limits of the comments and decisions of one link: enough for somebody who types, not for a flood of text. */
export const REVIEW_LIMITS: RateLimits = { minute: 30, hour: 300, day: 1000 };

/** How often one link may tell who has the video open: each page does every 10 s, and when something else is selected. */
export const PRESENCE_LIMITS: RateLimits = { minute: 240, hour: 7200, day: 60_000 };

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

/** What is counted: all requests of a link together; those that comment or decide, or tell who is there, by themselves. */
export type Counted = Partial<Pick<Operation, 'method' | 'isReview' | 'isPresence'>>;

/** What a caller's requests are counted as, and their limits. */
const counterOf = (
  { apiKey, videoId, mayOnlyView, link }: Caller,
  { method, isReview, isPresence }: Counted,
): readonly [string, RateLimits] => {
  if (apiKey) return [`key ${apiKey.issuedBy ?? apiKey.keyId}`, apiKey.limits];
  if (isPresence === true) return [`presence ${link?.id ?? videoId ?? ''}`, PRESENCE_LIMITS];
  if (isReview === true && method === 'POST') return [`review ${link?.id ?? videoId ?? ''}`, REVIEW_LIMITS];
  // Viewers do not use up the limits of editors.
  return [`${mayOnlyView === true ? 'viewer' : 'editor'} ${videoId ?? ''}`, EDITOR_LIMITS];
};

/** Counts a request against the rate limits of the caller's API key or link. */
export const countRequest =
  (rateLimiter: RateLimiter) =>
  async (caller: Caller, operation: Counted): Promise<E.Either<Fault, RateLimitHeaders>> => {
    const [subject, limits] = counterOf(caller, operation);
    if (limits.minute === undefined && limits.hour === undefined && limits.day === undefined) return NO_LIMIT;
    const verdict = await rateLimiter.take(subject, limits)();
    return E.map(({ taken, windows }: { taken: boolean; windows: ReadonlyArray<WindowUse> }) => ({
      headers: rateHeaders(windows),
      ...(taken ? {} : { problem: tooMany(windows) }),
    }))(verdict);
  };

export interface Identification extends Authentication {
  readonly rateLimiter: RateLimiter;
}

/** Authenticates the client and counts the request. */
export const identifier = (dependencies: Identification) => {
  const authenticate = authenticator(dependencies);
  const count = countRequest(dependencies.rateLimiter);
  return async (
    operation: Counted & Pick<Operation, 'access'>,
    ctx: Context,
  ): Promise<E.Either<Problem, Caller>> => {
    const credentials = { apiKey: ctx.get('x-api-key'), authorization: ctx.get('authorization') };
    const authenticated = await authenticate(operation.access, credentials);
    if (E.isLeft(authenticated)) return authenticated;
    const { ownerId, actor } = authenticated.right;
    ctx.state['log'] = { ownerId, actor };
    const counted = await count(authenticated.right, operation);
    if (E.isLeft(counted)) return counted;
    ctx.set(counted.right.headers);
    return counted.right.problem ? E.left(counted.right.problem) : authenticated;
  };
};
