import { insetOf, isAuto, isDrawn, isFlex, isWide, type BoxLook, spaceOf } from './look.js';
import { type Piece, type Spans, spansOf } from './spans.js';
import { type Letters, lineHeightOf, type HtmlContext } from './styles.js';

/** A text, an empty box, or blocks in a column or a row. */
export interface Block {
  readonly letters: Letters;
  readonly look: BoxLook;
  /** Of a text; empty for any other. */
  readonly spans: Spans;
  readonly children: ReadonlyArray<Block>;
  readonly isRow: boolean;
  /** The space to the block before, px, and the space below. */
  readonly gap: number;
  readonly below: number;
  /** Blocks that are placed in it, over or under the others. */
  readonly over: ReadonlyArray<Block>;
}

/** Inline content that is laid out in lines, or the block of an element; undefined for one that shows nothing. */
export type BlockPart = Array<Piece> | Block | undefined;

/** Blocks beside each other. */
export const rowOf = (letters: Letters, look: BoxLook, children: ReadonlyArray<Block>): Block => ({
  letters,
  look,
  spans: [],
  children,
  isRow: true,
  gap: 0,
  below: 0,
  over: [],
});

const isInline = ({ look }: Block): boolean => (look.display ?? '').startsWith('inline');

/** How far the first baseline is below the top of a block, px: a third of the letters' size below the middle of a line. */
export const baselineOf = ({ gap, look, letters }: Pick<Block, 'gap' | 'look' | 'letters'>): number =>
  gap + insetOf(look, 'top') + letters.fontSize * (lineHeightOf(letters) / 2 + 0.35);

/** Whether a block in a line lies on the baseline with its first line, as one of several lines does not. */
export const isOnBaseline = ({ look, spans, children }: Block): boolean =>
  look.vertical === undefined &&
  (spans.length > 0 || (children.length > 0 && children.every(({ isRow }) => isRow)));

/** A block in a line, which is at least as high as one of the letters around, on whose baseline the block lies. */
const inLine = (block: Block, around: Letters): Block => {
  const { look, letters, gap, below } = block;
  if (!isInline(block) || look.display === 'inline' || !isOnBaseline(block)) return block;
  const lower = Math.max(0, baselineOf({ gap: 0, look: {}, letters: around }) - baselineOf(block));
  const high =
    gap + lower + insetOf(look, 'top', 'bottom') + lineHeightOf(letters) * letters.fontSize + below;
  const more = Math.max(0, lineHeightOf(around) * around.fontSize - high);
  return { ...block, gap: gap + lower, below: below + more };
};

/** Blocks that lie in one line, such as several elements with `inline-block`, as a row. @param gap between them, px */
const withRows = (blocks: ReadonlyArray<Block>, letters: Letters, gap: number): ReadonlyArray<Block> => {
  const rows: Block[][] = [];
  for (const given of blocks) {
    const block = inLine(given, letters);
    const last = rows.at(-1);
    const [first] = last ?? [];
    const follows = first && isInline(block) && isInline(first);
    if (last && follows) last.push(block);
    else rows.push([block]);
  }
  return rows.flatMap((row) => {
    const [first] = row;
    if (!first || row.length === 1) return row;
    const floats = row.filter(({ look }) => isAuto(look, 'left'));
    // What floats is at the end of the line, and the rest has the room beside it.
    if (floats.length > 0) {
      const rest = row.filter((block) => !floats.includes(block));
      return [rowOf(letters, { display: 'flex', items: 'start' }, [...rest, ...floats])];
    }
    return [rowOf(letters, { gap, wraps: true }, row)];
  });
};

const isRowOf = ({ display = '', isColumn, columns }: BoxLook): boolean =>
  (/flex/.test(display) && isColumn !== true) || columns !== undefined || display === 'table';

/** The spans of a text, each with its line height as a factor of its size. */
export const spansWithHeights = ({ spans, letters }: Block): Spans =>
  spans.map((span) => ({ lineHeight: lineHeightOf(letters), ...span }));

/** Two texts without looks of their own as one; the space between them becomes an empty line of that height. */
const together = (above: Block, below: Block): Block => {
  const first = spansWithHeights(above);
  const { gap } = below;
  const space = gap >= 1 ? [{ text: '\u00A0\n', fontSize: Math.min(2000, gap), lineHeight: 1 }] : [];
  const last = first.at(-1);
  const broken = last ? [...first.slice(0, -1), { ...last, text: `${last.text}\n` }] : [];
  const look = { ...above.look, 'padding-bottom': spaceOf(below.look, 'padding', 'bottom') };
  return { ...above, look, below: below.below, spans: [...broken, ...space, ...spansWithHeights(below)] };
};

