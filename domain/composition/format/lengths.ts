import { alternatives } from '../../codec/alternatives.js';
import { about } from '../../codec/codec.js';
import { number, type NumberBounds, string } from '../../codec/scalars.js';

/** A length relative to the canvas: a number with its unit. */
export const RELATIVE_LENGTH = /^(-?\d{1,5}(?:\.\d{1,6})?)(%|vw|vh|vmin)$/;

const relative = string({
  maxLength: 20,
  pattern: RELATIVE_LENGTH,
  patternMeaning: 'a length like 12.5%, 3vw, 3vh or 3vmin',
});
const positiveRelative = string({
  maxLength: 20,
  pattern: /^(?!0*(?:\.0*)?[%v])(\d{1,5}(?:\.\d{1,6})?)(%|vw|vh|vmin)$/,
  patternMeaning: 'a positive length like 12.5%, 3vw, 3vh or 3vmin',
});
const positiveOrAuto = string({
  maxLength: 20,
  pattern: /^(?:auto|(?!0*(?:\.0*)?[%v])(\d{1,5}(?:\.\d{1,6})?)(%|vw|vh|vmin))$/,
  patternMeaning: 'auto or a positive length like 12.5%, 3vw, 3vh or 3vmin',
});

/** The units of relative lengths, for descriptions. */
export const LENGTH_UNITS =
  '`%` of the side of the canvas; `vw`, `vh`, `vmin` in hundredths of its width, height, smaller side';

/** A length in px, or relative to the canvas (inside a group: to the group). */
export const length = (description: string, bounds: NumberBounds = {}) =>
  about(
    `${description} A number is pixels; a string is relative: ${LENGTH_UNITS}.`,
    alternatives('a number or a length like 12.5%, 3vw, 3vh or 3vmin', {
      number: number(bounds),
      string: relative,
    }),
  );

/** As {@link length}, but greater than 0. */
export const positiveLength = (description: string, bounds: NumberBounds) =>
  about(
    `${description} A number is pixels; a string is relative: ${LENGTH_UNITS}.`,
    alternatives('a number or a length like 12.5%, 3vw, 3vh or 3vmin', {
      number: number(bounds),
      string: positiveRelative,
    }),
  );

/** As {@link positiveLength}, or `auto`. */
export const lengthOrAuto = (description: string, bounds: NumberBounds) =>
  about(
    `${description} A number is pixels; a string is \`auto\` or relative: ${LENGTH_UNITS}.`,
    alternatives('a number, auto or a length like 12.5%, 3vw, 3vh or 3vmin', {
      number: number(bounds),
      string: positiveOrAuto,
    }),
  );
