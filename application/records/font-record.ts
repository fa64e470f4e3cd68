import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { array, record } from '../../domain/codec/containers.js';
import { number, oneOf } from '../../domain/codec/scalars.js';
import { text } from './fields.js';

const FontAxis = about(
  'An axis of a variable font: values between its ends are drawn as they are.',
  record({
    tag: about('`wght`: the weight, which `fontWeight` sets.', oneOf('wght')),
    minimum: about('Its least value.', number()),
    maximum: about('Its greatest value.', number()),
  }),
  { title: 'FontAxis' },
);

/** A family of fonts that comes with the service. */
export const FontFamilyRecord = about(
  'A family of fonts that comes with the service.',
  record({
    family: text('Its name, as `fontFamily` takes it.'),
    weights: about('The weights it has, ascending.', array(number({ minimum: 100, maximum: 900 }))),
    styles: about(
      'The styles it has; a slant is put on where `italic` is missing.',
      array(oneOf('normal', 'italic')),
    ),
    axes: about('The axes of variable fonts.', array(FontAxis)),
  }),
  { title: 'FontFamily' },
);
export type FontFamilyRecord = t.TypeOf<typeof FontFamilyRecord>;
