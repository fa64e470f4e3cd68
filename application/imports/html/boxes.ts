import { type ChildNode, Element, isTag, isText } from 'domhandler';
import { DomUtils, parseDocument } from 'htmlparser2';
import { present, each, same, table } from '../reading/json-object.js';
import { type Block, blockOf, type BlockPart, rowOf } from './blocks.js';
import { type Css, declarationsOf, sheetOf, withValues } from './css.js';
import { pictureIn, weightOf } from './css-values.js';
import { type BoxLook, contentOf, isFlex, type Sides } from './look.js';
import { linesOf } from './lines.js';
import { type HtmlContext, type Letters, type Style, styleOf } from './styles.js';

const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote center div dd dl dt figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody td th thead tr ul'.split(
    ' ',
  ),
);

const BOLD = { 'font-weight': 'bold' };

/** What browsers do with an element by default. */
const DEFAULTS: Readonly<Record<string, Css>> = {
  ...each('b strong', BOLD),
  td: { 'vertical-align': 'middle' },
  th: { ...BOLD, 'text-align': 'center', 'vertical-align': 'middle' },
  ...each('i em', { 'font-style': 'italic' }),
  u: { 'text-decoration': 'underline' },
  ...each('s del strike', { 'text-decoration': 'line-through' }),
  center: { 'text-align': 'center' },
  h1: { ...BOLD, 'font-size': '2em' },
  h2: { ...BOLD, 'font-size': '1.5em' },
  h3: { ...BOLD, 'font-size': '1.17em' },
  small: { 'font-size': '0.83em' },
  pre: { 'white-space': 'pre' },
  code: { 'font-family': 'monospace' },
  tr: { display: 'table' },
};

/** Attributes that say what properties of CSS say. */
const ATTRIBUTES: Readonly<Record<string, string | undefined>> = table({
  ...same('color width height'),
  face: 'font-family',
  align: 'text-align',
  bgcolor: 'background-color',
});
const UNSEEN =
  /^(class|id|style|title|name|lang|dir|href|rel|target|role|value|src|alt|cellpadding|data-.*|aria-.*)$/;

/** The space in a cell that the table around it states. */
const cellPadding = ({ parent }: Element): string | undefined => {
  if (!(parent instanceof Element)) return undefined;
  return parent.name === 'table' ? parent.attribs['cellpadding'] : cellPadding(parent);
};

const attributesOf = (element: Element, differs: (message: string) => void): Css => {
  const { name, attribs } = element;
  const padding = /^t[dh]$/.test(name) ? cellPadding(element) : undefined;
  const css: Record<string, string> = padding === undefined ? {} : { padding };
  for (const [attribute, value] of Object.entries(attribs)) {
    const property = ATTRIBUTES[attribute];
    if (property !== undefined) css[property] = value;
    else if (value !== '0' && !UNSEEN.test(attribute))
      differs(`the attribute ${attribute.slice(0, 50)} of <${name.slice(0, 50)}> is not carried over`);
  }
  // A share of the width of a table includes the space in the cell.
  return /^t[dh]$/.test(name) && css['width']?.endsWith('%') ? { 'box-sizing': 'border-box', ...css } : css;
};

const NOT_SHOWN = /^(head|title|meta|link|style|script|template)$/;
const REPLACED = /^(audio|button|canvas|embed|iframe|img|input|object|picture|select|svg|textarea|video)$/;

/** The most elements of one document, and the most inside of each other. */
const MAX_ELEMENTS = 300;
const MAX_DEPTH = 30;

/** An element around others, and what is in its box. */
interface Around {
  readonly parts: Array<BlockPart>;
  readonly letters: Letters;
  readonly display: string;
  readonly size: Sides;
  /** Blocks with a place of their own in the box that they are placed in. */
  readonly over: Block[];
  /** Of an inline element. */
  readonly look?: BoxLook | undefined;
  readonly depth: number;
}

const add = ({ parts, letters, look }: Around, text: string): void => {
  const last = parts.at(-1);
  const run = Array.isArray(last) ? last : [];
  if (run !== last) parts.push(run);
  run.push({ text, letters, look });
};

const linesIn = (letters: Letters, look: BoxLook): ReadonlyArray<Block> =>
  linesOf(look).map((line) => rowOf(letters, line, []));

/** The style of a picture as that of a box; undefined if its sides or its address are not known. */
const pictureOf = ({ name, attribs }: Element, { letters, look }: Style): Style | undefined => {
  const { width, height, display = 'inline-block', fit = 'stretch' } = look;
  const picture = name === 'img' ? pictureIn(`url(${attribs['src'] ?? ''})`) : undefined;
  return picture === undefined || width === undefined || height === undefined
    ? undefined
    : { letters, look: { ...look, picture, display, fit } };
};

type StyleOf = (element: Element, around: Around) => Style | undefined;

