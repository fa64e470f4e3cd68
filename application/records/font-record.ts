import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { array, record } from '../../domain/codec/containers.js';
import { number, oneOf } from '../../domain/codec/scalars.js';
import { text } from './fields.js';

const FontAxis = about(
  'An axis of a variable font; values between its bounds can be used.',
  record({
    tag: about('`wght`: the weight, which `fontWeight` sets.', oneOf('wght')),
    minimum: about('Its minimum value.', number()),
    maximum: about('Its maximum value.', number()),
  }),
  { title: 'FontAxis' },
);

export const FontFamilyRecord = about(
  'A font family included in the service.',
  record({
    family: text('Its name, for use as `fontFamily`.'),
    weights: about('The available weights, ascending.', array(number({ minimum: 100, maximum: 900 }))),
    styles: about(
      'The available styles. Without `italic`, it is synthesised by slanting.',
      array(oneOf('normal', 'italic')),
    ),
    axes: about('The axes of variable fonts.', array(FontAxis)),
  }),
  { title: 'FontFamily' },
);
export type FontFamilyRecord = t.TypeOf<typeof FontFamilyRecord>;
