import { type ChildNode, Element, isTag, isText } from 'domhandler';
import { DomUtils, parseDocument } from 'htmlparser2';
import { present } from '../reading/json-object.js';
import { type Css, declarationsOf, sheetOf } from './css.js';
import { type Look } from './look.js';
import { type Letters, type StyleContext, styleOf } from './styles.js';

/** Text in one style, or a line break (`\n`), in an inline element with a look of its own. */
export interface Piece {
  readonly text: string;
  readonly letters: Letters;
  readonly look?: Look | undefined;
}

/** Inline content that is laid out in lines. */
export interface Run {
  readonly kind: 'run';
  readonly pieces: Array<Piece>;
}

/** A block with its children from top to bottom. */
export interface Box {
  readonly kind: 'box';
  readonly letters: Letters;
  readonly look: Look;
  readonly children: Array<Box | Run>;
}

const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote center div dd dl dt figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody td th thead tr ul'.split(
    ' ',
  ),
);

const BOLD = { 'font-weight': 'bold' };
const ITALIC = { 'font-style': 'italic' };
const STRUCK = { 'text-decoration': 'line-through' };

/** What browsers do with an element by default. */
const DEFAULTS: Readonly<Record<string, Css>> = {
  b: BOLD,
  strong: BOLD,
  th: { ...BOLD, 'text-align': 'center' },
  i: ITALIC,
  em: ITALIC,
  u: { 'text-decoration': 'underline' },
  s: STRUCK,
  del: STRUCK,
  strike: STRUCK,
  center: { 'text-align': 'center' },
  h1: { ...BOLD, 'font-size': '2em' },
  h2: { ...BOLD, 'font-size': '1.5em' },
  h3: { ...BOLD, 'font-size': '1.17em' },
  small: { 'font-size': '0.83em' },
  pre: { 'white-space': 'pre' },
  code: { 'font-family': 'monospace' },
};

const NOT_SHOWN = /^(head|title|meta|link|style|script|template)$/;
const REPLACED = /^(audio|button|canvas|embed|iframe|img|input|object|picture|select|svg|textarea|video)$/;

/** The most elements of one document, and the most inside of each other. */
const MAX_ELEMENTS = 300;
const MAX_DEPTH = 30;

/** An element around others. */
interface Around {
  readonly box: Box;
  readonly letters: Letters;
  readonly look?: Look | undefined;
  readonly depth: number;
}

type StyleOf = (element: Element, parent: Letters) => ReturnType<typeof styleOf> | undefined;

const add = ({ box, letters, look }: Around, text: string): void => {
  const last = box.children.at(-1);
  const run: Run = last?.kind === 'run' ? last : { kind: 'run', pieces: [] };
  if (run !== last) box.children.push(run);
  run.pieces.push({ text, letters, look });
};

/** Adds what elements show to the box around them. */
const filling = (styleIn: StyleOf, differs: StyleContext['differs']) => {
  let elements = 0;
  const isBeyond = (depth: number): boolean => {
    elements += 1;
    if (elements === MAX_ELEMENTS + 1) differs(`only ${MAX_ELEMENTS} elements of the HTML are carried over`);
    if (depth === MAX_DEPTH) differs(`elements of the HTML more than ${MAX_DEPTH} levels deep are not drawn`);
    return elements > MAX_ELEMENTS || depth >= MAX_DEPTH;
  };
  const open = (element: Element, around: Around): void => {
    const { name, attribs } = element;
    if (REPLACED.test(name)) differs(`<${name}> in HTML is not drawn`);
    const style = styleIn(element, around.letters);
    if (!style) return;
    const { letters, look } = style;
    const depth = around.depth + 1;
    // What is directly in a flex box is an item of it.
    const isItem = around.look === undefined && /flex|grid/.test(around.box.look.display ?? '');
    const display = look.display ?? (BLOCKS.has(name) || isItem ? 'block' : 'inline');
    if (display === 'inline') return fill(element.children, { box: around.box, letters, look, depth });
    const box: Box = { kind: 'box', letters, look: { ...look, display }, children: [] };
    around.box.children.push(box);
    const { value } = attribs;
    if (name === 'li') add({ box, letters, depth }, value === undefined ? '•\u00A0' : `${value}.\u00A0`);
    fill(element.children, { box, letters, depth });
  };
  const fill = (children: ReadonlyArray<ChildNode>, around: Around): void => {
    for (const node of children) {
      if (isText(node)) add(around, node.data);
      if (!isTag(node) || NOT_SHOWN.test(node.name) || isBeyond(around.depth)) continue;
      if (node.name === 'br') add(around, '\n');
      else open(node, around);
    }
  };
  return fill;
};

/**
 * Parses HTML into blocks and lines, each with its computed style.
 * @param base the style outside of the HTML
 */
export const boxesOf = (html: string, css: string, base: Css, context: StyleContext): Box => {
  const nodes = parseDocument(html).children;
  const sheets = DomUtils.getElementsByTagName('style', nodes).map((style) => DomUtils.textContent(style));
  const sheet = sheetOf([css, ...sheets].join('\n'));
  sheet.unknown.forEach(context.differs);
  const cssOf = (element: Element): Css => ({
    ...DEFAULTS[element.name],
    ...sheet.cssOf(element),
    ...declarationsOf(element.attribs['style'] ?? ''),
  });
  const styleIn: StyleOf = (element, parent) => {
    const { color, align } = element.attribs;
    const own = { ...(present({ color, 'text-align': align }) as Css), ...cssOf(element) };
    const isHidden = own['display'] === 'none' || own['visibility'] === 'hidden';
    return isHidden ? undefined : styleOf(own, parent, context);
  };
  const outer = styleOf(base, { fontSize: 16 }, { ...context, differs: () => undefined });
  const [found] = DomUtils.getElementsByTagName('body', nodes);
  const body = found ?? new Element('body', {}, [...nodes]);
  const around = new Element('html', {});
  body.parent = around;
  const { letters, look } = styleOf({ ...cssOf(around), ...cssOf(body) }, outer.letters, context);
  const root: Box = { kind: 'box', letters, look: { ...outer.look, ...present(look) }, children: [] };
  filling(styleIn, context.differs)(body.children, { box: root, letters, depth: 0 });
  return root;
};
