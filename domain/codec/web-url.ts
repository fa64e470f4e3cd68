import * as E from 'fp-ts/lib/Either.js';
import { type Codec, identityCodec } from './codec.js';
import { string } from './scalars.js';

/** Scheme, host and rest, without user information and without anything that URL parsers interpret differently. */
const WEB_URL = /^[hH][tT][tT][pP][sS]?:\/\/[^\s/?#@\\]+(?:[/?#][^\s\\]*)?$/;

/**
 * An absolute http: or https: URL without credentials, of at most `maxLength` characters (WHATWG URL, RFC 9110 4.2).
 */
export const webUrl = (maxLength: number): Codec<string> => {
  const text = string({ maxLength, pattern: WEB_URL });
  return identityCodec('url', text.jsonSchema, (u) => {
    const checked = text.decode(u);
    return E.isRight(checked) && URL.canParse(checked.right)
      ? checked
      : E.left('must be an absolute http: or https: URL without credentials or whitespace');
  });
};

/** The last segment of the path of a URL, so that neither its host nor its folders are disclosed. */
export const fileNameOf = (address: string): string => {
  const [name = ''] = URL.canParse(address) ? new URL(address).pathname.split('/').slice(-1) : [];
  return name || 'unnamed';
};

/** A URL without parts that may be secret: user, password, query and fragment. */
export const withoutSecrets = (address: string): string => {
  if (!URL.canParse(address)) return 'an address that cannot be shown';
  const { protocol, host, pathname } = new URL(address);
  // The address of an asset has no host.
  return host === '' ? `${protocol}${pathname}` : `${protocol}//${host}${pathname}`;
};
