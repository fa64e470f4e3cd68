import * as t from 'io-ts';
import { oneOf } from '../codec/scalars.js';
import { event, recordedAt, stored } from '../codec/stored.js';
import { ApiKeyId, OwnerId } from '../ids.js';

// These names and shapes are stored forever. The key itself is never stored, only its SHA-256 (hex).

const facts = { keyId: ApiKeyId, ownerId: OwnerId, at: recordedAt };

/** Maximum number of requests per window. An absent window is not limited. */
export const RateLimits = stored({}, { minute: t.number, hour: t.number, day: t.number });
export type RateLimits = t.TypeOf<typeof RateLimits>;

/**
 * What a key may be used for: `read` everything; `edit` videos and assets; `render` them; register and change `webhooks`;
 * issue and revoke other `keys`.
 */
export const API_KEY_SCOPES = ['read', 'edit', 'render', 'webhooks', 'keys'] as const;
export const ApiKeyScope = oneOf(...API_KEY_SCOPES);
export type ApiKeyScope = t.TypeOf<typeof ApiKeyScope>;

/** `scopes` default to all but `keys`. `issuedBy`: the key that issued it; its requests count against that key's limits. */
export const ApiKeyIssued = event(
  'ApiKeyIssued',
  stored(
    { ...facts, keyHash: t.string, limits: RateLimits },
    { name: t.string, scopes: t.readonlyArray(ApiKeyScope), issuedBy: ApiKeyId },
  ),
);

export type ApiKeyIssued = t.TypeOf<typeof ApiKeyIssued>;

export const ApiKeyRevoked = event('ApiKeyRevoked', stored(facts));
export type ApiKeyRevoked = t.TypeOf<typeof ApiKeyRevoked>;

export const API_KEY_EVENTS = { ApiKeyIssued, ApiKeyRevoked } as const;
export type ApiKeyEvent = t.TypeOf<(typeof API_KEY_EVENTS)[keyof typeof API_KEY_EVENTS]>;
