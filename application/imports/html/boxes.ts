import { Parser } from 'htmlparser2';
import { type Css, declarationsOf, type Rule, type Selected, type Sheet, sheetOf } from './css.js';

/** Text in one style, or a line break (`\n`). */
export interface Piece {
  text: string;
  readonly css: Css;
}

/** Inline content that is laid out in lines. */
export interface Run {
  readonly kind: 'run';
  readonly pieces: Array<Piece>;
  /** The style of the block that holds the lines. */
  readonly css: Css;
}

/** A block with its children from top to bottom. */
export interface Box {
  readonly kind: 'box';
  readonly css: Css;
  readonly children: Array<Box | Run>;
  readonly parent: Box | undefined;
  readonly element: Selected;
}

const INHERITED: ReadonlyArray<string> = [
  'color',
  'direction',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'letter-spacing',
  'line-height',
  'text-align',
  'text-shadow',
  'text-transform',
  'white-space',
  'word-spacing',
  '-webkit-text-stroke',
  '-webkit-text-stroke-color',
  '-webkit-text-stroke-width',
  'text-decoration',
];

const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote body center div dd dl dt figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody td th thead tr ul'.split(
    ' ',
  ),
);

/** What browsers do with an element by default. */
const DEFAULTS: Readonly<Record<string, Css>> = {
  b: { 'font-weight': 'bold' },
  strong: { 'font-weight': 'bold' },
  th: { 'font-weight': 'bold', 'text-align': 'center' },
  i: { 'font-style': 'italic' },
  em: { 'font-style': 'italic' },
  u: { 'text-decoration': 'underline' },
  s: { 'text-decoration': 'line-through' },
  del: { 'text-decoration': 'line-through' },
  strike: { 'text-decoration': 'line-through' },
  center: { 'text-align': 'center' },
  h1: { 'font-size': '2em', 'font-weight': 'bold' },
  h2: { 'font-size': '1.5em', 'font-weight': 'bold' },
  h3: { 'font-size': '1.17em', 'font-weight': 'bold' },
  small: { 'font-size': '0.83em' },
  pre: { 'white-space': 'pre' },
  code: { 'font-family': 'monospace' },
};

const NOT_SHOWN: ReadonlySet<string> = new Set([
  'head',
  'title',
  'meta',
  'link',
  'style',
  'script',
  'template',
]);
const REPLACED: ReadonlySet<string> = new Set(
  'audio button canvas embed iframe img input object picture select svg textarea video'.split(' '),
);

interface Open {
  readonly tag: string;
  readonly element: Selected;
  readonly css: Css;
  readonly box: Box | undefined;
}

const inheritedFrom = (css: Css): Css =>
  Object.fromEntries(
    INHERITED.flatMap((name) => (css[name] === undefined ? [] : [[name, css[name]] as const])),
  );

/** The font size in px where it is relative to the parent's, so that children inherit a length. */
const withFontSize = (css: Css, parent: Css, fontSize: (value: string, em: string) => string): Css =>
  css['font-size'] === undefined || css['font-size'] === parent['font-size']
    ? css
    : { ...css, 'font-size': fontSize(css['font-size'], parent['font-size'] ?? '16px') };

const styleSheetsIn = (html: string): string => {
  const sheets: string[] = [];
  let inside = false;
  const parser = new Parser({
    onopentag: (name) => (inside = name === 'style'),
    ontext: (text) => (inside ? void sheets.push(text) : undefined),
    onclosetag: () => (inside = false),
  });
  parser.end(html);
  return sheets.join('');
};

export interface ParsedHtml {
  readonly root: Box;
  /** What was not understood or cannot be shown. */
  readonly unknown: ReadonlyArray<string>;
  /** All properties that elements with content have, with their values. */
  readonly declared: ReadonlyArray<readonly [property: string, value: string]>;
}

/** The most elements of one document. */
const MAX_ELEMENTS = 300;
/** The most elements inside of each other. */
const MAX_DEPTH = 30;

type FontSize = (value: string, em: string) => string;

/** Builds the boxes of a document while its tags are read. */
class Boxes {
  readonly unknown: Array<string>;
  readonly declared: Array<readonly [string, string]> = [];
  readonly root: Box;
  private readonly rules: ReadonlyArray<Rule>;
  private readonly fontSize: FontSize;
  private readonly open: Array<Open> = [];
  private box: Box;
  /** How many open elements are not shown. */
  private hidden = 0;
  private elements = 0;

