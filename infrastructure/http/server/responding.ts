import type { Context, Middleware } from 'koa';
import type { Ids } from '../../../application/ports/ids.js';
import type { Logger } from '../../platform/logging.js';
import { compress } from './compression.js';
import { isCopyCurrent } from './conditional-requests.js';
import type { OperationResponse } from './operation.js';
import type { Problem } from '../contract/problem.js';
import { problemJson, problemResponse } from '../contract/problem-responses.js';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Writes a success response. */
export const sendResponse = (
  ctx: Context,
  { status, json, stream, content, headers }: OperationResponse,
): void => {
  ctx.status = status;
  if (headers) ctx.set(headers);
  const body = content?.data ?? json ?? stream;
  if (body === undefined) return;
  if (headers?.['Cache-Control'] === undefined)
    ctx.set('Cache-Control', headers?.['ETag'] === undefined ? 'no-store' : 'private, no-cache');
  ctx.set('Content-Type', content?.type ?? JSON_TYPE);
  ctx.body = body;
};

/** Writes an error response. */
export const sendProblem = (ctx: Context, problem: Problem): void => {
  const response = problemResponse(problem);
  ctx.status = response.status;
  if (response.headers) ctx.set(response.headers);
  ctx.set('Content-Type', JSON_TYPE);
  ctx.set('Cache-Control', 'no-store');
  ctx.body = problemJson(response);
};

/** A client's own request id is used if it is harmless in a log. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** The path for the log. Tokens and keys that a client may have put there by mistake are longer than any id. */
const withoutSecrets = (path: string): string => path.replaceAll(/[\w-]{40,}/g, '[redacted]');

const isUnchanged = (ctx: Context): boolean => {
  const tag = ctx.res.getHeader('ETag');
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  return (
    isRead && ctx.status === 200 && typeof tag === 'string' && isCopyCurrent(ctx.get('if-none-match'), tag)
  );
};

export interface Responding {
  readonly ids: Ids;
  readonly logger: Logger;
  /** Called for each response. `ms`: the time until it was ready. */
  readonly observe: (method: string, status: number, ms: number) => void;
}

/**
 * The outermost middleware. Gives each request an id, logs it (successful reads at level debug) and responds with 500
 * to unexpected errors.
 */
export const responding =
  ({ ids, logger, observe }: Responding): Middleware =>
  async (ctx, next) => {
    const started = performance.now();
    const sent = ctx.get('x-request-id');
    const requestId = REQUEST_ID.test(sent) ? sent : ids.uuid();
    ctx.state['requestId'] = requestId;
    ctx.set('X-Request-Id', requestId);
    ctx.set('X-Content-Type-Options', 'nosniff');
    try {
      await next();
      await compress(ctx);
    } catch (error) {
      logger.error({ requestId, err: error }, 'unexpected error while handling a request');
      sendProblem(ctx, { _tag: 'InternalError' });
    }
    if (isUnchanged(ctx)) ctx.status = 304;
    const { method, status } = ctx;
    const path = withoutSecrets(ctx.path);
    const ms = Math.round((performance.now() - started) * 10) / 10;
    observe(method, status, ms);
    // Successful reads are frequent and rarely of interest.
    const level = status < 400 && (method === 'GET' || method === 'HEAD') ? 'debug' : 'info';
    if (!logger.isLevelEnabled(level)) return;
    logger[level](
      { requestId, method, path, status, ms, ...(ctx.state['log'] as object | undefined) },
      'request',
    );
  };
