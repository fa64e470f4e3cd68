import * as E from 'fp-ts/lib/Either.js';
import type { Context, Middleware } from 'koa';
import { sha256 } from '../../../application/digests.js';
import { writesOf } from '../../../application/commands/write-and-await.js';
import type { Idempotency } from '../../../application/ports/idempotency.js';
import type { RateLimiter } from '../../../application/ports/rate-limits.js';
import type { Logger } from '../../platform/logging.js';
import { currentTraceparent } from '../../platform/tracing/spans.js';
import { type Body, readBody } from './request-body.js';
import { inRequestSpan } from './request-span.js';
import { respondOnce } from './respond-once.js';
import { JSON_TYPE, sendResponse, sendProblem } from './responding.js';
import type { Caller } from './authenticate.js';
import { fileReceiver } from './file-body.js';
import { acquirePermit, partyOf } from './request-permits.js';
import { ANOTHER_VIDEO, isPermittedToViewers, VIEW_ONLY } from './editor-rights.js';
import { scopeRefusal, scopeOf } from './key-scopes.js';
import { identifyCaller } from './identify-caller.js';
import { type TimeLimit, withinTimeLimit } from './time-limit.js';
import { connectionTimeout, timeLimitOf } from '../contract/time-limits.js';
import { changesNothing, type OperationResponse, type Operation } from './operation.js';
import type { ApiDependencies } from './api-dependencies.js';
import { invalidRequest, type Problem } from '../contract/problem.js';

export interface PipelineDependencies extends ApiDependencies {
  readonly rateLimiter: RateLimiter;
  readonly idempotency: Idempotency;
  readonly logger: Logger;
  /** The time limit of an operation, in ms; default: the documented one. */
  readonly timeLimitOf?: (operation: Operation) => number;
}

/**
 * The refusal of a caller without the right for the operation: an API key permits what its scopes name, a link only its
 * own video, and a link for viewing only reading it.
 */
const refusalOf = (caller: Caller, operation: Operation, ctx: Context): Problem | undefined => {
  const { apiKey, videoId, mayNotEdit } = caller;
  if (apiKey) return scopeRefusal(apiKey, scopeOf(operation, ctx.query));
  const { access } = operation;
  if (mayNotEdit === true && !isPermittedToViewers(caller, operation)) return VIEW_ONLY;
  const isCheckedLater = access === 'api-key-or-any-editor' || access === 'api-key-or-link';
  if (videoId === undefined || isCheckedLater) return undefined;
  const params = ctx['params'] as Readonly<Record<string, string>>;
  return access === 'api-key-or-editor' && params['id'] === videoId ? undefined : ANOTHER_VIDEO;
};

/** Whether a query is valid percent-encoding. Invalid escapes would silently become other text. */
const isPercentEncoded = (query: string): boolean => {
  try {
    decodeURIComponent(query);
    return true;
  } catch {
    return false;
  }
};

/** A request that may be handled, until the signal aborts. */
interface Admitted {
  readonly caller: Caller;
  readonly accepted: string;
  readonly signal: AbortSignal;
}

const JSON_ONLY = ['application/json'];

/** The media type of the response that the client prefers; undefined if it accepts none that is offered. */
const acceptedType = ({ media }: Operation, ctx: Context): string | undefined => {
  const accepted = ctx.accepts([...(media ?? ['application/json', JSON_TYPE])]);
  return typeof accepted === 'string' ? accepted : undefined;
};

const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/** The dependencies, and the steps that are made from them once. */
interface ServingDependencies extends PipelineDependencies {
  readonly identify: ReturnType<typeof identifyCaller>;
  readonly once: ReturnType<typeof respondOnce>;
  readonly receiveFile: ReturnType<typeof fileReceiver>;
}

