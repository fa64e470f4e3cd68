import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type Decider, isEventOf } from '../decider.js';
import type { ApiKeyId } from '../ids.js';
import { createdBefore, existing } from '../ownership.js';
import { streamName } from '../stream-names.js';
import type { ApiKeyCommand, IssueApiKey, RevokeApiKey } from './commands.js';
import {
  API_KEY_EVENTS,
  API_KEY_SCOPES,
  type ApiKeyEvent,
  type ApiKeyScope,
  type RateLimits,
} from './events.js';
import type { ApiKeyRefusal } from './refusals.js';
import { type ApiKey, type ApiKeyState, evolveApiKey } from './state.js';

export const apiKeyStream = (id: ApiKeyId): `apiKey-${ApiKeyId}` => streamName('apiKey', id);

/** The rate limits of a key issued without its own. */
export const DEFAULT_RATE_LIMITS: RateLimits = { minute: 10, hour: 300, day: 1000 };

/** How many keys of an owner that were issued with other keys can be in use. */
export const MAX_ISSUED_KEYS = 100;

/** What a key permits: without a list of its own, everything but issuing and revoking keys. */
export const scopesOf = ({
  scopes = API_KEY_SCOPES.filter((scope) => scope !== 'keys'),
}: {
  readonly scopes?: ReadonlyArray<ApiKeyScope> | undefined;
}): ReadonlyArray<ApiKeyScope> => scopes;

type Decision = E.Either<ApiKeyRefusal, ReadonlyArray<ApiKeyEvent>>;

const issue = (command: IssueApiKey, state: ApiKeyState): Decision => {
  const { type: _, ...data } = command;
  if (state._tag === 'NoApiKey') return E.right([{ type: 'ApiKeyIssued', data }]);
  const { keyId, ownerId, keyHash } = data;
  return state.keyHash === keyHash
    ? createdBefore('ApiKey', { keyId }, ownerId, state)
    : E.left({ _tag: 'ApiKeyAlreadyExists', keyId });
};

const revoke = ({ keyId, at }: RevokeApiKey, { ownerId, revoked }: ApiKey): Decision =>
  E.right(revoked ? [] : [{ type: 'ApiKeyRevoked', data: { keyId, ownerId, at } }]);

const decide = (command: ApiKeyCommand, state: ApiKeyState): Decision => {
  if (command.type === 'IssueApiKey') return issue(command, state);
  return pipe(
    state,
    existing('ApiKey', { keyId: command.keyId }),
    E.flatMap((key) => revoke(command, key)),
  );
};

/** API keys: issued once (a repeated command with the same key changes nothing), then revoked permanently. */
export const apiKeyDecider: Decider<ApiKeyCommand, ApiKeyState, ApiKeyEvent, ApiKeyRefusal> = {
  isEvent: isEventOf<ApiKeyEvent>(API_KEY_EVENTS),
  initialState: { _tag: 'NoApiKey' },
  decide,
  evolve: evolveApiKey,
};
