import type { CSSProperties } from 'react';
import type { Canvas } from '../../../../domain/composition/composition.js';
import { centreOf, type Placement } from '../../../../domain/composition/geometry/geometry.js';
import type { Paint } from '../../../../domain/composition/fields/paint.js';
import type {
  ResolvedClip,
  ResolvedSpan,
  ResolvedText,
  ResolvedTextStyle,
} from '../../../../domain/composition/resolve/resolved.js';
import { facesOf } from '../form/font-faces.js';

// The styles of texts and captions in CSS.

export const imageOf = (paint: Paint): string => {
  if (typeof paint === 'string') return `linear-gradient(${paint}, ${paint})`;
  const stops = paint.stops.map(({ color, offset }) => `${color} ${offset * 100}%`).join();
  return {
    linear: `linear-gradient(${paint.angle}deg, ${stops})`,
    radial: `radial-gradient(${stops})`,
    conic: `conic-gradient(from ${paint.angle}deg, ${stops})`,
  }[paint.type];
};

const tan = (degrees: number): number => Math.tan((degrees * Math.PI) / 180);

const shadowOf = ({ x, y, blur, color }: NonNullable<ResolvedSpan['shadow']>): string =>
  `${x}px ${y}px ${blur}px ${color}`;

/** The style of glyphs, of a text, a span or a word of a caption: lengths in px of the canvas. */
export const glyphStyle = (of: Partial<ResolvedText> | ResolvedSpan): CSSProperties => {
  const { fontSize, fontWeight, fontStyle, lineHeight, letterSpacing, wordSpacing, textTransform } = of;
  const { color, fontFamily, strokeWidth, strokeColor, shadow, underline, lineThrough } = of;
  const lines = [...(underline ? ['underline'] : []), ...(lineThrough ? ['line-through'] : [])].join(' ');
  return {
    fontSize,
    fontWeight,
    fontStyle,
    lineHeight,
    letterSpacing,
    textTransform,
    ...(fontFamily === undefined ? {} : { fontFamily: facesOf(fontFamily) }),
    ...(wordSpacing === undefined ? {} : { wordSpacing: `${wordSpacing}px` }),
    ...(lines === '' ? {} : { textDecorationLine: lines }),
    // Half of a stroke is below the glyph.
    ...(strokeWidth
      ? { WebkitTextStroke: `${strokeWidth * 2}px ${strokeColor}`, paintOrder: 'stroke fill' }
      : {}),
    ...(shadow ? { textShadow: shadowOf(shadow) } : {}),
    ...(typeof color === 'string' ? { color } : {}),
    ...(typeof color === 'object'
      ? { backgroundImage: imageOf(color), backgroundClip: 'text', color: 'transparent' }
      : {}),
  };
};

/** The background that follows the lines. It takes no room. */
export const linesStyle = ({ textBackground }: Pick<ResolvedText, 'textBackground'>): CSSProperties => {
  if (!textBackground) return {};
  const { color, paddingX, paddingY, borderRadius } = textBackground;
  return {
    background: imageOf(color),
    padding: `${paddingY}px ${paddingX}px`,
    margin: `0 ${-paddingX}px`,
    borderRadius,
    boxDecorationBreak: 'clone',
  };
};

export type BoxStyle = CSSProperties & Canvas;

/** By how much boxes are enlarged, and shrunk again: the browser moves lines to whole px. */
const FINE = 8;

/**
 * The box of a clip: as large as what is in it, and scaled to the stage about its centre.
 * @param zoom of the stage; undefined in a group, which has it
 * @param size of what is in it, in px of the canvas: texts and captions fill their boxes, groups are scaled
 */
export const boxStyle = (
  { effects, transform }: Pick<ResolvedClip, 'effects' | 'transform'>,
  { box, rotation }: Placement,
  zoom: number | undefined,
  { width, height }: Canvas = box,
): BoxStyle => {
  const centre = centreOf(box);
  const factor = zoom === undefined ? 1 : zoom / FINE;
  const [across, down] = [(factor * box.width) / width, (factor * box.height) / height];
  const { flip, skew = { x: 0, y: 0 } } = transform;
  const radius = effects?.borderRadius ?? 0;
  return {
    ...(zoom === undefined ? {} : { zoom: FINE }),
    left: centre.x * factor - width / 2,
    top: centre.y * factor - height / 2,
    width,
    height,
    transform: `rotate(${rotation}deg) matrix(1, ${tan(skew.y)}, ${tan(skew.x)}, 1, 0, 0) scale(${flip?.x ? -across : across}, ${flip?.y ? -down : down})`,
    // The corners are cut off, also those of the border.
    ...(radius === 0 ? {} : { clipPath: `inset(0 round ${[radius].flat().join('px ')}px)` }),
    opacity: effects?.opacity ?? 1,
    mixBlendMode: effects?.blendMode ?? 'normal',
  };
};

/** What is around glyphs: of a text, or of a word of a caption. */
export const edgeStyle = ({
  backgroundColor,
  borderWidth,
  borderColor,
  padding,
}: ResolvedTextStyle): CSSProperties => ({
  padding,
  border: `${borderWidth}px solid ${borderColor}`,
  ...(backgroundColor === undefined ? {} : { background: imageOf(backgroundColor) }),
});

/** Where lines lie in a box that has room left. */
export const alignedLines = (align: ResolvedText['verticalAlign'] = 'top') =>
  ({ top: 'start', middle: 'center', bottom: 'end' })[align];
