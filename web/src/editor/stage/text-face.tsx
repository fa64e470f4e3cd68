import type { CSSProperties, ReactNode } from 'react';
import type { Placement } from '../../../../domain/composition/geometry/geometry.js';
import type { Paint } from '../../../../domain/composition/format/paint.js';
import type {
  ResolvedClipOf,
  ResolvedSpan,
  ResolvedText,
} from '../../../../domain/composition/resolve/resolved.js';
import { facesOf, useFace } from '../form/font-faces.js';
import type { PlacedClip } from '../places.js';
import { useShared } from '../shared.js';

/** Makes an empty line as high as others. */
const NO_WIDTH = '\u200B';

const imageOf = (paint: Paint): string => {
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

/** The style of glyphs, of a text or a span: lengths in px of the canvas. */
const glyphStyle = (of: Partial<ResolvedText> | ResolvedSpan): CSSProperties => {
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

const Letters = ({ content, spans }: ResolvedText): ReactNode => {
  if (!spans) return content === '' || content.endsWith('\n') ? content + NO_WIDTH : content;
  return spans.map(({ text, ...span }, index) => (
    <span
      key={index}
      style={{
        ...(span.backgroundColor === undefined ? {} : { background: imageOf(span.backgroundColor) }),
        ...glyphStyle(span),
      }}
    >
      {text}
    </span>
  ));
};

/** The background that follows the lines. It takes no room. */
const linesStyle = ({ textBackground }: ResolvedText): CSSProperties => {
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

/** The box of a text: as large as on the canvas, and scaled to the stage about its centre. */
const boxStyle = (
  { effects, transform, textProperties }: ResolvedClipOf<'text'>,
  { box, rotation }: Placement,
  zoom: number,
): CSSProperties => {
  const { x, y, width, height } = box;
  const { flip, skew = { x: 0, y: 0 } } = transform;
  const { backgroundColor, borderWidth, borderColor, padding, overflow, verticalAlign } = textProperties;
  const radius = effects?.borderRadius ?? 0;
  return {
    left: (x + width / 2) * zoom - width / 2,
    top: (y + height / 2) * zoom - height / 2,
    width,
    height,
    padding,
    transform: `rotate(${rotation}deg) matrix(1, ${tan(skew.y)}, ${tan(skew.x)}, 1, 0, 0) scale(${flip?.x ? -zoom : zoom}, ${flip?.y ? -zoom : zoom})`,
    border: `${borderWidth}px solid ${borderColor}`,
    background: imageOf(backgroundColor),
    overflow: overflow === 'clip' ? 'hidden' : 'visible',
    // The corners are cut off, also those of the border.
    ...(radius === 0 ? {} : { clipPath: `inset(0 round ${[radius].flat().join('px ')}px)` }),
    alignContent: { top: 'start', middle: 'center', bottom: 'end' }[verticalAlign ?? 'top'],
    opacity: effects?.opacity ?? 1,
    mixBlendMode: effects?.blendMode ?? 'normal',
  };
};

interface TextFaceProps {
  readonly clip: PlacedClip;
  /** CSS px for each px of the canvas. */
  readonly zoom: number;
  /** What lies over the letters, in their style. */
  readonly over?: (style: CSSProperties) => ReactNode;
}

/** A text in CSS, nearly as the service will paint it: while it is typed, and until the service has painted it. */
export const TextFace = ({ clip: { resolved, placement }, zoom, over }: TextFaceProps) => {
  const { document } = useShared();
  const text = resolved.type === 'text' ? resolved.textProperties : undefined;
  const [family = ''] = (text?.fontFamily ?? '').split(',');
  const own = document.metadata.fonts?.find((font) => font.family.toLowerCase() === family.toLowerCase());
  const face = useFace(family, own, own !== undefined);
  if (resolved.type !== 'text' || !text || !placement) return null;
  const style: CSSProperties = {
    ...glyphStyle(text),
    ...(face === undefined ? {} : { fontFamily: JSON.stringify(face) }),
    textAlign: text.textAlign,
    hyphens: text.hyphens ?? 'none',
    caretColor: typeof text.color === 'string' ? text.color : '#fff',
  };
  return (
    <div className="text-face" lang={text.lang} style={boxStyle(resolved, placement, zoom)}>
      <div dir={text.direction ?? 'auto'} style={style} aria-hidden="true">
        <span style={linesStyle(text)}>
          <Letters {...text} />
        </span>
      </div>
      {over?.(style)}
    </div>
  );
};
