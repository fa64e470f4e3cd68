import type { Router } from '@koa/router';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Context } from 'koa';
import { deleteAsset, registerAsset } from '../../../../application/assets/assets.js';
import type { CommandContext } from '../../../../application/commands/handle-command.js';
import { writesOf } from '../../../../application/commands/write-and-await.js';
import type { RateLimiter } from '../../../../application/ports/rate-limits.js';
import type { AssetId } from '../../../../domain/ids.js';
import type { Logger } from '../../../platform/logging.js';
import { currentTraceparent } from '../../../platform/tracing/spans.js';
import type { Problem } from '../../contract/problem.js';
import { problemResponse } from '../../contract/problem-responses.js';
import { abandonUpload, finishUpload, withReadingTimeout } from '../../server/finish-upload.js';
import type { Caller } from '../../server/authenticate.js';
import { VIEW_ONLY } from '../../server/editor-rights.js';
import { acquirePermit, partyOf } from '../../server/request-permits.js';
import { scopeRefusal } from '../../server/key-scopes.js';
import { identifyCaller } from '../../server/identify-caller.js';
import type { ApiDependencies } from '../../server/api-dependencies.js';
import { assetOfCaller } from '../../server/owned.js';
import { extendDeadline } from '../../server/request-deadline.js';
import { sendProblem } from '../../server/responding.js';
import type { TusRefusal } from '../../server/resumable-uploads.js';

// Uploads by tus 1.0: https://tus.io/protocols/resumable-upload. They are not operations, because the protocol has
// methods, statuses and bodies of its own.

interface TusDependencies extends ApiDependencies {
  readonly rateLimiter: RateLimiter;
  readonly logger: Logger;
}

/** The idle timeout of the connection of an upload, in ms. */
const IDLE_TIMEOUT = 60_000;

const refusalOf = (problem: Problem): TusRefusal => {
  const { status, message } = problemResponse(problem);
  return { status_code: status, body: `${message.join('; ')}\n` };
};

const contextOf = (ctx: Context, { actor }: Caller): CommandContext => ({
  actor,
  requestId: ctx.state['requestId'] as string,
  traceparent: currentTraceparent(),
});

/** Identifies the caller of a request, checks what they may do, and acquires a permit until the response ends. */
const admission = (dependencies: TusDependencies) => {
  const identify = identifyCaller(dependencies);
  return async (ctx: Context): Promise<E.Either<Problem, Caller>> => {
    const identified = await identify({ access: 'api-key-or-link' }, ctx);
    if (E.isLeft(identified)) return identified;
    const caller = identified.right;
    if (caller.mayNotEdit === true) return E.left(VIEW_ONLY);
    const refusal = caller.apiKey && scopeRefusal(caller.apiKey, 'edit');
    if (refusal) return E.left(refusal);
    const permit = await acquirePermit(dependencies.permits.parts, partyOf(caller), ctx.res);
    if (E.isLeft(permit)) return permit;
    permit.right.addEventListener('abort', () => ctx.req.destroy());
    return identified;
  };
};

/** Responds to a request of the protocol. */
const responder =
  (dependencies: TusDependencies) =>
  async (ctx: Context, caller: Caller): Promise<void> => {
    const { permits, resumableUploads, ids, logger } = dependencies;
    ctx.req.socket.setTimeout(IDLE_TIMEOUT);
    extendDeadline(ctx.req, permits.parts.sharing.limitMs);
    ctx.respond = false;
    const context = contextOf(ctx, caller);
    const finish = async (assetId: AssetId): Promise<void> => {
      const finished = await finishUpload(dependencies, { assetId, ownerId: caller.ownerId }, context);
      if (E.isLeft(finished))
        logger.warn({ assetId, fault: finished.left }, 'an upload could not be read; it is tried again');
    };
    await resumableUploads.handle(ctx.req, ctx.res, {
      newId: () => ids.uuid() as AssetId,
      created: async (assetId, { name = '', ...announced }) => {
        const file = { assetId, name, ...announced };
        const registered = await registerAsset(dependencies)(caller, file, context)();
        return E.isLeft(registered) ? refusalOf(registered.left) : undefined;
      },
      finished: (id) => withReadingTimeout(finish(id)),
    });
  };

export const tusRoutes = (router: Router, dependencies: TusDependencies): void => {
  const { queries, readModel, uploads } = dependencies;
  const admit = admission(dependencies);
  const respond = responder(dependencies);

  router.post('/v1/assets', async (ctx, next) => {
    if (ctx.get('tus-resumable') === '') return next();
    const caller = await admit(ctx);
    return E.isLeft(caller) ? sendProblem(ctx, caller.left) : respond(ctx, caller.right);
  });

  router.register('/v1/assets/:id/upload', ['HEAD', 'PATCH', 'DELETE'], async (ctx) => {
    const caller = await admit(ctx);
    if (E.isLeft(caller)) return sendProblem(ctx, caller.left);
    const readable = await readModel.showsWritesOf(writesOf(caller.right.ownerId))();
    if (E.isLeft(readable)) return sendProblem(ctx, readable.left);
    const asset = await assetOfCaller(queries, caller.right, ctx.params['id'])();
    if (E.isLeft(asset)) return sendProblem(ctx, asset.left);
    const { assetId, ownerId } = asset.right;
    await uploads.touch(assetId)();
    await respond(ctx, caller.right);
    if (ctx.method === 'DELETE' && ctx.res.statusCode === 204)
      await pipe(
        deleteAsset(dependencies)({ assetId, ownerId, force: true }, contextOf(ctx, caller.right)),
        TE.tap(() => abandonUpload(dependencies, { assetId, ownerId })),
      )();
    else await uploads.touch(assetId)();
  });
};
