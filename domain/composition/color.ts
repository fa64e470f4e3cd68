/** A colour with four channels from 0 to 255; alpha is not premultiplied. */
export interface Rgba {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a: number;
}

/** Parses `#RGB`, `#RRGGBB`, `#RRGGBBAA` or `transparent`; the codecs have validated the format. */
export const parseColor = (text: string): Rgba => {
  if (text === 'transparent') return { r: 0, g: 0, b: 0, a: 0 };
  const digits = text.slice(1);
  const long = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  const channel = (index: number): number => Number.parseInt(long.slice(index * 2, index * 2 + 2), 16);
  return { r: channel(0), g: channel(1), b: channel(2), a: long.length === 8 ? channel(3) : 255 };
};