/** Adds what elements show to the box around them. */
const filling = (styleIn: StyleOf, context: HtmlContext) => {
  let elements = 0;
  const isBeyond = (depth: number): boolean => {
    elements += 1;
    if (elements === MAX_ELEMENTS + 1)
      context.differs(`only ${MAX_ELEMENTS} elements of the HTML are carried over`);
    if (depth === MAX_DEPTH)
      context.differs(`elements of the HTML more than ${MAX_DEPTH} levels deep are not drawn`);
    return elements > MAX_ELEMENTS || depth >= MAX_DEPTH;
  };
  const open = ({ name, attribs, children }: Element, style: Style, around: Around): void => {
    const { letters, look } = style;
    const depth = around.depth + 1;
    // A direct child of a flex box is one of its items, and so a block.
    const isPlaced = look.position === 'absolute';
    const isItem = isPlaced || (around.look === undefined && isFlex(around));
    const display =
      (isPlaced ? look.display?.replace('inline-', '') : look.display) ??
      (BLOCKS.has(name) || isItem ? 'block' : 'inline');
    if (display === 'inline') return fill(children, { ...around, letters, look, depth });
    const parts: BlockPart[] = [];
    const vertical = /^t[dh]$/.test(name) || display.startsWith('inline') ? look.vertical : undefined;
    // A table without a width is as wide as its content.
    const hugging = name === 'table' && look.width === undefined && { hugs: true };
    const own = { ...look, display, vertical, ...hugging };
    const over = look.position === undefined ? around.over : [];
    const inside = { parts, letters, display, depth, over, size: contentOf(own, around.size) };
    const { value } = attribs;
    if (name === 'li') add(inside, value === undefined ? '•\u00A0' : `${value}.\u00A0`);
    fill(children, inside);
    const placed = over === around.over ? [] : over;
    const block = blockOf(letters, own, parts, context, [...placed, ...linesIn(letters, own)]);
    if (!isPlaced) around.parts.push(block);
    else if (block) around.over.push(block);
  };
  const fill = (children: ReadonlyArray<ChildNode>, around: Around): void => {
    for (const node of children) {
      if (isText(node)) add(around, node.data);
      if (!isTag(node) || NOT_SHOWN.test(node.name) || isBeyond(around.depth)) continue;
      if (node.name === 'br') {
        add(around, '\n');
        continue;
      }
      const style = styleIn(node, around);
      const picture = style && pictureOf(node, style);
      if (REPLACED.test(node.name) && !picture) context.differs(`<${node.name}> in HTML is not drawn`);
      if (style && node.name !== 'svg') open(node, picture ?? style, around);
    }
  };
  return fill;
};

/**
 * Parses HTML into blocks and lines, each with its computed style.
 * @param base the style outside of the HTML
 * @returns the block of all, if it shows anything, and the look of the whole document
 */
export const blocksOf = (html: string, css: string, base: Css, context: HtmlContext) => {
  const nodes = parseDocument(html).children;
  const sheets = DomUtils.getElementsByTagName('style', nodes).map((style) => DomUtils.textContent(style));
  const sheet = sheetOf([css, ...sheets].join('\n'));
  for (const message of sheet.unknown) context.differs(message);
  for (const { src = '', 'font-family': family = '', 'font-weight': weight } of sheet.fonts) {
    const source = pictureIn(src);
    if (source !== undefined)
      context.fonts.add(source, family.replaceAll(/['"]/g, ''), weightOf(weight ?? ''));
  }
  const cssOf = (element: Element): Css => {
    const own = { ...sheet.cssOf(element), ...declarationsOf(element.attribs['style'] ?? '') };
    return { ...DEFAULTS[element.name], ...withValues(own, { ...sheet.variables, ...own }) };
  };
  const styleIn: StyleOf = (element, { letters: parent, size }) => {
    const own = { ...attributesOf(element, context.differs), ...cssOf(element) };
    const isHidden = own['display'] === 'none' || own['visibility'] === 'hidden';
    return isHidden ? undefined : styleOf(own, parent, { ...context, ...size });
  };
  const outer = styleOf(base, { fontSize: 16 }, { ...context, differs: () => undefined });
  const body = DomUtils.getElementsByTagName('body', nodes)[0] ?? new Element('body', {}, [...nodes]);
  const around = new Element('html', {});
  body.parent = around;
  const { letters, look: own } = styleOf({ ...cssOf(around), ...cssOf(body) }, outer.letters, context);
  const look: BoxLook = { ...outer.look, ...present(own) };
  const parts: BlockPart[] = [];
  const over: Block[] = [];
  const { width, height } = context;
  const size = contentOf({ height, ...present(look) }, { width });
  const { display = '' } = look;
  filling(styleIn, context)(body.children, { parts, letters, display, size, over, depth: 0 });
  return { look, block: blockOf(letters, look, parts, context, [...over, ...linesIn(letters, look)]) };
};
