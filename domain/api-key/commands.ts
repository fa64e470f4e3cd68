import type { ApiKeyId, OwnerId } from '../ids.js';
import type { RateLimits } from './events.js';

export interface IssueApiKey {
  readonly type: 'IssueApiKey';
  readonly keyId: ApiKeyId;
  readonly ownerId: OwnerId;
  readonly keyHash: string;
  readonly limits: RateLimits;
  readonly at: string;
}

export interface RevokeApiKey {
  readonly type: 'RevokeApiKey';
  readonly keyId: ApiKeyId;
  readonly at: string;
}

export type ApiKeyCommand = IssueApiKey | RevokeApiKey;
