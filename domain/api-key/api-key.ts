import * as E from 'fp-ts/lib/Either.js';
import { aggregate } from '../aggregate.js';
import type { Decider } from '../decider.js';
import type { ApiKeyId } from '../ids.js';
import { streamName } from '../stream-names.js';
import type { ApiKeyCommand } from './commands.js';
import {
  API_KEY_EVENTS,
  API_KEY_SCOPES,
  type ApiKeyEvent,
  type ApiKeyScope,
  type RateLimits,
} from './events.js';
import type { ApiKeyRefusal } from './refusals.js';
import { type ApiKeyState, evolveApiKey } from './state.js';

export const apiKeyStream = (id: ApiKeyId): `apiKey-${ApiKeyId}` => streamName('apiKey', id);

/** The rate limits of a key that was issued without any. */
export const DEFAULT_RATE_LIMITS: RateLimits = { minute: 10, hour: 300, day: 1000 };

/** Maximum number of keys of an owner that were issued with another key and are not revoked. */
export const MAX_ISSUED_KEYS = 100;

/** The scopes of a key. Default: all but `keys`. */
export const scopesOf = ({
  scopes = API_KEY_SCOPES.filter((scope) => scope !== 'keys'),
}: {
  readonly scopes?: ReadonlyArray<ApiKeyScope> | undefined;
}): ReadonlyArray<ApiKeyScope> => scopes;

/** API keys: issued once (a repeated command with the same key changes nothing), then revoked permanently. */
export const apiKeyDecider: Decider<ApiKeyCommand, ApiKeyState, ApiKeyEvent, ApiKeyRefusal> = aggregate({
  category: 'apiKey',
  events: API_KEY_EVENTS,
  evolve: evolveApiKey,
  createdBy: 'IssueApiKey',
  create: (data) => E.right([{ type: 'ApiKeyIssued', data }]),
  isRepeated: ({ keyHash }, key) => key.keyHash === keyHash,
  handle: {
    RevokeApiKey: (_, { revoked }, facts) => E.right(revoked ? [] : [{ type: 'ApiKeyRevoked', data: facts }]),
  },
});
