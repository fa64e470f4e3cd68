import * as t from 'io-ts';
import { about, codec } from '../../codec/codec.js';
import { webUrl } from '../../codec/web-url.js';
import { LIMITS } from '../limits.js';

/** The URL of a file that the service downloads. */
export const mediaUrl = webUrl(LIMITS.urlLength);

/** As {@link mediaUrl}, but an empty string counts as missing. */
export const Source = about(
  'Publicly reachable http: or https: URL of the media, without credentials.',
  codec<string>(
    'source',
    mediaUrl.jsonSchema,
    (u, context) => (u === '' ? t.failure(u, context, 'is required') : mediaUrl.validate(u, context)),
    (source) => source,
  ),
);
