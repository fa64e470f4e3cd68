import type { Block } from './blocks.js';
import {
  besideOf,
  distanceOf,
  hugs,
  insetOf,
  isAuto,
  isDrawn,
  isFlex,
  isTable,
  type BoxLook,
  roomOf,
  type Side,
  spaceOf,
} from './look.js';
import { flexed, type Laid, placedIn, startsOf, wrapped } from './rows.js';
import { alignOf, FLEX, type HtmlPlace, isOneClip } from './text-clip.js';
import { leastOf, shapeClip, textLaid, widest } from './text-layout.js';

/** The share of free space that is before what is aligned. */
const SHARES: Readonly<Record<string, number>> = { left: 0, center: 0.5, right: 1 };

/** An item of a row with the space above and below it, where margins do not meet. */
const outer = (item: Block, room: number | undefined, place: HtmlPlace): Laid => {
  const part = laid(item, room, place);
  const clips = part.clips.map((clip) => ({ ...clip, y: clip.y + item.gap }));
  return { ...part, clips, height: item.gap + part.height + item.below };
};

/** A block of a stated size. */
const sized = (block: Block, size: Partial<BoxLook>): Block => ({
  ...block,
  look: { ...block.look, ...size },
});

/** A row with its items, as wide and high as they share it, px. */
const rowParts = (
  { look }: Block,
  items: ReadonlyArray<Block>,
  first: ReadonlyArray<Laid>,
  [room, high]: readonly [room: number | undefined, high: number | undefined],
  place: HtmlPlace,
) => {
  const sizes = first.map(({ width }) => width);
  const shares = items.map((item, index) => {
    const { basis = sizes[index] ?? 0, grow = look.columns === undefined ? 0 : 1, shrink = 1 } = item.look;
    const size = look.columns === undefined ? basis : 0;
    return { size, least: Math.min(leastOf(item, place), sizes[index] ?? 0), grow, shrink };
  });
  const isShared = room !== undefined && (isFlex(look) || isTable(look));
  // The last line of a grid has as many columns as the others.
  const columns = look.columns === undefined ? 0 : Math.max(0, look.columns - items.length);
  const empty = Array.from({ length: columns }, () => ({ size: 0, least: 0, grow: 1, shrink: 1 }));
  const gaps = (look.gap ?? 0) * columns;
  const widths = isShared && place.work.left > 0 ? flexed([...shares, ...empty], room - gaps) : sizes;
  const isNew = (index: number) => Math.abs((widths[index] ?? 0) - (sizes[index] ?? 0)) > 0.01;
  const taken = items.map((item, index) => {
    const part = first[index];
    return part && !isNew(index)
      ? { item, part, room: undefined }
      : { item: sized(item, { width: undefined, hugs: undefined }), part: undefined, room: widths[index] };
  });
  const parts = taken.map(({ item, part, room: width }) => part ?? outer(item, width, place));
  const most =
    high ??
    Math.max(0, (look.least ?? 0) - insetOf(look, 'top', 'bottom'), ...parts.map(({ height }) => height));
  return parts.map((part, index) => {
    const { item, room: width } = taken[index] ?? {};
    if (!item || place.work.left <= 0) return part;
    const { self = look.items, height } = item.look;
    const isStretched = isTable(look) || (isFlex(look) && /^(stretch|normal)?$/.test(self ?? ''));
    const isBox = item.spans.length === 0 || isDrawn(item.look);
    if (!isStretched || !isBox || height !== undefined || part.height >= most) return part;
    // Letters may be a little wider than they are measured.
    const own = sized(item, { height: most - item.gap - item.below });
    return outer(own, item.spans.length === 0 ? width : (width ?? part.width * 1.01 + 1), place);
  });
};

/** An item of a column at the side that it is aligned to, if it does not fill its width. */
const aligned = ({ look }: Block, item: Block, room: number | undefined, place: HtmlPlace): Block => {
  const align = isFlex(look) && look.isColumn ? FLEX[item.look.self ?? look.items ?? '']?.align : undefined;
  if (align === undefined || room === undefined) return item;
  const { spans, letters } = item;
  const isLine = spans.length > 0 && item.look.width === undefined && widest(item, Infinity, place) <= room;
  return {
    ...item,
    letters: isLine ? { ...letters, align } : letters,
    look: { ...item.look, hugs: true, at: align },
  };
};

