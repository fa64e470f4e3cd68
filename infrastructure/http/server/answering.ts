import type { Context, Middleware } from 'koa';
import type { Ids } from '../../../application/ports/ids.js';
import type { Logger } from '../../platform/logging.js';
import { compress } from './compression.js';
import { clientHas } from './etag.js';
import type { Answer } from './operation.js';
import { type Problem, problemAnswer, problemJson } from '../contract/problem.js';

/** The media type of all answers in JSON. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Puts a success on its way. */
export const sendAnswer = (ctx: Context, { status, json, stream, headers }: Answer): void => {
  ctx.status = status;
  if (headers) ctx.set(headers);
  const body = json ?? stream;
  if (body === undefined) return;
  ctx.set('Cache-Control', headers?.['ETag'] === undefined ? 'no-store' : 'private, no-cache');
  ctx.set('Content-Type', JSON_TYPE);
  ctx.body = body;
};

/** Tells the client what went wrong, in the one shape there is for that. */
export const sendProblem = (ctx: Context, problem: Problem): void => {
  const answer = problemAnswer(problem);
  ctx.status = answer.status;
  if (answer.headers) ctx.set(answer.headers);
  ctx.set('Content-Type', JSON_TYPE);
  ctx.set('Cache-Control', 'no-store');
  ctx.body = problemJson(answer);
};

/** A client's own id for a request is taken over if it is harmless in a log. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;

const isUnchanged = (ctx: Context): boolean => {
  const tag = ctx.res.getHeader('ETag');
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  return isRead && ctx.status === 200 && typeof tag === 'string' && clientHas(ctx.get('if-none-match'), tag);
};

/** The outermost layer: gives each request an id, logs it (at level debug if it is a read that went well), and answers 500 for what nobody foresaw. */
export const answering =
  ({ ids, logger }: { readonly ids: Ids; readonly logger: Logger }): Middleware =>
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
      logger.error({ requestId, err: error }, 'a request met a defect');
      sendProblem(ctx, { _tag: 'InternalError' });
    }
    if (isUnchanged(ctx)) ctx.status = 304;
    const { method, path, status } = ctx;
    const ms = Math.round((performance.now() - started) * 10) / 10;
    // Reads that went well are many and say little.
    const level = status < 400 && (method === 'GET' || method === 'HEAD') ? 'debug' : 'info';
    if (!logger.isLevelEnabled(level)) return;
    logger[level](
      { requestId, method, path, status, ms, ...(ctx.state['log'] as object | undefined) },
      'request',
    );
  };
