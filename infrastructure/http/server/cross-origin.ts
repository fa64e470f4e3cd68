import cors from '@koa/cors';
import type { Middleware } from 'koa';

/** Which web pages of other origins may call the API from a browser (CORS, Fetch standard). */
export interface CrossOrigin {
  /** `https://app.example.org`; `*` allows all. Empty: none. */
  readonly origins: ReadonlyArray<string>;
  /** Whether they may send `x-api-key`. A page that does exposes the key to everyone who opens it. */
  readonly apiKeys: boolean;
}

const ONE_DAY_SECONDS = 86_400;

/** Answers preflight requests and adds CORS headers for allowed origins. */
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
      'tus-resumable',
      'upload-length',
      'upload-metadata',
      'upload-offset',
      ...(apiKeys ? ['x-api-key'] : []),
    ],
    exposeHeaders: ['ETag', 'Location', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'],
    maxAge: ONE_DAY_SECONDS,
  });
