import { type JsonObject, present } from '../reading/json-object.js';
import type { Css } from './css.js';
import type { TextBlock } from './stack.js';
import { fontSizeOf, type Look, type StyleContext } from './text-styles.js';

type Vertical = 'top' | 'middle' | 'bottom';

/** Where HTML is drawn. */
export interface HtmlPlace extends StyleContext {
  /** The box, px; undefined for one that is as large as its content. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** The style outside of the HTML. */
  readonly base: Css;
  readonly align: string;
  readonly verticalAlign: Vertical;
}

/** The fields of a clip without its time and position, and how far the box of the clip is inside of the box in HTML, px. */
export interface HtmlClip {
  readonly fields: JsonObject;
  readonly inset: { readonly x: number; readonly y: number };
}

export const NO_INSET = { x: 0, y: 0 };

const ALIGN: Readonly<Record<string, string>> = {
  start: 'left',
  end: 'right',
  left: 'left',
  right: 'right',
  center: 'center',
  justify: 'justify',
};

const FLEX: Readonly<Record<string, string>> = {
  'flex-start': 'left',
  start: 'left',
  center: 'center',
  'flex-end': 'right',
  end: 'right',
};

const FLEX_VERTICAL: Readonly<Record<string, Vertical>> = {
  'flex-start': 'top',
  start: 'top',
  center: 'middle',
  'flex-end': 'bottom',
  end: 'bottom',
};

/** The alignment across: of the text, or of a flex box. */
export const alignOf = (css: Css, otherwise: string): string => {
  const isFlex = /flex|grid/.test(css['display'] ?? '');
  const column = /column/.test(css['flex-direction'] ?? '');
  const flex = isFlex ? FLEX[(column ? css['align-items'] : css['justify-content']) ?? ''] : undefined;
  return flex ?? ALIGN[css['text-align'] ?? ''] ?? otherwise;
};

export const verticalOf = (css: Css, otherwise: Vertical): Vertical => {
  if (!/flex|grid/.test(css['display'] ?? '')) return otherwise;
  const column = /column/.test(css['flex-direction'] ?? '');
  return FLEX_VERTICAL[(column ? css['justify-content'] : css['align-items']) ?? ''] ?? otherwise;
};

/** Fields that every span has. Any other is one of the whole text only if all spans have the same value. */
const ALWAYS: ReadonlySet<string> = new Set(['fontSize', 'fontFamily', 'color']);

const OF_SPANS: ReadonlySet<string> = new Set(['text', 'backgroundColor', 'underline', 'lineThrough']);

const isShared = (spans: TextBlock['spans'], name: string, value: unknown): boolean =>
  !OF_SPANS.has(name) && spans.every((span) => JSON.stringify(span[name]) === JSON.stringify(value));

/** The letters of a block, in the fields of a text. One span becomes the style of the whole text. */
const lettersOf = (spans: TextBlock['spans'], lineHeight: number): JsonObject => {
  const [only, ...more] = spans;
  if (only && more.length === 0) {
    const { text, backgroundColor, ...style } = only;
    const behind = backgroundColor === undefined ? {} : { textBackground: { color: backgroundColor } };
    return { content: text, ...style, ...behind, lineHeight };
  }
  const fallback = Object.entries(spans.find(({ text }) => text.trim() !== '') ?? {});
  const base = Object.fromEntries(
    fallback.filter(([name, value]) => ALWAYS.has(name) || isShared(spans, name, value)),
  );
  return { ...base, spans, lineHeight };
};

const boxFields = ({
  fill,
  border,
  radius,
  shadow,
}: Look): { readonly text: JsonObject; readonly effects: JsonObject } => ({
  text: present({ backgroundColor: fill }),
  effects: present({ border, borderRadius: radius, shadow }),
});

export const withEffects = (fields: JsonObject, effects: JsonObject): JsonObject =>
  Object.keys(effects).length === 0 ? fields : { ...fields, effects };

/** The padding of a box whose four sides have one width; where they differ, the sides that matter more decide. */
const uniformPadding = ({ padding: { top, left, right } }: Look, align: string, place: HtmlPlace): number => {
  const across = align === 'right' ? right : left;
  if (Math.abs(across - top) > 4 && align !== 'center')
    place.differs(
      `the space around the text is ${Math.round(top)} px at the sides too, instead of ${Math.round(across)} px`,
    );
  return Math.min(500, top);
};

/** A text of one line with more space at its sides, px: letters that are only space. */
const widened = (block: TextBlock, by: number): TextBlock => {
  if (by < 1 || block.spans.some(({ text }) => text.includes('\n'))) return block;
  const space = { text: '\u00A0', fontSize: 1, letterSpacing: Math.min(500, by) };
  return { ...block, spans: [space, ...block.spans, space] };
};

/** The text of a block in a box of stated size or as large as itself. */
export const textClip = (block: TextBlock, css: Css, look: Look | undefined, place: HtmlPlace): HtmlClip => {
  const align = alignOf(
    { ...block.css, ...(/flex|grid/.test(css['display'] ?? '') ? css : {}) },
    place.align,
  );
  const letters = { ...lettersOf(block.spans, block.lineHeight), textAlign: align };
  const wraps = css['white-space'] !== 'nowrap';
  const width = look?.width ?? place.width;
  const height = look?.height ?? place.height;
  const size = { width: width !== undefined && wraps ? width : (width ?? 'auto'), height: height ?? 'auto' };
  const vertical = verticalOf(css, look?.height === undefined ? place.verticalAlign : 'top');
  if (!look)
    return {
      fields: { type: 'text', size, textProperties: { ...letters, verticalAlign: vertical } },
      inset: NO_INSET,
    };
  const { text, effects } = boxFields(look);
  const isWhole = place.width === undefined || look.width !== undefined || look.height !== undefined;
  const { top, left } = look.padding;
  if (look.hugs || (place.width === undefined && look.width === undefined)) {
    const extra = (block.lineHeight - 1.2) * fontSizeOf(block.css) * 0.5;
    if (!look.border && !look.shadow) {
      const textBackground = {
        color: look.fill,
        paddingX: Math.min(500, left),
        paddingY: Math.min(500, Math.max(0, top + extra)),
        borderRadius: Math.min(500, look.radius ?? 0),
        mode: 'block',
      };
      const isLeft = place.width === undefined || align === 'left';
      const inset = place.height === undefined ? { x: isLeft ? left : 0, y: top } : NO_INSET;
      return {
        fields: {
          type: 'text',
          size,
          textProperties: { ...letters, verticalAlign: vertical, textBackground },
        },
        inset,
      };
    }
    const wide = widened(block, left - top);
    const padding = (wide === block ? uniformPadding(look, 'left', place) : top) + (look.border?.width ?? 0);
    const properties = { ...lettersOf(wide.spans, wide.lineHeight), textAlign: align, ...text, padding };
    const hugging = { type: 'text', size: { width: 'auto', height: 'auto' }, textProperties: properties };
    return { fields: withEffects(hugging, effects), inset: NO_INSET };
  }
  const padding = uniformPadding(look, align, place);
  const filled = isWhole ? size : { width: place.width, height: 'auto' };
  return {
    fields: withEffects(
      {
        type: 'text',
        size: filled,
        textProperties: { ...letters, ...text, padding, verticalAlign: vertical },
      },
      effects,
    ),
    inset: NO_INSET,
  };
};
