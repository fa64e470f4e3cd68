import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { about, type Codec, codec } from '../../codec/codec.js';
import { fitsInUtf8 } from '../../codec/json.js';
import { string } from '../../codec/scalars.js';
import { webUrl } from '../../codec/web-url.js';
import { assetOfSource } from '../../asset/references.js';
import { LIMITS } from '../limits.js';
import { externalReference } from '../svg-references.js';

const address = webUrl(LIMITS.urlLength);

/** Matches a URL or the source of an asset, for the JSON Schema. */
const PATTERN = `^asset:[0-9a-f-]{36}$|${String(address.jsonSchema['pattern'])}`;

/** The URL of a file that the service downloads, or `asset:` and the id of a stored one. */
export const mediaUrl: Codec<string> = codec<string>(
  'media',
  { ...address.jsonSchema, pattern: PATTERN },
  (u, context) =>
    typeof u === 'string' && assetOfSource(u) !== undefined ? t.success(u) : address.validate(u, context),
);

/** As {@link mediaUrl}, but an empty string counts as missing. */
export const Source = about(
  'Publicly reachable http: or https: URL of the media, without credentials; or `asset:` and the id of an asset.',
  codec<string>('source', mediaUrl.jsonSchema, (u, context) =>
    u === '' ? t.failure(u, context, 'is required') : mediaUrl.validate(u, context),
  ),
);

/** Size in bytes. */
const MAX_SVG_BYTES = 256 * 1024;
const svgText = string({ minLength: 1, maxLength: MAX_SVG_BYTES });

/** Matches the beginning of an SVG document, up to the start tag of its root. */
const SVG = /^\uFEFF?\s*<(?:svg[\s>]|(?:\?xml|!--|!DOCTYPE\s+svg)[^]*?<svg[\s>])/i;

export const InlineSvg = about(
  `An SVG document of at most ${MAX_SVG_BYTES / 1024} KiB, instead of \`source\`. It must not refer to anything outside it: pictures in it are \`data:\` URIs. Links of \`a\` elements are permitted. Its texts may use the font families of \`GET /v1/fonts\`, but not those of \`metadata.fonts\`.`,
  codec<string>('svg', svgText.jsonSchema, (u, context) =>
    E.chain((svg: string) => {
      if (!fitsInUtf8(svg, MAX_SVG_BYTES))
        return t.failure<string>(u, context, `must be at most ${MAX_SVG_BYTES} bytes as UTF-8`);
      if (!SVG.test(svg))
        return t.failure<string>(
          u,
          context,
          'must be an SVG document, which begins with <svg or an XML declaration',
        );
      const reference = externalReference(svg);
      return reference === undefined
        ? t.success(svg)
        : t.failure<string>(
            u,
            context,
            `must not refer to anything outside the document, as ${reference} does: embed pictures as data: URIs, and use the font families of GET /v1/fonts`,
          );
    })(svgText.validate(u, context)),
  ),
);
