import cors from '@koa/cors';
import type { Middleware } from 'koa';

/** Which web pages of other origins may use the API from a browser (the Fetch standard's CORS protocol). */
export interface CrossOrigin {
  /** `https://app.example.org`; `*` stands for all. None: no page may. */
  readonly origins: ReadonlyArray<string>;
  /** Whether they may send `x-api-key`; a page that does shows the key to everyone who opens it. */
  readonly apiKeys: boolean;
}

const ONE_DAY_SECONDS = 86_400;

/** Answers preflights and marks answers for the origins that are let in. */
export const crossOrigin = ({ origins, apiKeys }: CrossOrigin): Middleware =>
  cors({
    origin: (ctx) => {
      const origin = ctx.get('origin');
      return origins.includes('*') || origins.includes(origin) ? origin : '';
    },
    allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    allowHeaders: [
      'authorization',
      'content-type',
      'idempotency-key',
      'if-match',
      'if-none-match',
      'x-request-id',
      ...(apiKeys ? ['x-api-key'] : []),
    ],
    exposeHeaders: ['ETag', 'Location', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'],
    maxAge: ONE_DAY_SECONDS,
  });
