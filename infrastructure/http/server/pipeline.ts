import * as E from 'fp-ts/lib/Either.js';
import type { Context, Middleware } from 'koa';
import { sha256 } from '../../../application/commands/hash-chain.js';
import type { Idempotency } from '../../../application/ports/idempotency.js';
import type { RateLimiter } from '../../../application/ports/rate-limits.js';
import type { Logger } from '../../platform/logging.js';
import { respondOnce } from './respond-once.js';
import { JSON_TYPE, sendResponse, sendProblem } from './responding.js';
import { type Access, authenticator, type Caller } from './authenticate.js';
import { type FileReceiving, fileReceiver, isFileType, type ReceivedFile } from './file-body.js';
import { type JsonBody, readJsonBody } from './json-body.js';
import { countRequest } from './limit-rate.js';
import type { OperationResponse, Operation, Services } from './operation.js';
import type { Problem } from '../contract/problem.js';

export interface PipelineDependencies extends Services {
  readonly rateLimiter: RateLimiter;
  readonly idempotency: Idempotency;
  readonly logger: Logger;
  readonly fileReceiving: FileReceiving;
}

/** An editor token permits only its own video. */
const refusalOf = ({ videoId }: Caller, access: Access, ctx: Context): Problem | undefined => {
  if (videoId === undefined || access === 'api-key-or-any-editor') return undefined;
  const params = ctx['params'] as Readonly<Record<string, string>>;
  return access === 'api-key-or-editor' && params['id'] === videoId
    ? undefined
    : { _tag: 'NotPermitted', what: 'the editor link permits only its own video' };
};

const NO_BODY: Body = { bytes: Buffer.alloc(0), json: undefined };

/** A body: JSON, or a file, of which `json` states the hash. */
interface Body extends JsonBody {
  readonly file?: ReceivedFile;
}

const bodyOfFile = (file: ReceivedFile): Body => {
  const json = { sha256: file.sha256 };
  return { bytes: Buffer.from(JSON.stringify(json)), json, file };
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

/** Aborts when the client disconnects before the response is complete. */
const abortOnDisconnect = ({ res }: Context): AbortSignal => {
  const left = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) left.abort();
  });
  return left.signal;
};

const JSON_ONLY = ['application/json'];

/** The media type of the response that the client prefers; undefined if it accepts none that is offered. */
const acceptedType = ({ answers }: Operation, ctx: Context): string | undefined => {
  const accepted = ctx.accepts([...(answers.media ?? ['application/json', JSON_TYPE])]);
  return typeof accepted === 'string' ? accepted : undefined;
};

const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/**
 * The steps of every operation, in this order: authentication, permission, rate limit, content negotiation, body; then
 * the operation itself, once per Idempotency-Key.
 */
export const serve = (dependencies: PipelineDependencies) => {
  const authenticate = authenticator(dependencies.queries);
  const count = countRequest(dependencies.rateLimiter);
  const once = respondOnce(dependencies.idempotency);
  const receiveFile = fileReceiver(dependencies.fileReceiving);

  const readBody = async (operation: Operation, ctx: Context): Promise<E.Either<Problem, Body>> => {
    if (operation.method !== 'POST' && operation.method !== 'PATCH') return E.right(NO_BODY);
    if (operation.takesFile !== true || !isFileType(ctx.get('content-type'))) return readJsonBody(ctx.req);
    if (ctx.get('expect') !== '') ctx.res.writeContinue();
    return E.map(bodyOfFile)(await receiveFile(ctx.req));
  };

  const handle = async (
    operation: Operation,
    ctx: Context,
  ): Promise<E.Either<Problem, OperationResponse>> => {
    const credentials = { apiKey: ctx.get('x-api-key'), authorization: ctx.get('authorization') };
    const authenticated = await authenticate(operation.access, credentials);
    if (E.isLeft(authenticated)) return authenticated;
    const caller = authenticated.right;
    ctx.state['log'] = { ownerId: caller.ownerId, actor: caller.actor };

    const counted = await count(caller);
    if (E.isLeft(counted)) return counted;
    ctx.set(counted.right.headers);
    if (counted.right.problem) return E.left(counted.right.problem);

    const refusal = refusalOf(caller, operation.access, ctx);
    if (refusal) return E.left(refusal);
    const accepted = acceptedType(operation, ctx);
    if (accepted === undefined)
      return E.left({ _tag: 'NotAcceptable', offered: (operation.answers.media ?? JSON_ONLY).join(', ') });
    if (!isPercentEncoded(ctx.querystring))
      return E.left({ _tag: 'RequestIsInvalid', problems: ['query must be percent-encoded UTF-8'] });

    const read = await readBody(operation, ctx);
    if (E.isLeft(read)) return read;
    try {
      return await respond(operation, ctx, { caller, accepted }, read.right);
    } finally {
      await read.right.file?.dispose();
    }
  };

  const respond = async (
    operation: Operation,
    ctx: Context,
    { caller, accepted }: { readonly caller: Caller; readonly accepted: string },
    { bytes, json, file }: Body,
  ): Promise<E.Either<Problem, OperationResponse>> => {
    const requestId = ctx.state['requestId'] as string;
    const request = {
      caller,
      params: ctx['params'] as Readonly<Record<string, string>>,
      query: ctx.query,
      body: json,
      ...(file ? { filePath: file.path } : {}),
      accepted,
      header: (name: string) => ctx.get(name),
      context: { actor: caller.actor, requestId, signal: abortOnDisconnect(ctx) },
    };
    const key = operation.method === 'POST' ? ctx.req.headers['idempotency-key'] : undefined;
    if (key === undefined) return operation.run(dependencies, request)();
    if (typeof key !== 'string' || !PRINTABLE.test(key)) {
      const problems = ['Idempotency-Key must be 1 to 255 printable ASCII characters'];
      return E.left({ _tag: 'RequestIsInvalid', problems });
    }
    const fingerprint = sha256(`${ctx.method} ${ctx.url}\n${sha256(bytes)}`);
    const sent = { actor: caller.actor, requestId };
    if (operation.isRead === true) return operation.run(dependencies, request)();
    return once({ ownerId: caller.ownerId, key, fingerprint }, sent, (drawn, origin) =>
      operation.run(
        { ...dependencies, ...drawn },
        { ...request, context: { ...request.context, ...origin } },
      )(),
    );
  };

  return (operation: Operation): Middleware =>
    async (ctx) => {
      const outcome = await handle(operation, ctx);
      if (E.isRight(outcome)) return sendResponse(ctx, outcome.right);
      const problem = outcome.left;
      if (
        problem._tag === 'Unavailable' ||
        problem._tag === 'UnknownEvent' ||
        problem._tag === 'UndecodableEvent'
      )
        dependencies.logger.warn(
          { requestId: ctx.state['requestId'] as string, fault: problem },
          'request failed',
        );
      return sendProblem(ctx, problem);
    };
};
