import type { ApiKeyId } from '../ids.js';
import type { ApiKeyIssued } from './events.js';

export type IssueApiKey = { readonly type: 'IssueApiKey' } & ApiKeyIssued['data'];

export interface RevokeApiKey {
  readonly type: 'RevokeApiKey';
  readonly keyId: ApiKeyId;
  readonly at: string;
}

export type ApiKeyCommand = IssueApiKey | RevokeApiKey;
