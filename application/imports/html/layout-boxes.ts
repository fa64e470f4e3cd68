import Yoga, * as yoga from 'yoga-layout';
import { each, table } from '../reading/json-object.js';
import { baselineOf, type Block, isOnBaseline, rowOf, spansWithHeights } from './blocks.js';
import * as looks from './look.js';
import { isSureIn, setIn } from './measure.js';
import { alignOf, type HtmlPlace, isOneClip } from './text-clip.js';

/** A block in the layout, with its children and with what lies over them. */
export interface Box {
  readonly block: Block;
  readonly node: yoga.Node;
  readonly children: ReadonlyArray<Box>;
  readonly over: ReadonlyArray<Box>;
}

const EDGES = {
  left: yoga.Edge.Left,
  top: yoga.Edge.Top,
  right: yoga.Edge.Right,
  bottom: yoga.Edge.Bottom,
} as const;

/** Words of CSS for where items lie, in the names of Yoga. */
const NAMES = table({
  ...each('start flex-start left baseline', 'FlexStart'),
  ...each('end flex-end right', 'FlexEnd'),
  center: 'Center',
  ...each('stretch normal', 'Stretch'),
  'space-between': 'SpaceBetween',
  'space-around': 'SpaceAround',
  'space-evenly': 'SpaceEvenly',
  top: 'FlexStart',
  middle: 'Center',
  bottom: 'FlexEnd',
});
const justified = (word: string): yoga.Justify =>
  yoga.Justify[NAMES[word] as keyof typeof yoga.Justify] ?? yoga.Justify.FlexStart;
const aligned = (word = ''): yoga.Align | undefined => yoga.Align[NAMES[word] as keyof typeof yoga.Align];

const config = Yoga.Config.create();
config.setUseWebDefaults(true);
config.setPointScaleFactor(0); // no rounding

/** A text, set in a width with the space at its sides, px. */
export const setText = (block: Block, width: number, { filled }: HtmlPlace) => {
  const { look, letters, spans } = block;
  const across = looks.insetOf(look, 'left', 'right');
  const room = letters.space === 'nowrap' ? Infinity : Math.max(1, width - across);
  const lines = setIn(spansWithHeights(block), room, filled);
  return {
    width: Math.max(...lines.map((line) => line.width)) + across,
    height: lines.reduce((sum, line) => sum + line.height, 0) + looks.insetOf(look, 'top', 'bottom'),
    /** Whether its height is exact, because no line may break elsewhere. */
    isSure: look.height !== undefined || isSureIn(spans, room, filled),
  };
};

/** The least width of a block, px: that of its longest word. */
const leastOf = (block: Block, place: HtmlPlace): number => {
  const { look, spans, children, isRow } = block;
  if (look.width !== undefined) return look.width;
  if (spans.length > 0) return setText(block, 1, place).width;
  const widths = children.map((child) => {
    const { left, right } = looks.besideOf(child.look);
    return left + right + leastOf(child, place);
  });
  const isLine = isRow && look.wraps !== true;
  const inner = isLine ? widths.reduce((sum, width) => sum + width, 0) : Math.max(0, ...widths);
  return inner + looks.insetOf(look, 'left', 'right');
};

/** Whether an item grows from a size of its own, to which Yoga would add the least width that it has. */
const growsFrom = ({ look }: Block, around: Block): boolean =>
  around.isRow && looks.isFlex(around.look) && look.basis !== undefined && (look.grow ?? 0) > 0;

/** Gives items that grew to less than their longest word its width, if any: then the others share what is left. */
export const widened = ({ block, children, over }: Box, place: HtmlPlace): boolean => {
  const changes = children.map((child) => {
    const least = growsFrom(child.block, block) ? leastOf(child.block, place) : 0;
    if (child.node.getComputedWidth() >= least - 0.01) return widened(child, place);
    child.node.setFlexBasis(least);
    child.node.setFlexGrow(0);
    child.node.setFlexShrink(0);
    return true;
  });
  return [...changes, ...over.map((one) => widened(one, place))].includes(true);
};

/** A grid as rows. The last one has as many columns as the others. */
const inRows = (block: Block): Block => {
  const { letters, children, look } = block;
  const { columns, gap, items } = look;
  if (columns === undefined) return block;
  const rows: Block[] = [];
  for (let at = 0; at < children.length; at += columns.length) {
    const cells = columns.map((column, index) => {
      const child = children[at + index] ?? rowOf(letters, {}, []);
      return { ...child, look: { ...child.look, ...column } };
    });
    rows.push(rowOf(letters, { display: 'flex', gap, items }, cells));
  }
  const own = { ...look, isColumn: true, items: undefined, columns: undefined };
  return { ...block, look: own, children: rows, isRow: false };
};

