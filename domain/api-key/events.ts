import * as t from 'io-ts';
import { event, recordedAt, stored } from '../codec/stored.js';
import { ApiKeyId, OwnerId } from '../ids.js';

// These names and shapes are stored forever. The key itself is never stored, only its SHA-256 (hex).

const facts = { keyId: ApiKeyId, ownerId: OwnerId, at: recordedAt };

/** Maximum number of requests per window. An absent window is not limited. */
export const RateLimits = stored({}, { minute: t.number, hour: t.number, day: t.number });
export type RateLimits = t.TypeOf<typeof RateLimits>;

export const ApiKeyIssued = event(
  'ApiKeyIssued',
  stored({ ...facts, keyHash: t.string, limits: RateLimits }),
);

export type ApiKeyIssued = t.TypeOf<typeof ApiKeyIssued>;

export const ApiKeyRevoked = event('ApiKeyRevoked', stored(facts));

export const API_KEY_EVENTS = { ApiKeyIssued, ApiKeyRevoked } as const;
export type ApiKeyEvent = t.TypeOf<(typeof API_KEY_EVENTS)[keyof typeof API_KEY_EVENTS]>;
