import * as E from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import type { WriteSide } from '../../../application/commands/write-and-await.js';
import type { RateLimiter } from '../../../application/ports/rate-limits.js';
import type { Problem } from '../contract/problem.js';
import { type Authentication, authenticator, type Caller } from './authenticate.js';
import { countRequest, type Counted } from './limit-rate.js';
import type { Operation } from './operation.js';

export interface Identification extends Authentication, Pick<WriteSide, 'activeOwners'> {
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
    dependencies.activeOwners.saw(ownerId);
    ctx.state['log'] = { ownerId, actor };
    const counted = await count(authenticated.right, operation);
    if (E.isLeft(counted)) return counted;
    ctx.set(counted.right.headers);
    return counted.right.problem ? E.left(counted.right.problem) : authenticated;
  };
};