/** A column with its items, as high as they share it, px. */
const columnParts = (
  block: Block,
  items: ReadonlyArray<Block>,
  [room, high]: readonly [room: number | undefined, high: number | undefined],
  place: HtmlPlace,
) => {
  const first = items.map((item) => laid(aligned(block, item, room, place), room, place));
  if (high === undefined || !isFlex(block.look) || place.work.left <= 0) return first;
  const heights = flexed(
    first.map(({ height }, index) => {
      const { grow = 0, basis = height } = items[index]?.look ?? {};
      return { size: basis, least: height, grow, shrink: 0 };
    }),
    high,
  );
  return items.map((item, index) => {
    const [part, height = 0] = [first[index], heights[index]];
    if (part && height - part.height < 0.01) return part;
    return laid(aligned(block, sized(item, { height }), room, place), room, place);
  });
};

/** What lies at a place of its own in a box, whose sides are in px. */
const placedOver = (box: Block, item: Block, width: number, height: number, place: HtmlPlace): Laid => {
  const pad = (side: Side) => (isDrawn(box.look) ? 0 : spaceOf(box.look, 'padding', side));
  const [wide, high] = [width + pad('left') + pad('right'), height + pad('top') + pad('bottom')];
  const at = (side: Side) => distanceOf(item.look, side, side === 'left' || side === 'right' ? wide : high);
  const [left, right, top, bottom] = [at('left'), at('right'), at('top'), at('bottom')];
  const isBetween = left !== undefined && right !== undefined;
  const fills = isBetween && item.look.width === undefined;
  const tall =
    top !== undefined && bottom !== undefined ? high - top - bottom - item.gap - item.below : undefined;
  const room = Math.max(1, wide - (left ?? 0) - (right ?? 0));
  const look = { ...item.look, position: undefined, height: item.look.height ?? tall };
  const own = { ...item, look: fills ? look : { ...look, hugs: true, at: 'left' } };
  const natural = laid(own, undefined, place);
  const part = isBetween || natural.width > room ? laid(own, room, place) : natural;
  const x = left ?? (right === undefined ? 0 : wide - right - part.width);
  const y = top ?? (bottom === undefined ? 0 : high - bottom - part.height - item.below - item.gap);
  const clips = part.clips.map((clip) => ({
    ...clip,
    x: clip.x + x - pad('left'),
    y: clip.y + y + item.gap - pad('top'),
  }));
  return { ...part, clips };
};

/** The clips of a box with what is placed in it. What has a negative `z-index` lies behind the others. */
const layered = (
  block: Block,
  box: Laid['clips'],
  clips: Laid['clips'],
  [width, height]: readonly [number, number],
  place: HtmlPlace,
): Laid['clips'] => {
  const over = block.over.toSorted((a, b) => (a.look.z ?? 0) - (b.look.z ?? 0));
  const drawn = (items: ReadonlyArray<Block>) =>
    items.flatMap((item) => placedOver(block, item, width, height, place).clips);
  const isUnder = ({ look }: Block) => (look.z ?? 0) < 0;
  return [...box, ...drawn(over.filter(isUnder)), ...clips, ...drawn(over.filter((item) => !isUnder(item)))];
};