/** Runs the operation, once per Idempotency-Key. */
const respond = async (
  dependencies: ServingDependencies,
  operation: Operation,
  ctx: Context,
  { caller, accepted, signal }: Admitted,
  { bytes, json, file }: Body,
): Promise<E.Either<Problem, OperationResponse>> => {
  const requestId = ctx.state['requestId'] as string;
  const traceparent = currentTraceparent();
  const origin = { actor: caller.actor, requestId, ...(traceparent === undefined ? {} : { traceparent }) };
  const request = {
    caller,
    params: ctx['params'] as Readonly<Record<string, string>>,
    query: ctx.query,
    body: json,
    ...(file ? { file } : {}),
    accepted,
    header: (name: string) => ctx.get(name),
    context: { ...origin, signal },
    signal,
  };
  const key = operation.method === 'POST' ? ctx.req.headers['idempotency-key'] : undefined;
  if (key === undefined) return operation.run(dependencies, request)();
  if (typeof key !== 'string' || !PRINTABLE.test(key))
    return E.left(invalidRequest('Idempotency-Key must be 1 to 255 printable ASCII characters'));
  const requestHash = sha256(`${ctx.method} ${ctx.url}\n${sha256(bytes)}`);
  if (changesNothing(operation, ctx.query)) return operation.run(dependencies, request)();
  return dependencies.once({ ownerId: caller.ownerId, key, requestHash }, origin, (seeded, firstOrigin) =>
    operation.run({ ...dependencies, ...seeded }, { ...request, context: { ...firstOrigin, signal } })(),
  );
};

const handle = async (
  dependencies: ServingDependencies,
  operation: Operation,
  ctx: Context,
  limit: TimeLimit,
): Promise<E.Either<Problem, OperationResponse>> => {
  const identified = await dependencies.identify(operation, ctx);
  if (E.isLeft(identified)) return identified;
  const caller = identified.right;
  const refusal = refusalOf(caller, operation, ctx);
  if (refusal) return E.left(refusal);
  const accepted = acceptedType(operation, ctx);
  if (accepted === undefined)
    return E.left({ _tag: 'NotAcceptable', offered: (operation.media ?? JSON_ONLY).join(', ') });
  if (!isPercentEncoded(ctx.querystring))
    return E.left(invalidRequest('query must be percent-encoded UTF-8'));

  const permit = await acquirePermit(
    dependencies.permits[operation.uses ?? 'requests'],
    partyOf(caller),
    ctx.res,
  );
  if (E.isLeft(permit)) return permit;
  const read = await limit.restartAfter(() => readBody(dependencies, operation, ctx, caller, permit.right));
  if (E.isLeft(read)) return read;
  try {
    if (operation.startsAtOnce !== true) {
      const readable = await dependencies.readModel.showsWritesOf(writesOf(caller.ownerId))();
      if (E.isLeft(readable)) return readable;
    }
    const signal = AbortSignal.any([permit.right, limit.signal]);
    return await respond(dependencies, operation, ctx, { caller, accepted, signal }, read.right);
  } finally {
    await read.right.file?.dispose();
  }
};

/** Faults that the operator should see in the log. */
const LOGGED: ReadonlySet<Problem['_tag']> = new Set([
  'Unavailable',
  'UnknownEvent',
  'UndecodableEvent',
  'HistoryDiffers',
]);

const respondTo = async (dependencies: ServingDependencies, operation: Operation, ctx: Context) => {
  const ms = (dependencies.timeLimitOf ?? timeLimitOf)(operation);
  ctx.req.socket.setTimeout(connectionTimeout(ms));
  const outcome = await withinTimeLimit(ms, (limit) => handle(dependencies, operation, ctx, limit));
  if (E.isRight(outcome)) return sendResponse(ctx, outcome.right);
  const problem = outcome.left;
  if (LOGGED.has(problem._tag))
    dependencies.logger.warn(
      { requestId: ctx.state['requestId'] as string, fault: problem },
      'request failed',
    );
  return sendProblem(ctx, problem);
};

/**
 * The steps of every operation, in this order: authentication, rate limit, permission, content negotiation, a permit, body,
 * waiting for earlier writes of the owner; then the operation itself, once per Idempotency-Key.
 */
export const serve = (pipeline: PipelineDependencies) => {
  const dependencies: ServingDependencies = {
    ...pipeline,
    identify: identifyCaller(pipeline),
    once: respondOnce(pipeline.idempotency),
    receiveFile: fileReceiver(pipeline.fileReceiving.folder, pipeline.permits.uploads),
  };
  return (operation: Operation): Middleware =>
    (ctx) =>
      inRequestSpan(operation, ctx, () => respondTo(dependencies, operation, ctx));
};