/** Says how a block lays out its items. */
const setItems = (node: yoga.Node, block: Block, place: HtmlPlace): void => {
  const { look, letters, isRow } = block;
  node.setFlexDirection(isRow ? yoga.FlexDirection.Row : yoga.FlexDirection.Column);
  node.setFlexWrap(isRow && look.wraps === true ? yoga.Wrap.Wrap : yoga.Wrap.NoWrap);
  node.setGap(yoga.Gutter.All, look.gap ?? 0);
  node.setAlignContent(aligned(look.lines) ?? yoga.Align.Stretch);
  for (const side of looks.SIDES) node.setPadding(EDGES[side], looks.insetOf(look, side));
  if (looks.isFlex(look)) {
    // A text alone in a flex box lies in a column, whatever the direction of the box.
    const isMain = isRow === (look.isColumn !== true);
    node.setJustifyContent(justified((isMain ? look.justify : look.items) ?? ''));
    node.setAlignItems((isMain ? aligned(look.items) : undefined) ?? yoga.Align.Stretch);
  } else if (isRow && !looks.isTable(look)) {
    const isLine = look.display === undefined;
    node.setJustifyContent(justified(isLine ? alignOf(block, letters.align ?? place.align) : 'left'));
    node.setAlignItems(yoga.Align.Center);
  } else if (!isRow) node.setJustifyContent(justified(looks.cellAlign(look) ?? 'top'));
};

/** Says how a block takes part in the layout of the block around it. */
const setSelf = (node: yoga.Node, block: Block, around: Block, place: HtmlPlace): void => {
  const { look, letters, gap, below } = block;
  const isOver = look.position === 'absolute';
  const isItem = looks.isFlex(around.look) && !isOver;
  const isLine = around.isRow && around.look.display === undefined;
  const isBased = (one: Block): boolean =>
    isLine ? isOnBaseline(one) : around.isRow && around.look.items === 'baseline';
  const lowest = Math.max(...around.children.filter(isBased).map(baselineOf));
  const lower = isBased(block) && !isOver ? lowest - baselineOf(block) : 0;
  // The space below others is in the gap of the next one.
  const isEnd = around.isRow || isOver || around.children.at(-1) === block;
  const space = { ...looks.besideOf(look), top: gap + lower, bottom: isEnd ? below : 0 };
  for (const side of looks.SIDES) {
    const edge = EDGES[side];
    node.setMargin(edge, looks.isAuto(look, side) ? 'auto' : space[side]);
    const inset = isOver && !looks.isDrawn(around.look) ? looks.spaceOf(around.look, 'padding', side) : 0;
    node.setPosition(edge, looks.distanceOf(look, side, inset));
  }
  // In rows that wrap, Yoga leaves out the space above what lies at their top.
  if (isLine && isBased(block)) node.setPosition(yoga.Edge.Top, space.top);
  if (isOver) node.setPositionType(yoga.PositionType.Absolute);
  node.setWidth(look.width);
  node.setHeight(look.height);
  node.setMaxWidth(look.most);
  node.setMinHeight(look.least);
  node.setFlexGrow(isItem ? (look.grow ?? 0) : 0);
  node.setFlexBasis(isItem ? look.basis : undefined);
  const isEmpty = block.children.length + block.spans.length === 0;
  const shrinks = around.isRow ? isItem || looks.isTable(around.look) : isItem && isEmpty;
  node.setFlexShrink(shrinks ? (look.shrink ?? 1) : 0);
  if (around.isRow && !isEmpty && !growsFrom(block, around)) node.setMinWidth(leastOf(block, place));
  const side = look.at ?? letters.align ?? place.align;
  const hugging = !around.isRow && looks.hugs(look) ? side : undefined;
  // An item in a column that is as wide as its content by its own width is not stretched.
  const start = look['hugs'] === true && !around.isRow ? (around.look.items ?? 'start') : undefined;
  const inLine =
    around.isRow && !looks.isTable(around.look)
      ? (look.vertical ?? (isLine && isBased(block) ? 'top' : undefined))
      : hugging;
  const own = isItem ? (look.self ?? start) : inLine;
  node.setAlignSelf(aligned(own) ?? yoga.Align.Auto);
};

/** A block with what is in it, ready to be laid out. */
export const boxOf = (given: Block, place: HtmlPlace): Box => {
  const rows = inRows(given);
  const { spans, letters, over } = rows;
  const node = Yoga.Node.create(config);
  if (over.length === 0 && isOneClip(rows, { ...place, width: 1 })) {
    node.setMeasureFunc((room, mode) => {
      const natural = setText(rows, Infinity, place);
      const isFree =
        mode === yoga.MeasureMode.Undefined || (mode === yoga.MeasureMode.AtMost && natural.width <= room);
      return isFree ? natural : { width: room, height: setText(rows, room, place).height };
    });
    return { block: rows, node, children: [], over: [] };
  }
  const align = alignOf(rows, letters.align ?? place.align);
  const text = { ...rows, letters: { ...letters, align }, look: {}, gap: 0, below: 0, over: [] };
  const block = spans.length > 0 ? { ...rows, spans: [], children: [text] } : rows;
  setItems(node, block, place);
  const within = (child: Block): Box => {
    const box = boxOf(child, place);
    setSelf(box.node, child, block, place);
    node.insertChild(box.node, node.getChildCount());
    return box;
  };
  return { block, node, children: block.children.map(within), over: over.map(within) };
};