/**
 * Blocks in a column, of which texts that follow each other are one if they have one alignment. A box that distributes its
 * items keeps them apart.
 */
const joined = (
  blocks: ReadonlyArray<Block>,
  { gap = 0, justify, ...around }: BoxLook,
): ReadonlyArray<Block> =>
  blocks.reduce<ReadonlyArray<Block>>((before, block) => {
    const last = before.at(-1);
    const isText = ({ spans, look, over }: Block) =>
      spans.length > 0 &&
      !isDrawn(look) &&
      isWide(look) &&
      (look.height ?? look.grow) === undefined &&
      over.length === 0;
    const isApart = isFlex(around) && justify?.startsWith('space');
    const fits =
      last &&
      !isApart &&
      block.gap >= 0 &&
      isText(last) &&
      isText(block) &&
      last.letters.align === block.letters.align &&
      last.letters.opacity === block.letters.opacity;
    const apartBy = isFlex(around) ? gap : 0;
    return fits
      ? [...before.slice(0, -1), together(last, { ...block, gap: block.gap + apartBy })]
      : [...before, block];
  }, []);

/** A box as the box of its only text. The padding of the text is inside of a box that is drawn. */
const boxed = (box: Block, text: Block): Block => {
  const { look } = box;
  // Margins meet those of the box only where nothing is between them.
  const inside = (side: string, space: number): number => {
    if (!isDrawn(look)) return 0;
    return isFlex(look) || spaceOf(look, 'padding', side) > 0 ? space : spaceOf(text.look, 'padding', side);
  };
  const [top, bottom] = [inside('top', text.gap), inside('bottom', text.below)];
  const padding = (side: string, space: number): number =>
    spaceOf(look, 'padding', side) + (isDrawn(look) ? space : spaceOf(text.look, 'padding', side));
  return {
    ...text,
    look: { ...look, 'padding-top': padding('top', top), 'padding-bottom': padding('bottom', bottom) },
    gap: box.gap + text.gap - top,
    below: box.below + text.below - bottom,
  };
};

/** Blocks in a column, each with the space to the one before. Of two margins that meet, the larger one counts. */
const apart = (blocks: ReadonlyArray<Block>, isFlexBox: boolean): ReadonlyArray<Block> =>
  blocks.map((block, index) => {
    const last = blocks[index - 1];
    const margins = [spaceOf(last?.look ?? {}, 'margin', 'bottom'), spaceOf(block.look, 'margin', 'top')];
    const met = isFlexBox ? 0 : Math.max(0, Math.min(...margins));
    return { ...block, gap: block.gap + (last?.below ?? 0) - met };
  });

/** The block of a box with its parts from top to bottom; undefined if it shows nothing and takes no space. */
export const blockOf = (
  letters: Letters,
  look: BoxLook,
  parts: ReadonlyArray<BlockPart>,
  context: HtmlContext,
  over: Block['over'],
): Block | undefined => {
  const space = (side: string): number =>
    spaceOf(look, 'margin', side) + (isDrawn(look) ? 0 : spaceOf(look, 'padding', side));
  const outside = { gap: space('top'), below: space('bottom') };
  const self: Block = { letters, look, spans: [], children: [], isRow: false, over, ...outside };
  const blocks = parts.flatMap((part): ReadonlyArray<Block> => {
    if (!Array.isArray(part)) return part ? [part] : [];
    const spans = spansOf(part, letters, context);
    return spans.length > 0
      ? [{ ...self, look: { display: 'inline' }, gap: 0, below: 0, over: [], spans }]
      : [];
  });
  if (look.filters && blocks.length > 0)
    context.differs('the CSS "filter" changes only what is behind a content');
  const isRow = isRowOf(look);
  const between = parts.some(Array.isArray) ? letters.fontSize / 4 : 0;
  const children = isRow ? blocks : joined(apart(withRows(blocks, letters, between), isFlex(look)), look);
  const [only, ...more] = children;
  if (!only) return isDrawn(look) || look.height !== undefined || over.length > 0 ? self : undefined;
  if (more.length > 0 || over.length > 0) return { ...self, children, isRow };
  // A box with one text is the box of that text, unless the text has a flex box of its own; one that does nothing but
  // hold a box is that box.
  if (
    only.spans.length > 0 &&
    !isDrawn(only.look) &&
    isWide(only.look) &&
    !isFlex(only.look) &&
    only.look.height === undefined
  )
    return boxed(self, only);
  const isSized = look.width !== undefined || look.height !== undefined;
  const isOnlyHeld = isWide(look) && !isSized && !isInline(self) && only.over.length === 0;
  return isOnlyHeld && !isDrawn(look) && !isFlex(look)
    ? { ...only, gap: self.gap + only.gap, below: self.below + only.below }
    : { ...self, children, isRow };
};
