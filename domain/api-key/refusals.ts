import type { ApiKeyId } from '../ids.js';
import type { ExistenceRefusal } from '../ownership.js';

export type ApiKeyRefusal = ExistenceRefusal<'ApiKey', { keyId: ApiKeyId }>;
