import { type JsonObject, present } from '../reading/json-object.js';
import { boxesOf } from './boxes.js';
import { pxOf } from './css-values.js';
import { estimatedHeight, estimatedWidth, type Stack, stackOf, type TextBlock } from './stack.js';
import { isDrawn, type Look, lookOf } from './text-styles.js';
import { noteUnknownCss } from './unknown-css.js';
import {
  type HtmlPlace,
  type HtmlClip,
  NO_INSET,
  alignOf,
  verticalOf,
  withEffects,
  textClip,
} from './text-clip.js';

/** Blocks without looks of their own as one text; the space between them becomes empty lines of that height. */
const joined = (blocks: ReadonlyArray<TextBlock>): TextBlock | undefined => {
  const [first, ...more] = blocks;
  if (!first) return undefined;
  const spans = more.reduce<TextBlock['spans']>((before, block) => {
    const gap = block.gap / first.lineHeight;
    const space = gap >= 1 ? [{ text: '\u00A0\n', fontSize: Math.min(2000, gap) }] : [];
    const [start, ...rest] = block.spans;
    const last = before.at(-1);
    const broken = last ? [...before.slice(0, -1), { ...last, text: `${last.text}\n` }] : [];
    return [...broken, ...space, ...(start ? [start, ...rest] : [])];
  }, first.spans);
  return { ...first, spans };
};

const shapeClip = (look: Look, size: { readonly width: unknown; readonly height: unknown }): JsonObject =>
  withEffects(
    { type: 'shape', size, shapeProperties: { shape: 'rectangle', fill: look.fill ?? 'transparent' } },
    present({ borderRadius: look.radius, shadow: look.shadow, border: look.border }),
  );

/** Blocks with looks of their own, in a group: their heights are estimated. */
const stackClip = ({ blocks, look, css }: Stack, place: HtmlPlace): HtmlClip => {
  const padding = look?.padding ?? { top: 0, right: 0, bottom: 0, left: 0 };
  const widths = blocks.map(
    (block) =>
      (block.look?.width ?? estimatedWidth(block)) +
      (block.look ? block.look.padding.left + block.look.padding.right : 0),
  );
  const width = look?.width ?? place.width ?? Math.ceil(Math.max(...widths) + padding.left + padding.right);
  const inner = Math.max(1, width - padding.left - padding.right);
  const heights = blocks.map((block) => estimatedHeight(block, inner));
  const content = blocks.reduce((sum, { gap }, index) => sum + gap + (heights[index] ?? 0), 0);
  const height = look?.height ?? place.height ?? Math.ceil(content + padding.top + padding.bottom);
  const share = { top: 0, middle: 0.5, bottom: 1 }[verticalOf(css, place.verticalAlign)];
  place.differs(
    'the heights of the blocks of this HTML are estimated: they may lie a little higher or lower',
  );
  let y = look ? padding.top : Math.max(0, (height - content) * share);
  const clips = blocks.map((block, index): JsonObject => {
    y += block.gap;
    const drawn = textClip(block, block.css, block.look, {
      ...place,
      width: inner,
      height: undefined,
      verticalAlign: 'top',
    });
    const at = padding.left + (block.look?.hugs ? block.look.padding.left : 0);
    const align = alignOf(block.css, place.align);
    const hugs = (drawn.fields['size'] as JsonObject)['width'] === 'auto';
    const x = hugs && align === 'center' ? width / 2 : hugs && align === 'right' ? width - padding.right : at;
    const anchor = hugs && align === 'center' ? 'top' : hugs && align === 'right' ? 'topRight' : 'topLeft';
    const top = y + (block.look?.hugs ? block.look.padding.top : 0);
    y += heights[index] ?? 0;
    return {
      ...drawn.fields,
      position: { x: Math.round(x), y: Math.round(top), z: 1, anchor },
      timeFrame: { end: 'video' },
    };
  });
  const back = look ? [{ ...shapeClip(look, { width, height }), timeFrame: { end: 'video' } }] : [];
  return { fields: { type: 'group', size: { width, height }, clips: [...back, ...clips] }, inset: NO_INSET };
};

/** The size of fonts outside of all elements, and how a font size becomes px. */
const sizes =
  (place: HtmlPlace) =>
  (value: string, em: string): string =>
    `${pxOf(value, { em: Number.parseFloat(em), whole: Number.parseFloat(em), canvas: place.canvas }) ?? Number.parseFloat(em)}px`;

/** The most characters of a document and its style sheet. */
const MAX_CHARACTERS = 16 * 1024;
/** The most braces of a style sheet: parsing it takes time with each. */
const MAX_BRACES = 500;

/** What HTML draws, as a text, a shape or a group; undefined if it draws nothing. */
export const htmlClip = (html: string, css: string, place: HtmlPlace): HtmlClip | undefined => {
  const braces = html.split('{').length + css.split('{').length;
  if (html.length + css.length > MAX_CHARACTERS || braces > MAX_BRACES) {
    place.differs(
      `only HTML of up to ${MAX_CHARACTERS} characters, with ${MAX_BRACES} braces of CSS, is read: this one is left out`,
    );
    return undefined;
  }
  const { root, unknown, declared } = boxesOf(html, css, place.base, sizes(place));
  unknown.forEach(place.differs);
  noteUnknownCss(declared, place.differs);
  const found = stackOf(root, place.width ?? place.canvas.width, place);
  // What is behind the whole document fills its box.
  const fills = found.look !== undefined && found.css === root.css && !found.look.hugs;
  const stack = fills
    ? { ...found, look: { ...found.look, height: found.look.height ?? place.height } }
    : found;
  const [first] = stack.blocks;
  if (!first) {
    const look = stack.look ?? lookOf(stack.css, place.width ?? 0, place);
    const size = { width: look.width ?? place.width ?? 100, height: look.height ?? place.height ?? 100 };
    return isDrawn(look) ? { fields: shapeClip(look, size), inset: NO_INSET } : undefined;
  }
  const plain = stack.blocks.every(({ look }) => look === undefined);
  const text = plain ? joined(stack.blocks) : undefined;
  if (text) return textClip(text, stack.css, stack.look, place);
  return stack.blocks.length === 1 && !stack.look
    ? textClip(first, first.css, first.look, place)
    : stackClip(stack, place);
};
