import type { ApiKeyEvent, ApiKeyIssued } from './events.js';

export type ApiKey = Pick<ApiKeyIssued['data'], 'ownerId' | 'keyHash'> & {
  readonly _tag: 'ApiKey';
  readonly revoked: boolean;
};
export type ApiKeyState = { readonly _tag: 'NoApiKey' } | ApiKey;

export const evolveApiKey = (state: ApiKeyState, event: ApiKeyEvent): ApiKeyState => {
  if (event.type === 'ApiKeyIssued') {
    const { ownerId, keyHash } = event.data;
    return { _tag: 'ApiKey', ownerId, keyHash, revoked: false };
  }
  return state._tag === 'ApiKey' ? { ...state, revoked: true } : state;
};
