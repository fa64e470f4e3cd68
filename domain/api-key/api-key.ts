import * as E from 'fp-ts/lib/Either.js';
import { type Decider, isEventOf } from '../decider.js';
import type { ApiKeyId, OwnerId } from '../ids.js';
import { createdBefore } from '../ownership.js';
import { streamName } from '../stream-names.js';
import type { ApiKeyCommand, IssueApiKey, RevokeApiKey } from './commands.js';
import { API_KEY_EVENTS, type ApiKeyEvent, type RateLimits } from './events.js';
import type { ApiKeyRefusal } from './refusals.js';

export const apiKeyStream = (id: ApiKeyId): `apiKey-${ApiKeyId}` => streamName('apiKey', id);

/** The rate limits of a key issued without its own. */
export const DEFAULT_RATE_LIMITS: RateLimits = { minute: 10, hour: 300, day: 1000 };

export interface ApiKey {
  readonly _tag: 'ApiKey';
  readonly ownerId: OwnerId;
  /** SHA-256 of the key, hex. */
  readonly keyHash: string;
  readonly revoked: boolean;
}
export type ApiKeyState = { readonly _tag: 'NoApiKey' } | ApiKey;

const evolve = (state: ApiKeyState, event: ApiKeyEvent): ApiKeyState => {
  switch (event.type) {
    case 'ApiKeyIssued': {
      const { ownerId, keyHash } = event.data;
      return { _tag: 'ApiKey', ownerId, keyHash, revoked: false };
    }
    case 'ApiKeyRevoked':
      return state._tag === 'ApiKey' ? { ...state, revoked: true } : state;
  }
};

type Decision = E.Either<ApiKeyRefusal, ReadonlyArray<ApiKeyEvent>>;

const issue = (command: IssueApiKey, state: ApiKeyState): Decision => {
  const { type: _, ...data } = command;
  if (state._tag === 'NoApiKey') return E.right([{ type: 'ApiKeyIssued', data }]);
  const taken = { _tag: 'ApiKeyAlreadyExists', keyId: data.keyId } as const;
  return state.keyHash === data.keyHash
    ? createdBefore<ApiKeyRefusal>(data.ownerId, taken)(state)
    : E.left(taken);
};

const revoke = ({ keyId, at }: RevokeApiKey, { ownerId, revoked }: ApiKey): Decision =>
  E.right(revoked ? [] : [{ type: 'ApiKeyRevoked', data: { keyId, ownerId, at } }]);

const decide = (command: ApiKeyCommand, state: ApiKeyState): Decision => {
  if (command.type === 'IssueApiKey') return issue(command, state);
  return state._tag === 'ApiKey'
    ? revoke(command, state)
    : E.left({ _tag: 'ApiKeyDoesNotExist', keyId: command.keyId });
};

/** API keys: issued once (a repeated command with the same key changes nothing), then revoked permanently. */
export const apiKeyDecider: Decider<ApiKeyCommand, ApiKeyState, ApiKeyEvent, ApiKeyRefusal> = {
  isEvent: isEventOf<ApiKeyEvent>(API_KEY_EVENTS),
  initialState: { _tag: 'NoApiKey' },
  decide,
  evolve,
};
