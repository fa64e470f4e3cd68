import type { JsonObject } from '../reading/json-object.js';
import type { Box, Piece, Run } from './boxes.js';
import type { Css } from './css.js';
import { edgesOf } from './css-values.js';
import {
  fontSizeOf,
  isDrawn,
  letterStyle,
  lengthsOf,
  lineHeightOf,
  type Look,
  lookOf,
  type StyleContext,
} from './text-styles.js';

/** A text in its block. */
export interface TextBlock {
  readonly spans: ReadonlyArray<JsonObject & { readonly text: string }>;
  readonly css: Css;
  readonly lineHeight: number;
  readonly look: Look | undefined;
  /** The space to the block above, px. */
  readonly gap: number;
}

/** Blocks from top to bottom, with the look of what encloses them. */
export interface Stack {
  readonly blocks: ReadonlyArray<TextBlock>;
  readonly look: Look | undefined;
  readonly css: Css;
}

/** White space as it is shown: collapsed, unless the style keeps it. */
const shownPieces = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const shown: Piece[] = [];
  let ends = ' ';
  for (const { text, css } of pieces) {
    const kept = (css['white-space'] ?? '').startsWith('pre');
    const collapsed = text === '\n' || kept ? text : text.replaceAll(/[ \t\r\n]+/g, ' ');
    const trimmed = !kept && /[ \n]$/.test(ends) ? collapsed.replace(/^ +/, '') : collapsed;
    if (trimmed === '') continue;
    if (trimmed.startsWith('\n') && shown.length > 0) {
      const last = shown.at(-1);
      if (last) shown[shown.length - 1] = { ...last, text: last.text.replace(/ +$/, '') };
    }
    shown.push({ text: trimmed, css });
    ends = trimmed;
  }
  const last = shown.at(-1);
  if (last) shown[shown.length - 1] = { ...last, text: last.text.replace(/[ \n]+$/, '') };
  return shown.filter(({ text }) => text !== '');
};

const same = (a: JsonObject, b: JsonObject): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The spans of a run: pieces in the same style are one. */
const spansOf = (run: Run, context: StyleContext): TextBlock['spans'] => {
  const spans: Array<JsonObject & { text: string }> = [];
  for (const { text, css } of shownPieces(run.pieces)) {
    const inline = css !== run.css && (css['display'] ?? 'inline') === 'inline';
    const behind = inline ? lookOf(css, 0, context) : undefined;
    if (behind?.border || behind?.radius !== undefined)
      context.differs('borders and corners of inline elements are not drawn');
    const fill = behind?.fill;
    const style = { ...letterStyle(css, context), ...(fill === undefined ? {} : { backgroundColor: fill }) };
    const last = spans.at(-1);
    const { text: before, ...lastStyle } = last ?? { text: '' };
    if (last && same(lastStyle, style)) last.text = before + text;
    else spans.push({ text, ...style });
  }
  return spans;
};

interface Around {
  readonly gap: number;
  readonly look: Look | undefined;
  readonly width: number;
}

const blocksOf = (box: Box, around: Around, context: StyleContext): Array<TextBlock> => {
  const blocks: TextBlock[] = [];
  let { gap } = around;
  for (const child of box.children) {
    if (child.kind === 'run') {
      const spans = spansOf(child, context);
      if (spans.length === 0) continue;
      blocks.push({
        spans,
        css: child.css,
        lineHeight: lineHeightOf(child.css, context),
        look: around.look,
        gap,
      });
      gap = 0;
      continue;
    }
    const margin = edgesOf(child.css, 'margin', lengthsOf(child.css, around.width, context));
    const look = lookOf(child.css, around.width, context);
    const inner = blocksOf(
      child,
      { ...around, gap: gap + margin.top, look: isDrawn(look) ? look : around.look },
      context,
    );
    if (inner.length === 0 && isDrawn(look)) context.differs('an empty box in the HTML is not drawn');
    blocks.push(...inner);
    gap = inner.length === 0 ? gap : margin.bottom;
  }
  if (blocks.length > 1 && isRow(box.css))
    context.differs('elements that HTML lays out side by side are drawn one below the other');
  return blocks;
};

const isRow = (css: Css): boolean =>
  (/flex/.test(css['display'] ?? '') && !/column/.test(css['flex-direction'] ?? css['flex-flow'] ?? '')) ||
  /grid|table/.test(css['display'] ?? '');

/** The box that holds all content, inside boxes that have no look of their own. */
const coreOf = (box: Box, width: number, context: StyleContext): Box => {
  const [only, ...more] = box.children.filter(
    (child) => child.kind === 'box' || child.pieces.some(({ text }) => text.trim() !== ''),
  );
  const inner = only?.kind === 'box' && more.length === 0 ? only : undefined;
  if (!inner || isDrawn(lookOf(box.css, width, context))) return box;
  return coreOf(inner, width, context);
};

/** The blocks of parsed HTML, from top to bottom. @param width of the box that holds it, px */
export const stackOf = (root: Box, width: number, context: StyleContext): Stack => {
  const core = coreOf(root, width, context);
  const look = lookOf(core.css, width, context);
  return {
    blocks: blocksOf(core, { gap: 0, look: undefined, width }, context),
    look: isDrawn(look) ? look : undefined,
    css: core.css,
  };
};

/** An estimate of the width of a text in its longest line, px: a letter is about half as wide as high. */
export const estimatedWidth = ({ spans, css }: TextBlock): number => {
  const lines = spans
    .map(({ text }) => text)
    .join('')
    .split('\n');
  const letter = fontSizeOf(css) * 0.56 + Number(spans[0]?.['letterSpacing'] ?? 0);
  return Math.max(...lines.map((line) => line.length)) * letter;
};

/** An estimate of the height of a block that is as wide as `width`, px. */
export const estimatedHeight = (block: TextBlock, width: number): number => {
  const { spans, css, lineHeight, look } = block;
  const size = Math.max(...spans.map((span) => Number(span['fontSize'] ?? fontSizeOf(css))));
  const padding = look?.padding ?? { top: 0, bottom: 0, left: 0, right: 0 };
  const room = Math.max(1, width - padding.left - padding.right);
  const letter = fontSizeOf(css) * 0.52;
  const lines = spans
    .map(({ text }) => text)
    .join('')
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil((line.length * letter) / room)), 0);
  return look?.height ?? lines * size * lineHeight + padding.top + padding.bottom;
};
