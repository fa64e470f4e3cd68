import type { CommandsOf } from '../aggregate.js';
import type { ApiKeyIssued, ApiKeyRevoked } from './events.js';

export type ApiKeyCommand = CommandsOf<{
  IssueApiKey: ApiKeyIssued['data'];
  RevokeApiKey: Omit<ApiKeyRevoked['data'], 'ownerId'>;
}>;