  constructor({ rules, unknown }: Sheet, base: Css, fontSize: FontSize) {
    this.rules = rules;
    this.fontSize = fontSize;
    this.unknown = unknown.map((rule) => `the CSS rule "${rule}" is not carried over`);
    const element: Selected = { tag: 'html', id: '', classes: [], parent: undefined };
    const outer = { ...this.own(element, ''), ...this.own({ ...element, tag: 'body', parent: element }, '') };
    this.declared.push(...Object.entries(outer));
    const css: Css = { ...base, ...outer };
    const size = fontSize(css['font-size'] ?? '16px', '16px');
    this.root = { kind: 'box', css: { ...css, 'font-size': size }, children: [], parent: undefined, element };
    this.box = this.root;
  }

  private own(element: Selected, style: string): Css {
    const rules = this.rules.filter(({ matches }) => matches(element)).map(({ css }) => css);
    return Object.assign({}, DEFAULTS[element.tag], ...rules, declarationsOf(style)) as Css;
  }

  private add(text: string, css: Css): void {
    const last = this.box.children.at(-1);
    const run: Run = last?.kind === 'run' ? last : { kind: 'run', pieces: [], css: this.box.css };
    if (run !== last) this.box.children.push(run);
    // The parser reports a text in parts, at worst a letter each.
    const before = run.pieces.at(-1);
    if (before?.css === css && text !== '\n' && before.text !== '\n') before.text += text;
    else run.pieces.push({ text, css });
  }

  private isHidden(tag: string): boolean {
    if (this.elements === MAX_ELEMENTS + 1)
      this.unknown.push(`only ${MAX_ELEMENTS} elements of the HTML are carried over`);
    if (this.open.length === MAX_DEPTH)
      this.unknown.push(`elements of the HTML more than ${MAX_DEPTH} levels deep are not drawn`);
    return (
      this.hidden > 0 || NOT_SHOWN.has(tag) || this.elements > MAX_ELEMENTS || this.open.length >= MAX_DEPTH
    );
  }

  text(text: string): void {
    if (this.hidden === 0) this.add(text, this.open.at(-1)?.css ?? this.root.css);
  }

  start(tag: string, attributes: Readonly<Record<string, string>>): void {
    this.elements += 1;
    if (this.isHidden(tag)) {
      this.hidden += 1;
      return;
    }
    const parent = this.open.at(-1) ?? { css: this.root.css, element: this.root.element };
    if (tag === 'br') return this.add('\n', parent.css);
    if (REPLACED.has(tag)) this.unknown.push(`<${tag}> in HTML is not drawn`);
    const classes = (attributes['class'] ?? '').split(/\s+/).filter((name) => name !== '');
    const element: Selected = { tag, id: attributes['id'] ?? '', classes, parent: parent.element };
    const own = this.own(element, attributes['style'] ?? '');
    this.declared.push(...Object.entries(own).filter(([name]) => DEFAULTS[tag]?.[name] === undefined));
    const { color, align } = attributes;
    const given = {
      ...(color === undefined ? {} : { color }),
      ...(align === undefined ? {} : { 'text-align': align }),
    };
    const css = withFontSize({ ...inheritedFrom(parent.css), ...given, ...own }, parent.css, this.fontSize);
    if (css['display'] === 'none' || css['visibility'] === 'hidden') this.hidden += 1;
    else this.enter({ tag, element, css }, attributes['value']);
  }

  private enter({ tag, element, css }: Omit<Open, 'box'>, value: string | undefined): void {
    const display = css['display'] ?? (BLOCKS.has(tag) ? 'block' : 'inline');
    if (display === 'inline') return void this.open.push({ tag, element, css, box: undefined });
    const box: Box = { kind: 'box', css, children: [], parent: this.box, element };
    this.box.children.push(box);
    this.box = box;
    this.open.push({ tag, element, css, box });
    if (tag === 'li') this.add(value === undefined ? '•\u00A0' : `${value}.\u00A0`, css);
  }

  end(tag: string): void {
    if (this.hidden > 0) this.hidden -= 1;
    else if (tag !== 'br') {
      const closed = this.open.pop();
      if (closed?.box) this.box = closed.box.parent ?? this.root;
    }
  }
}

/**
 * Parses HTML into blocks and lines, each with its computed style.
 * @param base the style of the root
 * @param fontSize a font size in px, from one relative to that of the parent
 */
export const boxesOf = (html: string, css: string, base: Css, fontSize: FontSize): ParsedHtml => {
  const boxes = new Boxes(sheetOf(`${css}\n${styleSheetsIn(html)}`), base, fontSize);
  const parser = new Parser({
    onopentag: (tag, attributes) => boxes.start(tag, attributes),
    ontext: (text) => boxes.text(text),
    onclosetag: (tag) => boxes.end(tag),
  });
  parser.end(html);
  return boxes;
};
