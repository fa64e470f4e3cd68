import { about } from '../codec/codec.js';
import { array, record } from '../codec/containers.js';
import { string } from '../codec/scalars.js';
import { API_KEY_SCOPES, ApiKeyScope } from './events.js';

export const ApiKeyName = string({ minLength: 1, maxLength: 100 });

/** Body of `POST /v1/api-keys`. */
export const IssueApiKeyBody = about(
  'What the key is for, and what it permits.',
  record({
    name: about('What it is for.', ApiKeyName),
    scopes: about(
      'What it may be used for: `read` everything, `edit` videos and assets, `render`, change `webhooks`. At most what the key of this request permits, and not `keys`.',
      array(ApiKeyScope, API_KEY_SCOPES.length),
    ),
  }),
  { title: 'CreateApiKey' },
);
