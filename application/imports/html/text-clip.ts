import { type JsonObject, present, table, clamped, each } from '../reading/json-object.js';
import type { Block } from './blocks.js';
import type { Css } from './css.js';
import { cellAlign, hugs, insetOf, isDrawn, isFlex, type BoxLook, roundedIn, spaceOf } from './look.js';
import type { Spans } from './spans.js';
import { type HtmlContext, lineHeightOf } from './styles.js';

type Vertical = 'top' | 'middle' | 'bottom';

/** Where HTML is drawn. */
export interface HtmlPlace extends HtmlContext {
  /** The box, px; undefined for one that is as large as its content. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** The style outside of the HTML. */
  readonly base: Css;
  readonly align: string;
  readonly verticalAlign: Vertical;
  /** A text with the values that its placeholders have by default. */
  readonly filled: (text: string) => string;
}

/** The fields of a clip without its time and position, and how far the box of the clip is inside of the box in HTML, px. */
export interface HtmlClip {
  readonly fields: JsonObject;
  readonly inset?: { readonly x: number; readonly y: number };
}

export const FLEX: Readonly<Record<string, { readonly align: string; readonly vertical: Vertical }>> = table({
  ...each('flex-start start', { align: 'left', vertical: 'top' }),
  center: { align: 'center', vertical: 'middle' },
  ...each('flex-end end', { align: 'right', vertical: 'bottom' }),
});

/** The alignment across: of the text, or of a flex box. */
export const alignOf = ({ look, letters, isRow }: Block, otherwise: string): string => {
  const flex = isFlex(look) ? FLEX[(look.isColumn ? look.items : look.justify) ?? ''] : undefined;
  return flex?.align ?? (isRow ? undefined : letters.align) ?? otherwise;
};

export const verticalOf = (look: BoxLook, otherwise: Vertical): Vertical =>
  (isFlex(look) ? FLEX[(look.isColumn ? look.justify : look.items) ?? '']?.vertical : undefined) ?? otherwise;

/** Fields that every span has. Any other is one of the whole text only if all spans have the same value. */
const ALWAYS: ReadonlySet<string> = new Set(['fontSize', 'fontFamily', 'color']);
const OF_SPANS: ReadonlySet<string> = new Set(['text', 'backgroundColor', 'underline', 'lineThrough']);

const isShared = (spans: Spans, name: string, value: unknown): boolean =>
  !OF_SPANS.has(name) && spans.every((span) => JSON.stringify(span[name]) === JSON.stringify(value));

/** The letters of a text, in the fields of a clip. One span becomes the style of the whole text. */
const lettersOf = (spans: Spans, lineHeight: number): JsonObject => {
  const [only, ...more] = spans;
  if (only && more.length === 0) {
    const { text, backgroundColor: color, behind, ...style } = only;
    const back = color === undefined ? {} : { textBackground: { color, ...(behind as JsonObject) } };
    return { content: text, ...style, ...back, lineHeight };
  }
  const fallback = Object.entries(spans.find(({ text }) => text.trim() !== '') ?? {});
  const base = fallback.filter(([name, value]) => ALWAYS.has(name) || isShared(spans, name, value));
  // A line is never lower than the font size of the whole text allows, so that is the smallest size of the spans.
  const fontSize = Math.min(...spans.map((span) => Number(span['fontSize'])));
  const heights = spans.map((span) => Number(span['lineHeight'] ?? lineHeight));
  const least = Math.min(...heights);
  const own = spans.map(({ lineHeight: _all, ...span }, index) =>
    heights[index] === least ? span : { ...span, lineHeight: heights[index] },
  );
  return { ...Object.fromEntries(base), fontSize, spans: own, lineHeight: least };
};

export const effectsOf = ({ border, radius, shadow, filters, opacity }: BoxLook): JsonObject => {
  const effects = present({ border, borderRadius: radius, shadow, filters, opacity });
  return Object.keys(effects).length === 0 ? {} : { effects };
};

/** Whether a box is as wide as the text in it. Lines have no width; blocks in a line may have one. */
export const isHugging = ({ look }: Block, place: Pick<HtmlPlace, 'width'>): boolean =>
  look.width === undefined || look.display === 'inline' ? hugs(look) || place.width === undefined : false;

/** Whether a text with its box is one clip: with as much space at its sides as above it, where the clip has one padding. */
export const isOneClip = (block: Block, place: HtmlPlace): boolean => {
  const { look, spans } = block;
  if (spans.length === 0) return false;
  const hugging = look.shadow === undefined ? 'center' : 'left';
  const align = isHugging(block, place) ? hugging : alignOf(block, place.align);
  const side = spaceOf(look, 'padding', align === 'right' ? 'right' : 'left');
  return !isDrawn(look) || align === 'center' || Math.abs(side - spaceOf(look, 'padding', 'top')) <= 4;
};

const inBox = (text: JsonObject, size: JsonObject, look: BoxLook = {}, padding?: number): HtmlClip => {
  const textProperties = present({ ...text, backgroundColor: look.fill, padding });
  return { fields: { type: 'text', size, textProperties, ...effectsOf(look) } };
};

/** A text in a box of stated size or as large as itself. */
export const textClip = (block: Block, place: HtmlPlace): HtmlClip => {
  const { spans, letters } = block;
  const { opacity } = letters;
  const lineHeight = lineHeightOf(letters);
  const { width, height } = block.look;
  const high = height ?? lineHeight * letters.fontSize + insetOf(block.look, 'top', 'bottom');
  const look = {
    ...(isDrawn(block.look) ? roundedIn(block.look, { width, height: high }, place.differs) : {}),
    opacity,
  };
  const size = { width: width ?? place.width ?? 'auto', height: height ?? place.height ?? 'auto' };
  const textAlign = alignOf(block, place.align);
  const usual = cellAlign(block.look) ?? (height === undefined ? place.verticalAlign : 'top');
  const verticalAlign = verticalOf(block.look, usual);
  const text = { ...lettersOf(spans, lineHeight), textAlign, verticalAlign };
  if (!isDrawn(look)) return inBox(text, size, look);
  if (look.picture !== undefined) place.differs('the picture of the CSS "background" is not drawn');
  if (look.layers) place.differs('behind a text, only the topmost gradient is drawn, in its usual layout');
  // The sides of the box have one width.
  const [top, left] = [spaceOf(look, 'padding', 'top'), spaceOf(look, 'padding', 'left')];
  const padding = Math.min(500, top);
  if (!isHugging(block, place))
    return inBox(text, { width: width ?? place.width, height: height ?? 'auto' }, look, padding);
  if (look.shadow) {
    const { verticalAlign: _aligned, ...own } = text;
    return inBox(own, { width: 'auto', height: 'auto' }, look, padding);
  }
  const extra = (lineHeight - 1.2) * letters.fontSize * 0.5;
  const { fill: color = 'transparent', border, radius = 0 } = look;
  if (typeof radius !== 'number') place.differs('all corners of a text are as round as its first one');
  const textBackground = {
    color,
    paddingX: Math.min(500, left),
    paddingY: clamped(0, 500, top + extra),
    borderRadius: Math.min(500, typeof radius === 'number' ? radius : (radius[0] ?? 0)),
    ...(border && { border }),
    mode: 'block',
  };
  const isLeft = place.width === undefined || textAlign === 'left';
  return {
    ...inBox({ ...text, textBackground }, size),
    ...(place.height === undefined && { inset: { x: isLeft ? left : 0, y: top } }),
  };
};
