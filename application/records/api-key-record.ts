import type * as t from 'io-ts';
import { scopesOf } from '../../domain/api-key/api-key.js';
import { API_KEY_SCOPES, ApiKeyScope } from '../../domain/api-key/events.js';
import { ApiKeyLimits } from '../../domain/api-key/requests.js';
import { about } from '../../domain/codec/codec.js';
import { array, record } from '../../domain/codec/containers.js';
import { boolean } from '../../domain/codec/scalars.js';
import type { ApiKeyRow } from '../ports/queries.js';
import { asRecord, dateTime, text } from './fields.js';

const fields = {
  _id: text('Opaque identifier of the key.'),
  scopes: about('What it may be used for.', array(ApiKeyScope, API_KEY_SCOPES.length)),
  limits: about(
    'How many requests it may send in each window; a window that is absent has no limit. The requests of a key that was issued with another also count against the limits of that key.',
    ApiKeyLimits,
  ),
  current: about('Whether this request was sent with it.', boolean),
  createdAt: dateTime('When it was issued.'),
};
const optional = {
  name: text('What it is for.'),
  issuedBy: text('The key that it was issued with. Absent: the operator issued it.'),
};

/** An API key as its owner sees it; the key itself is not stored. */
export const ApiKeyRecord = about('An API key, without its secret.', record(fields, optional), {
  title: 'ApiKey',
});
export type ApiKeyRecord = t.TypeOf<typeof ApiKeyRecord>;

export const NewApiKeyRecord = about(
  'A newly issued API key.',
  record({ ...fields, key: text('The key. Shown only once.') }, optional),
  { title: 'NewApiKey' },
);

/** @param current the key of the request */
export const apiKeyRecord = (key: ApiKeyRow, current: ApiKeyRow | undefined): ApiKeyRecord =>
  asRecord(ApiKeyRecord, {
    _id: key.keyId,
    ...key,
    scopes: scopesOf(key),
    current: key.keyId === current?.keyId,
  });
