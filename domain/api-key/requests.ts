import { about } from '../codec/codec.js';
import { array, record } from '../codec/containers.js';
import { number, string } from '../codec/scalars.js';
import { API_KEY_SCOPES, ApiKeyScope } from './events.js';

export const ApiKeyName = string({ minLength: 1, maxLength: 100 });

/** The most requests in a window. */
const limit = (window: string) => about(`Requests in a ${window}.`, number({ minimum: 1, integer: true }));

/** Rate limits as the API reads and writes them. */
export const ApiKeyLimits = record({}, { minute: limit('minute'), hour: limit('hour'), day: limit('day') });

/** Body of `POST /v1/api-keys`. */
export const IssueApiKeyBody = about(
  'What the key is for, and what it permits.',
  record(
    {
      name: about('What it is for.', ApiKeyName),
      scopes: about(
        'What it may be used for: `read` everything, `edit` videos and assets, `render`, change `webhooks`. At most what the key of this request permits, and not `keys`.',
        array(ApiKeyScope, API_KEY_SCOPES.length),
      ),
    },
    {
      limits: about(
        'How many requests it may send: at most as many as the key of this request, of whose limits they also use. A window that is absent is limited as for that key.',
        ApiKeyLimits,
      ),
    },
  ),
  { title: 'CreateApiKey' },
);
