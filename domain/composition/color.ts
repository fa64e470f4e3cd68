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

/**
 * Interpolates two colours as CSS does, with premultiplied alpha; returns `#RRGGBBAA`. `p` is 0 for `from` and 1 for `to`;
 * beyond, it extrapolates within the range of the channels.
 */
export const mixedColor = (from: string, to: string, p: number): string => {
  const [a, b] = [parseColor(from), parseColor(to)];
  const within = (value: number): number => Math.min(255, Math.max(0, value));
  const alpha = a.a + (b.a - a.a) * p;
  const channel = (x: number, y: number): number =>
    alpha > 0 ? within((x * a.a * (1 - p) + y * b.a * p) / alpha) : 0;
  return `#${[channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b), within(alpha)]
    .map((value) => Math.round(value).toString(16).padStart(2, '0'))
    .join('')}`;
};
