import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { MAX_ISSUED_KEYS, scopesOf } from '../../domain/api-key/api-key.js';
import type { ApiKeyScope, RateLimits } from '../../domain/api-key/events.js';
import type { ApiKeyRefusal } from '../../domain/api-key/refusals.js';
import type { CommandContext } from '../commands/handle-command.js';
import type { WriteDependencies } from '../commands/write-and-await.js';
import type { Fault } from '../ports/fault.js';
import { RATE_WINDOWS, type RateWindow } from '../ports/rate-limits.js';
import type { ApiKeyRow } from '../ports/queries.js';
import { type IssuedApiKey, issueApiKey, type NewApiKey } from './api-keys.js';

/** Why a key cannot issue another one. */
export type IssuingRefusal =
  /** Only the operator issues keys with the scope `keys`. */
  | { readonly _tag: 'ScopeOfOperator' }
  /** The issuing key does not have this scope itself. */
  | { readonly _tag: 'LacksScope'; readonly scope: ApiKeyScope }
  /** The issuing key may not send as many requests in this window itself. */
  | { readonly _tag: 'AboveLimit'; readonly window: RateWindow; readonly limit: number }
  | { readonly _tag: 'TooManyApiKeys'; readonly limit: number };

type IssuingTask<A> = TE.TaskEither<IssuingRefusal | ApiKeyRefusal | Fault, A>;

/** What somebody asks for. */
type Requested = Required<Pick<NewApiKey, 'name' | 'scopes'>> & { readonly limits?: RateLimits | undefined };

/** The keys of an owner that are not revoked. */
type KeysInUse = ReadonlyArray<ApiKeyRow>;

const checkIssuing = (
  issuer: ApiKeyRow,
  { scopes, limits = {} }: Requested,
  inUse: KeysInUse,
): E.Either<IssuingRefusal, void> => {
  if (scopes.includes('keys')) return E.left({ _tag: 'ScopeOfOperator' });
  const lacking = scopes.find((scope) => !scopesOf(issuer).includes(scope));
  if (lacking !== undefined) return E.left({ _tag: 'LacksScope', scope: lacking });
  for (const window of RATE_WINDOWS) {
    const { [window]: limit = Infinity } = issuer.limits;
    if ((limits[window] ?? 0) > limit) return E.left({ _tag: 'AboveLimit', window, limit });
  }
  const issued = inUse.filter(({ issuedBy }) => issuedBy !== undefined).length;
  return issued < MAX_ISSUED_KEYS
    ? E.right(undefined)
    : E.left({ _tag: 'TooManyApiKeys', limit: MAX_ISSUED_KEYS });
};

/**
 * Issues a key with another one, the issuer: with scopes that the issuer has, but not `keys`. Its requests also count
 * against the limits of the issuer, and it is revoked with it (docs/adr/0031-keys-that-issue-keys.md).
 * @returns the key, shown only once, and its row
 */
export const issueWithKey =
  (dependencies: WriteDependencies) =>
  (
    issuer: ApiKeyRow,
    requested: Requested,
    inUse: KeysInUse,
    context: CommandContext,
  ): IssuingTask<{ readonly key: string; readonly row: ApiKeyRow }> => {
    const { ownerId, keyId: issuedBy } = issuer;
    const limits = { ...issuer.limits, ...requested.limits };
    const issued = {
      ownerId,
      limits,
      name: requested.name,
      scopes: [...new Set(requested.scopes)],
      issuedBy,
    };
    return pipe(
      TE.fromEither(checkIssuing(issuer, requested, inUse)),
      TE.flatMap((): IssuingTask<IssuedApiKey> => issueApiKey(dependencies)(issued, context)),
      TE.map(({ keyId, key }) => ({
        key,
        row: { ...issued, keyId, createdAt: dependencies.clock.now().toISOString() },
      })),
    );
  };
