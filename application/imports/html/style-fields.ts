import type { Reader } from '../reading/reader.js';
import type { Css } from './css.js';

/** The longest value of CSS that is read, in characters. */
const MAX_VALUE = 2000;
/** The most declarations that are read. */
const MAX_FIELDS = 200;

/** Fields whose numbers are not lengths. */
const WITHOUT_UNIT = /weight|line-height|opacity|z-index|flex|order/;

const kebab = (name: string): string =>
  name.replaceAll('_', '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * The fields of an object as declarations of CSS: `fontSize`, `font_size` and `font-size` are the same, and numbers are
 * px where CSS has lengths.
 * @param renamed names that CSS has under others; undefined for fields that are read elsewhere
 */
export const styleFields = (
  style: Reader,
  renamed: Readonly<Record<string, string | undefined>> = {},
): Css => {
  const css: Record<string, string> = {};
  for (const [index, name] of style.names().entries()) {
    if (Object.hasOwn(renamed, name) && renamed[name] === undefined) continue;
    const value = style.raw(name);
    const property = renamed[name] ?? kebab(name);
    if (typeof value === 'number') css[property] = WITHOUT_UNIT.test(property) ? String(value) : `${value}px`;
    else if (typeof value === 'string' && value.length <= MAX_VALUE && index < MAX_FIELDS)
      css[property] = value;
    else style.differs(name, 'is not a value of CSS that can be read, and was left out');
  }
  return css;
};
