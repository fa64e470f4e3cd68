import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { revokeApiKey } from '../../../application/api-keys/api-keys.js';
import { type IssuingRefusal, issueWithKey } from '../../../application/api-keys/issue-with-key.js';
import type { ApiKeyRow } from '../../../application/ports/queries.js';
import { apiKeyRecord, ApiKeyRecord, NewApiKeyRecord } from '../../../application/records/api-key-record.js';
import { MAX_USAGE_DAYS, UsageRecord } from '../../../application/records/usage-record.js';
import { IssueApiKeyBody } from '../../../domain/api-key/requests.js';
import { about } from '../../../domain/codec/codec.js';
import { array, record, withDefault } from '../../../domain/codec/containers.js';
import { wholeNumberFromText } from '../contract/query-codecs.js';
import type { Problem } from '../contract/problem.js';
import { missingScope } from '../server/key-scopes.js';
import { NO_CONTENT, type OfCaller, type Operation, operation } from '../server/operation.js';
import { recordOperation } from '../server/record-operation.js';

const NO_SCOPE_KEYS: Problem = {
  _tag: 'NotPermitted',
  what: 'only the operator issues keys with the scope keys',
};

const problemOf = (refusal: IssuingRefusal | Problem, apiKey: ApiKeyRow): Problem => {
  if (refusal._tag === 'ScopeOfOperator') return NO_SCOPE_KEYS;
  if (refusal._tag === 'AboveLimit') {
    const what = `this API key may send ${refusal.limit} requests per ${refusal.window}, so no key that it issues may send more`;
    return { _tag: 'NotPermitted', what };
  }
  return refusal._tag === 'LacksScope' ? missingScope(apiKey, refusal.scope) : refusal;
};

const NOT_ISSUED: Problem = {
  _tag: 'NotPermitted',
  what: 'only keys that were issued with another key can be revoked here; ask the operator',
};

const keysOfCaller: OfCaller<ReadonlyArray<ApiKeyRow>> = (queries, { ownerId }) =>
  pipe(
    queries.apiKeys.list(ownerId),
    TE.map((keys) => keys.filter(({ revokedAt }) => revokedAt === undefined)),
  );

const issuedKey: OfCaller<ApiKeyRow> = (queries, caller, id) =>
  pipe(
    keysOfCaller(queries, caller, id),
    TE.map((keys) => keys.find(({ keyId }) => keyId === id)),
    TE.flatMap(TE.fromNullable<Problem>({ _tag: 'NotFound', what: 'API key' })),
    TE.filterOrElse(
      ({ issuedBy }) => issuedBy !== undefined,
      (): Problem => NOT_ISSUED,
    ),
  );

export const apiKeyOperations: ReadonlyArray<Operation> = [
  recordOperation('POST /v1/api-keys', {
    id: 'createApiKey',
    tag: 'API keys',
    summary: 'Issue an API key',
    description:
      'Needs a key with the scope `keys`. Requests of the new key also count against the rate limits of that key, and it is revoked with it.',
    body: IssueApiKeyBody,
    example: { name: 'Nightly renders', scopes: ['read', 'render'], limits: { day: 100 } },
    success: 201,
    returns: 'The key, which is shown only once.',
    data: NewApiKeyRecord,
    of: keysOfCaller,
    handle: (dependencies, { caller: { apiKey }, body, context }, keys) => {
      // Only an API key has the scope to get here.
      if (!apiKey) return TE.left(NO_SCOPE_KEYS);
      return pipe(
        issueWithKey(dependencies)(apiKey, body, keys, context),
        TE.bimap(
          (refusal) => problemOf(refusal, apiKey),
          ({ key, row }) => ({ ...apiKeyRecord(row, apiKey), key }),
        ),
      );
    },
  }),

  recordOperation('GET /v1/api-keys', {
    id: 'listApiKeys',
    tag: 'API keys',
    summary: 'List your API keys',
    description: 'The keys that are not revoked, the oldest first.',
    data: array(ApiKeyRecord),
    of: keysOfCaller,
    handle: (_services, { caller }, keys) => TE.right(keys.map((key) => apiKeyRecord(key, caller.apiKey))),
  }),

  operation('DELETE /v1/api-keys/{id}', {
    id: 'revokeApiKey',
    idExample: 'API_KEY_ID',
    tag: 'API keys',
    summary: 'Revoke an API key',
    description:
      'Needs a key with the scope `keys`. Revokes a key that was issued with another one, for good and within 1 s.',
    success: 204,
    of: issuedKey,
    handle: (dependencies, { context }, { keyId }) =>
      pipe(revokeApiKey(dependencies)(keyId, context), TE.as(NO_CONTENT)),
  }),
];

const DAY_MS = 86_400_000;

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const days = about('How many days, with today.', wholeNumberFromText(1, MAX_USAGE_DAYS));

export const usageOperation: Operation = recordOperation('GET /v1/usage', {
  id: 'getUsage',
  tag: 'API keys',
  summary: 'Get your usage by day',
  description: 'The renders of each day, and the space that uploaded files take.',
  query: record({ days: withDefault(days, 30) }),
  data: UsageRecord,
  handle: ({ queries, clock }, { caller: { ownerId }, query }) => {
    const now = clock.now().getTime();
    const range = { first: dateOf(now - (query.days - 1) * DAY_MS), last: dateOf(now) };
    return pipe(
      TE.Do,
      TE.apS('byDay', queries.renders.byDay(ownerId, range)),
      TE.apS('assets', queries.assets.usedBytes(ownerId)),
      TE.map(({ byDay, assets }) => ({ days: byDay, assetBytes: assets.live })),
    );
  },
});
