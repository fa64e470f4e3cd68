import type * as t from 'io-ts';
import { alternatives } from '../../codec/alternatives.js';
import { about } from '../../codec/codec.js';
import { array, record, withDefault } from '../../codec/containers.js';
import { fraction, number, oneOf, string } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';

const HEX_COLOR = /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/;
export const HEX_COLOR_OR_TRANSPARENT = /^(?:transparent|#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8}))$/;

export const Color = about(
  'A colour: `#RGB`, `#RRGGBB` or `#RRGGBBAA`.',
  string({ pattern: HEX_COLOR, patternMeaning: 'a colour like #RGB, #RRGGBB or #RRGGBBAA' }),
);
export const ColorOrTransparent = about(
  'A colour: `transparent`, `#RGB`, `#RRGGBB` or `#RRGGBBAA`.',
  string({
    pattern: HEX_COLOR_OR_TRANSPARENT,
    patternMeaning: 'transparent or a colour like #RGB, #RRGGBB or #RRGGBBAA',
  }),
);

const GradientStop = about(
  'A colour at a position of the gradient.',
  record({
    offset: about('The position, from 0 (start) to 1 (end).', fraction),
    color: ColorOrTransparent,
  }),
  { title: 'GradientStop' },
);

const Gradient = about(
  'A gradient across the box it fills, as in CSS. Offsets must not decrease.',
  record(
    {
      type: about('The kind of gradient.', oneOf('linear', 'radial', 'conic')),
      angle: withDefault(
        about('Degrees, clockwise; 0 points up, 90 to the right. Not used by `radial`.', number()),
        180,
      ),
      stops: about('At least two stops, in increasing order of their offsets.', array(GradientStop, 32)),
    },
    {},
    [
      {
        field: 'stops',
        among: [],
        problem: ({ stops }) => {
          if (stops.length < 2) return 'must have at least 2 items';
          const rises = stops.every(({ offset }, index) => offset >= (stops[index - 1]?.offset ?? 0));
          return rises ? undefined : 'must be in increasing order of their offsets';
        },
      },
    ],
  ),
  { title: 'Gradient' },
);

export type Gradient = t.TypeOf<typeof Gradient>;

export const Paint = about(
  'A colour or a gradient.',
  alternatives('a colour or a gradient', { string: Color, object: Gradient }),
);
export type Paint = t.TypeOf<typeof Paint>;

/** As {@link Paint}, or `transparent`. */
export const PaintOrTransparent = about(
  'A colour, `transparent` or a gradient.',
  alternatives('a colour, transparent or a gradient', { string: ColorOrTransparent, object: Gradient }),
);

export const Border = about(
  "A line along the inside of the box's edge.",
  record({
    width: withDefault(about('Pixels.', number({ minimum: 0, maximum: LIMITS.edge })), 1),
    color: withDefault(ColorOrTransparent, '#000000'),
  }),
  { title: 'Border' },
);

/** A shadow in px of the canvas; `blur` is twice the standard deviation, as in CSS. */
export const Shadow = about(
  'A shadow, as in CSS. It is not clipped by the box.',
  record({
    x: withDefault(about('Offset to the right in pixels.', number({ minimum: -1000, maximum: 1000 })), 0),
    y: withDefault(about('Offset downwards in pixels.', number({ minimum: -1000, maximum: 1000 })), 0),
    blur: withDefault(
      about(
        'Blur radius in pixels; the standard deviation is half of it.',
        number({ minimum: 0, maximum: 500 }),
      ),
      0,
    ),
    color: withDefault(ColorOrTransparent, '#00000080'),
  }),
  { title: 'Shadow' },
);
export type Shadow = t.TypeOf<typeof Shadow>;
