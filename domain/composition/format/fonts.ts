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
        'The name by which `fontFamily` asks for it. Several fonts may share one: the nearest is taken as in CSS.',
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
        'Its weight; left out, what the file says. A variable font that is given one has only that.',
        number({ minimum: 100, maximum: 900 }),
      ),
      style: about('Its style; left out, what the file says.', oneOf('normal', 'italic')),
    },
  ),
  { title: 'Font' },
);
export type CustomFont = t.TypeOf<typeof CustomFont>;

export const CustomFonts = about(
  'Fonts of your own. They come before fonts of the service with the same name.',
  array(CustomFont, LIMITS.fonts),
);

export const MissingFonts = about(
  'What happens where no font has a name that `fontFamily` gives: another font is taken (`fallback`, when left out), or the render fails.',
  oneOf('fallback', 'fail'),
);
