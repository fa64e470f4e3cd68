import type * as t from 'io-ts';
import { about } from '../../codec/codec.js';
import { array, record } from '../../codec/containers.js';
import { number, oneOf, string } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';
import { Source } from './source.js';

const CustomFont = about(
  `A font of your own: TTF, OTF or WOFF2, also variable; at most ${LIMITS.fontBytes / 1024 / 1024} MiB.`,
  record(
    {
      family: about(
        'The name for use as `fontFamily`. Several fonts may share a name; the best match is selected as in CSS.',
        string({
          minLength: 1,
          maxLength: 255,
          pattern: /[\p{L}\p{N}]/u,
          patternMeaning: 'a name with a letter or a digit',
        }),
      ),
      source: about('Publicly reachable http: or https: URL of the font, without credentials.', Source),
    },
    {
      weight: about(
        'Its weight. Default: the weight in the file. A variable font with a given weight has only that weight.',
        number({ minimum: 100, maximum: 900 }),
      ),
      style: about('Its style. Default: the style in the file.', oneOf('normal', 'italic')),
    },
  ),
  { title: 'Font' },
);
export type CustomFont = t.TypeOf<typeof CustomFont>;

export const CustomFonts = about(
  'Your own fonts. They take precedence over fonts of the service with the same name.',
  array(CustomFont, LIMITS.fonts),
);

export const MissingFonts = about(
  'What happens if no font has the name in `fontFamily`: another font is used (`fallback`, the default), or the render fails.',
  oneOf('fallback', 'fail'),
);