/** A box with its children in a column or a row. */
const flowed = (block: Block, room: number | undefined, place: HtmlPlace): Laid => {
  const { look, letters, children, spans, isRow } = block;
  const lines = { ...letters, align: alignOf(block, letters.align ?? place.align) };
  const inside =
    spans.length > 0 ? [{ ...block, letters: lines, look: {}, gap: 0, below: 0, over: [] }] : children;
  const [across, down] = [insetOf(look, 'left', 'right'), insetOf(look, 'top', 'bottom')];
  const width = look.width ?? room;
  const inner = width === undefined ? undefined : Math.max(1, width - across);
  const high = look.height === undefined ? undefined : Math.max(0, look.height - down);
  const gap = look.gap ?? 0;
  const spaces = inside.map((child, index) => (isRow ? 0 : child.gap) + (index === 0 ? 0 : gap));
  const between = spaces.reduce((sum, space) => sum + space, isRow ? 0 : (inside.at(-1)?.below ?? 0));
  const single = isRow ? inside.map((child) => outer(child, undefined, place)) : [];
  const wraps = isRow && place.work.left > 0 && (look.wraps === true || look.columns !== undefined);
  const column = wraps ? wrapped(block, single, inner ?? Infinity) : undefined;
  if (column) return flowed(column, room, place);
  const parts = isRow
    ? rowParts(block, inside, single, [inner && inner - between, high], place)
    : columnParts(block, inside, [inner, high && high - between], place);
  const sizes = parts.map((part) => (isRow ? part.width : part.height));
  const along = sizes.reduce((sum, size) => sum + size, between);
  const most = Math.max(0, ...parts.map((part) => (isRow ? part.height : part.width)));
  const wide = width ?? (isRow ? along : most) + across;
  const height = look.height ?? Math.max(look.least ?? 0, (isRow ? most : along) + down);
  const below = isRow ? placedIn(look, inside, parts, height - down) : [];
  const line = isFlex(look)
    ? ''
    : alignOf(block, look.display === undefined ? (letters.align ?? place.align) : 'left');
  const justify = (isRow === (look.isColumn !== true) ? look.justify : look.items) ?? line;
  const free = Math.max(0, (isRow ? wide - across : height - down) - along);
  const starts = startsOf(
    justify,
    inside,
    sizes,
    spaces,
    isRow ? [free, 'left', 'right'] : [free, 'top', 'bottom'],
  );
  const [left, top] = [insetOf(look, 'left'), insetOf(look, 'top')];
  const clips = parts.flatMap((part, index) =>
    part.clips.map((clip) => ({
      ...clip,
      x: clip.x + left + (isRow ? (starts[index] ?? 0) : 0),
      y: clip.y + top + ((isRow ? below : starts)[index] ?? 0),
    })),
  );
  // The height of what is last moves nothing.
  const above = isRow || look.fill !== undefined ? parts : parts.slice(0, -1);
  const fits = !isRow || inner === undefined || along <= inner * 1.02 + 1;
  const isSure = fits && place.work.left > 0 && above.every((part) => part.isSure);
  const box = { x: 0, y: 0, anchor: 'topLeft', fields: shapeClip(look, { width: wide, height }) } as const;
  const layers = layered(block, isDrawn(look) ? [box] : [], clips, [wide, height], place);
  return { clips: layers, width: wide, height, isSure };
};

/** A block without the space beside it. */
function laidInside(block: Block, room: number | undefined, place: HtmlPlace): Laid {
  const { look, over } = block;
  if (over.length === 0 && isOneClip(block, { ...place, width: room })) {
    const text = textLaid(block, room, place);
    return text.height >= (look.least ?? 0)
      ? text
      : textLaid(sized(block, { height: look.least }), room, place);
  }
  if (hugs(look) && look.width === undefined && room !== undefined && place.work.left > 0) {
    const natural = laidInside(block, undefined, place);
    if (natural.width <= room) return natural;
  }
  return flowed(block, room, place);
}

/** A block with the space beside it. @param room px; undefined for a block that is as wide as its content */
export function laid(block: Block, room: number | undefined, place: HtmlPlace): Laid {
  const { look, letters } = block;
  place.work.left -= 1;
  const { left, right } = besideOf(look);
  const inner = laidInside(block, room === undefined ? room : roomOf(look, room), place);
  const free = Math.max(0, (room ?? 0) - left - right - inner.width);
  const side = hugs(look) ? (SHARES[look.at ?? letters.align ?? place.align] ?? 0) : 0;
  const share = isAuto(look, 'left') ? (isAuto(look, 'right') ? 0.5 : 1) : side;
  const at = (near: Side, far: Side, whole: number) =>
    look.position === undefined ? 0 : (distanceOf(look, near, whole) ?? -(distanceOf(look, far, whole) ?? 0));
  const { x, y } = look.moved ?? { x: 0, y: 0 };
  const across = left + free * share + x * inner.width + at('left', 'right', room ?? 0);
  const down = y * inner.height + at('top', 'bottom', 0);
  const clips = inner.clips.map((clip) => ({ ...clip, x: clip.x + across, y: clip.y + down }));
  return { ...inner, clips, width: inner.width + left + right };
}
