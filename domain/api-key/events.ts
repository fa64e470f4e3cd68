import type { ApiKeyId, OwnerId } from '../ids.js';

// These names and shapes are stored for ever. The key itself is never stored, only its SHA-256 (hex).

/** Most requests per window; a window left out is not limited. */
export interface RateLimits {
  readonly minute?: number;
  readonly hour?: number;
  readonly day?: number;
}

export interface ApiKeyIssued {
  readonly type: 'ApiKeyIssued';
  readonly data: {
    readonly keyId: ApiKeyId;
    readonly ownerId: OwnerId;
    readonly keyHash: string;
    readonly limits: RateLimits;
    readonly at: string;
  };
}

export interface ApiKeyRevoked {
  readonly type: 'ApiKeyRevoked';
  readonly data: { readonly keyId: ApiKeyId; readonly ownerId: OwnerId; readonly at: string };
}

export type ApiKeyEvent = ApiKeyIssued | ApiKeyRevoked;
