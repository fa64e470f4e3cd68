import { alternatives } from '../../codec/alternatives.js';
import { about } from '../../codec/codec.js';
import { number, type NumberBounds, string } from '../../codec/scalars.js';

/** Programs write quotients such as 100 / 3 with 17 digits. */
const AMOUNT = String.raw`\d{1,5}(?:\.\d{1,24})?`;
const UNIT = '(%|vw|vh|vmin|vmax)';
const POSITIVE = String.raw`(?!0*(?:\.0*)?[%v])(${AMOUNT})${UNIT}`;

/** A length relative to the canvas: a number with its unit. */
export const RELATIVE_LENGTH = new RegExp(`^(-?${AMOUNT})${UNIT}$`);
const MAX_RELATIVE_LENGTH_CHARACTERS = 40;

const relativeLength = (pattern: RegExp) => string({ maxLength: MAX_RELATIVE_LENGTH_CHARACTERS, pattern });
const relative = relativeLength(RELATIVE_LENGTH);
const notNegativeRelative = relativeLength(new RegExp(`^(${AMOUNT})${UNIT}$`));
const positiveRelative = relativeLength(new RegExp(`^${POSITIVE}$`));
const positiveOrAuto = relativeLength(new RegExp(`^(?:auto|${POSITIVE})$`));

/** The units of relative lengths, for descriptions. */
export const LENGTH_UNITS =
  '`%` of the side of the canvas; `vw`, `vh`, `vmin`, `vmax` in hundredths of its width, height, smaller side, larger side';

const EXAMPLES = 'length like 12.5%, 3vw, 3vh or 3vmin';

const lengthOf =
  (expected: string, string: typeof relative) =>
  (description: string, bounds: NumberBounds = {}) =>
    about(
      `${description} A number is pixels; a string is relative: ${LENGTH_UNITS}.`,
      alternatives(expected, { number: number(bounds), string }),
    );

/** A length in px, or relative to the canvas (inside a group: to the group). */
export const length = lengthOf(`a number or a ${EXAMPLES}`, relative);

/** As {@link length}, but 0 or greater. */
export const notNegativeLength = lengthOf(`a number or a ${EXAMPLES}, not negative`, notNegativeRelative);

/** As {@link length}, but greater than 0. */
export const positiveLength = lengthOf(`a number or a positive ${EXAMPLES}`, positiveRelative);

/** As {@link positiveLength}, or `auto`. */
export const lengthOrAuto = (description: string, bounds: NumberBounds) =>
  about(
    `${description} A number is pixels; a string is \`auto\` or relative: ${LENGTH_UNITS}.`,
    alternatives(`a number, auto or a positive ${EXAMPLES}`, {
      number: number(bounds),
      string: positiveOrAuto,
    }),
  );
