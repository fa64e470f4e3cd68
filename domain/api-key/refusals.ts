import type { ApiKeyId } from '../ids.js';

export type ApiKeyRefusal =
  | { readonly _tag: 'ApiKeyDoesNotExist'; readonly keyId: ApiKeyId }
  | { readonly _tag: 'ApiKeyAlreadyExists'; readonly keyId: ApiKeyId };
