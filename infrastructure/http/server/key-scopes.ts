import { scopesOf } from '../../../domain/api-key/api-key.js';
import type { ApiKeyScope } from '../../../domain/api-key/events.js';
import type { ApiKeyRow } from '../../../application/ports/queries.js';
import type { Problem } from '../contract/problem.js';
import { changesNothing, type Operation } from './operation.js';

/** The scopes of changes by the collection in the path; others need `edit`. */
const CHANGE_SCOPES: Readonly<Record<string, ApiKeyScope>> = {
  renders: 'render',
  batches: 'render',
  webhooks: 'webhooks',
  'api-keys': 'keys',
};

/** The scope that a request needs. @param query not decoded */
export const scopeOf = (
  operation: Pick<Operation, 'method' | 'path' | 'isRead' | 'scope'>,
  query: Readonly<Record<string, unknown>>,
): ApiKeyScope => {
  if (operation.scope) return operation.scope;
  if (operation.method === 'GET' || changesNothing(operation, query)) return 'read';
  return CHANGE_SCOPES[operation.path.split('/')[2] ?? ''] ?? 'edit';
};

/** The problem that a key lacks a required scope. */
export const missingScope = (apiKey: ApiKeyRow, scope: ApiKeyScope): Problem => ({
  _tag: 'NotPermitted',
  what: `this needs an API key with the scope ${scope}; the scopes of this one are ${scopesOf(apiKey).join(', ')}`,
});

/** The problem if the key lacks the scope; undefined if it has it. */
export const scopeRefusal = (apiKey: ApiKeyRow, scope: ApiKeyScope): Problem | undefined =>
  scopesOf(apiKey).includes(scope) ? undefined : missingScope(apiKey, scope);
