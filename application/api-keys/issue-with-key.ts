import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { MAX_ISSUED_KEYS, scopesOf } from '../../domain/api-key/api-key.js';
import type { ApiKeyScope } from '../../domain/api-key/events.js';
import type { ApiKeyRefusal } from '../../domain/api-key/refusals.js';
import type { CommandContext } from '../commands/handle-command.js';
import type { WriteDependencies } from '../commands/write-and-await.js';
import type { Fault } from '../ports/fault.js';
import type { ApiKeyRow } from '../ports/queries.js';
import { type IssuedApiKey, issueApiKey, type NewApiKey } from './api-keys.js';

/** Why a key cannot issue another one. */
export type IssuingRefusal =
  /** Only the operator issues keys with the scope `keys`. */
  | { readonly _tag: 'ScopeOfOperator' }
  /** The issuing key does not have this scope itself. */
  | { readonly _tag: 'LacksScope'; readonly scope: ApiKeyScope }
  | { readonly _tag: 'TooManyApiKeys'; readonly limit: number };

type IssuingTask<A> = TE.TaskEither<IssuingRefusal | ApiKeyRefusal | Fault, A>;

/** The keys of an owner that are not revoked. */
type KeysInUse = ReadonlyArray<ApiKeyRow>;

const checkIssuing = (
  issuer: ApiKeyRow,
  requested: ReadonlyArray<ApiKeyScope>,
  inUse: KeysInUse,
): E.Either<IssuingRefusal, void> => {
  if (requested.includes('keys')) return E.left({ _tag: 'ScopeOfOperator' });
  const lacking = requested.find((scope) => !scopesOf(issuer).includes(scope));
  if (lacking !== undefined) return E.left({ _tag: 'LacksScope', scope: lacking });
  const issued = inUse.filter(({ issuedBy }) => issuedBy !== undefined).length;
  return issued < MAX_ISSUED_KEYS
    ? E.right(undefined)
    : E.left({ _tag: 'TooManyApiKeys', limit: MAX_ISSUED_KEYS });
};

/**
 * Issues a key with another one, the issuer: with scopes that the issuer has, but not `keys`. The new key shares the rate
 * limits of the issuer, and is revoked with it (docs/adr/0031-keys-that-issue-keys.md).
 * @returns the key, shown only once, and its row
 */
export const issueWithKey =
  (dependencies: WriteDependencies) =>
  (
    issuer: ApiKeyRow,
    { name, scopes }: Required<Pick<NewApiKey, 'name' | 'scopes'>>,
    inUse: KeysInUse,
    context: CommandContext,
  ): IssuingTask<{ readonly key: string; readonly row: ApiKeyRow }> => {
    const { ownerId, limits, keyId: issuedBy } = issuer;
    const issued = { ownerId, limits, name, scopes: [...new Set(scopes)], issuedBy };
    return pipe(
      TE.fromEither(checkIssuing(issuer, scopes, inUse)),
      TE.flatMap((): IssuingTask<IssuedApiKey> => issueApiKey(dependencies)(issued, context)),
      TE.map(({ keyId, key }) => ({
        key,
        row: { ...issued, keyId, createdAt: dependencies.clock.now().toISOString() },
      })),
    );
  };
