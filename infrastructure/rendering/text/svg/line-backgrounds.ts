import type { ResolvedText } from '../../../../domain/composition/resolve/resolved.js';
import { type Rect, unionOf } from '../../../../domain/composition/geometry/geometry.js';
import type { Markup } from './markup.js';
import { svgColor, svgPaint } from './paint-svg.js';

type TextBackground = NonNullable<ResolvedText['textBackground']>;

/**
 * The background that follows the lines, or one block for all of them. It is a single shape, so that a translucent
 * colour does not count twice where the backgrounds of lines overlap.
 * @param lines the area of each line that is not empty, from the ascent to the descent of its fonts
 */
export const lineBackgrounds = (
  { color, paddingX, paddingY, borderRadius, border, mode }: TextBackground,
  lines: ReadonlyArray<Rect>,
): Markup => {
  const block = unionOf(lines);
  if (!block || (color === 'transparent' && !isSeen(border))) return { svg: '', bounds: undefined };
  const padded = (mode === 'block' ? [block] : lines).map(({ x, y, width, height }) => ({
    x: x - paddingX,
    y: y - paddingY,
    width: width + paddingX * 2,
    height: height + paddingY * 2,
  }));
  const bounds = unionOf(padded) ?? block;
  const { definition, value } = svgPaint(color, bounds);
  const path = (inset: number) => padded.map((rect) => roundedPath(rect, borderRadius, inset)).join('');
  const line = isSeen(border)
    ? `<path fill="none" stroke="${svgColor(border.color)}" stroke-width="${border.width}" d="${path(border.width / 2)}"/>`
    : '';
  return { svg: `${definition}<path fill="${value}" d="${path(0)}"/>${line}`, bounds };
};

const isSeen = (border: TextBackground['border']): border is NonNullable<typeof border> =>
  border !== undefined && border.width > 0 && border.color !== 'transparent';

/** A rectangle with round corners, less a border at each side. */
const roundedPath = (rect: Rect, radius: number, inset: number): string => {
  const [x, y] = [rect.x + inset, rect.y + inset];
  const width = Math.max(0, rect.width - inset * 2);
  const height = Math.max(0, rect.height - inset * 2);
  const r = Math.max(0, Math.min(radius - inset, width / 2, height / 2));
  if (r === 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const corner = (dx: number, dy: number): string => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return (
    `M${x + r} ${y}h${width - r * 2}${corner(r, r)}v${height - r * 2}${corner(-r, r)}` +
    `h${-(width - r * 2)}${corner(-r, -r)}v${-(height - r * 2)}${corner(r, -r)}z`
  );
};
