import { scopesOf } from '../../../domain/api-key/api-key.js';
import type { ApiKeyScope } from '../../../domain/api-key/events.js';
import type { ApiKeyRow } from '../../../application/ports/queries.js';
import type { Problem } from '../contract/problem.js';
import { changesNothing, type Operation } from './operation.js';

/** The scope of changes, by the collection in the path; that of all others is `edit`. */
const OF_CHANGES: Readonly<Record<string, ApiKeyScope>> = {
  renders: 'render',
  batches: 'render',
  webhooks: 'webhooks',
  'api-keys': 'keys',
};

/** The scope that a request with this query (as text) needs. */
export const scopeOf = (
  operation: Pick<Operation, 'method' | 'path' | 'isRead' | 'scope'>,
  query: Readonly<Record<string, unknown>>,
): ApiKeyScope => {
  if (operation.scope) return operation.scope;
  if (operation.method === 'GET' || changesNothing(operation, query)) return 'read';
  return OF_CHANGES[operation.path.split('/')[2] ?? ''] ?? 'edit';
};

/** Says that a key lacks a scope that something needs. */
export const lackingScope = (apiKey: ApiKeyRow, scope: ApiKeyScope): Problem => ({
  _tag: 'NotPermitted',
  what: `this needs an API key with the scope ${scope}; the scopes of this one are ${scopesOf(apiKey).join(', ')}`,
});

/** Why a key does not permit what needs a scope, if it does not. */
export const lackOfScope = (apiKey: ApiKeyRow, scope: ApiKeyScope): Problem | undefined =>
  scopesOf(apiKey).includes(scope) ? undefined : lackingScope(apiKey, scope);
