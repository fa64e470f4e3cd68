import * as E from 'fp-ts/lib/Either.js';
import type { Decider } from '../decider.js';
import type { ApiKeyId, OwnerId } from '../ids.js';
import { streamName } from '../stream-names.js';
import type { ApiKeyCommand } from './commands.js';
import type { ApiKeyEvent, RateLimits } from './events.js';
import type { ApiKeyRefusal } from './refusals.js';

export const apiKeyStream = (id: ApiKeyId): `apiKey-${ApiKeyId}` => streamName('apiKey', id);

/** The rate limits of a key issued without its own. */
export const DEFAULT_RATE_LIMITS: RateLimits = { minute: 10, hour: 300, day: 1000 };

export interface ApiKey {
  readonly _tag: 'ApiKey';
  readonly ownerId: OwnerId;
  readonly revoked: boolean;
}
export type ApiKeyState = { readonly _tag: 'NoApiKey' } | ApiKey;

const evolve = (state: ApiKeyState, event: ApiKeyEvent): ApiKeyState => {
  switch (event.type) {
    case 'ApiKeyIssued':
      return { _tag: 'ApiKey', ownerId: event.data.ownerId, revoked: false };
    case 'ApiKeyRevoked':
      return state._tag === 'ApiKey' ? { ...state, revoked: true } : state;
  }
};

type Decision = E.Either<ApiKeyRefusal, ReadonlyArray<ApiKeyEvent>>;

const decide = (command: ApiKeyCommand, state: ApiKeyState): Decision => {
  const { keyId, at } = command;
  if (command.type === 'IssueApiKey') {
    if (state._tag === 'ApiKey') return E.left({ _tag: 'ApiKeyAlreadyExists', keyId });
    const { type: _, ...data } = command;
    return E.right([{ type: 'ApiKeyIssued', data }]);
  }
  if (state._tag === 'NoApiKey') return E.left({ _tag: 'ApiKeyDoesNotExist', keyId });
  if (state.revoked) return E.right([]);
  return E.right([{ type: 'ApiKeyRevoked', data: { keyId, ownerId: state.ownerId, at } }]);
};

/** API keys: issued, then revoked permanently. */
export const apiKeyDecider: Decider<ApiKeyCommand, ApiKeyState, ApiKeyEvent, ApiKeyRefusal> = {
  initialState: { _tag: 'NoApiKey' },
  decide,
  evolve,
};
