import { rectangle } from '../reading/fields.js';
import type { JsonObject } from '../reading/json-object.js';
import { type Block, spansWithHeights } from './blocks.js';
import { besideOf, hugs, insetOf, isDrawn, isFlex, isTable, type BoxLook, roomOf, spaceOf } from './look.js';
import { isSureIn, setIn } from './measure.js';
import { type Laid, placedIn, startsOf, wrapped } from './rows.js';
import {
  alignOf,
  effectsOf,
  type HtmlPlace,
  isHugging,
  isOneClip,
  textClip,
  verticalOf,
} from './text-clip.js';

export const shapeClip = (look: BoxLook, size: object): JsonObject => ({
  ...rectangle(size, look.fill ?? 'transparent'),
  ...effectsOf(look),
});

/** How wide a text is if no line wraps; 0 for what is no text. */
const unwrapped = ({ spans }: Block, { filled }: HtmlPlace): number =>
  Math.max(0, ...setIn(spans, Infinity, filled).map(({ width }) => width));

/** The share of free space that is before what is aligned. */
const SHARES: Readonly<Record<string, number>> = { left: 0, center: 0.5, right: 1 };

/** A text, as wide as the room, or as itself where there is none. */
const textLaid = (block: Block, room: number | undefined, place: HtmlPlace): Laid => {
  const { look, letters, spans } = block;
  const [across, down] = [insetOf(look, 'left', 'right'), insetOf(look, 'top', 'bottom')];
  const inner = Math.max(1, (look.width ?? room ?? Infinity) - across);
  const wraps = letters.space === 'nowrap' ? Infinity : inner;
  const lines = setIn(spansWithHeights(block), wraps, place.filled);
  const natural = Math.max(...lines.map(({ width }) => width));
  const high = lines.reduce((sum, { height }) => sum + height, 0);
  const { fields } = textClip(block, { ...place, width: room, height: undefined, verticalAlign: 'top' });
  const align =
    (fields['size'] as JsonObject)['width'] === 'auto' && room !== undefined
      ? alignOf(block, place.align)
      : 'left';
  const isInside = isDrawn(look) && isHugging(block, { width: room }) && !look.shadow;
  const [left, top] = isInside ? [spaceOf(look, 'padding', 'left'), spaceOf(look, 'padding', 'top')] : [0, 0];
  const at = {
    left: { x: left, anchor: 'topLeft' },
    center: { x: (room ?? 0) / 2, anchor: 'top' },
    right: { x: room ?? 0, anchor: 'topRight' },
  } as const;
  return {
    clips: [{ ...(at[align as 'left'] ?? at.left), y: top, fields }],
    width: look.width ?? room ?? natural + across,
    height: look.height ?? high + down,
    isSure: look.height !== undefined || isSureIn(spans, wraps, place.filled),
  };
};

/** Items of a row with their shares of its free space, px. */
const grown = (
  items: ReadonlyArray<Block>,
  parts: ReadonlyArray<Laid>,
  room: number,
  place: HtmlPlace,
): ReadonlyArray<Laid> => {
  const grows = items.map(({ look }) => look.grow ?? 0);
  const all = grows.reduce((sum, grow) => sum + grow, 0);
  if (all === 0) return parts;
  const bases = parts.map((part, index) => (items[index]?.look.isEven ? 0 : part.width));
  const free = room - bases.reduce((sum, base) => sum + base, 0);
  return parts.map((part, index) => {
    const [item, grow = 0] = [items[index], grows[index]];
    if (!item || grow === 0 || free <= 0) return part;
    const width = (bases[index] ?? 0) + (free * grow) / all;
    return outer({ ...item, look: { ...item.look, width: undefined, hugs: undefined } }, width, place);
  });
};

/** The box of an item of a row, which is as high as the row unless something else is said. */
const stretched = (
  { look }: Block,
  item: Block | undefined,
  part: Laid,
  height: number,
  place: HtmlPlace,
): Laid => {
  const isStretched = isTable(look) || (isFlex(look) && /^(stretch)?$/.test(look.items ?? ''));
  if (!item || !isStretched || !isDrawn(item.look) || part.height >= height) return part;
  return outer({ ...item, look: { ...item.look, height: height - item.gap - item.below } }, undefined, place);
};

/** An item of a row with the space above and below it, where margins do not meet. */
const outer = (item: Block, room: number | undefined, place: HtmlPlace): Laid => {
  const part = laid(item, room, place);
  const clips = part.clips.map((clip) => ({ ...clip, y: clip.y + item.gap }));
  return { ...part, clips, height: item.gap + part.height + item.below };
};

/** A block with its children in a column or a row, without the space beside it. */
const laidInside = (block: Block, room: number | undefined, place: HtmlPlace): Laid => {
  const { look, letters, children, spans, isRow } = block;
  if (isOneClip(block, { ...place, width: room })) return textLaid(block, room, place);
  const inside = spans.length > 0 ? [{ ...block, look: {}, gap: 0, below: 0 }] : children;
  const [across, down] = [insetOf(look, 'left', 'right'), insetOf(look, 'top', 'bottom')];
  const isNarrow = hugs(look) && spans.length > 0 && unwrapped(block, place) + across <= (room ?? Infinity);
  const width = look.width ?? (isNarrow ? undefined : room);
  const inner = width === undefined || isRow ? undefined : Math.max(1, width - across);
  const gap = look.gap ?? 0;
  const first = inside.map((child) => (isRow ? outer(child, undefined, place) : laid(child, inner, place)));
  const space = isRow && width !== undefined ? width - across : Infinity;
  const column = look.wraps === true ? wrapped(block, first, space) : undefined;
  if (column) return laidInside(column, room, place);
  const gaps = gap * (inside.length - 1);
  const taken = space === Infinity ? first : grown(inside, first, space - gaps, place);
  const most = Math.max(0, ...taken.map((part) => (isRow ? part.height : part.width)));
  const parts = isRow
    ? taken.map((part, index) => stretched(block, inside[index], part, most, place))
    : taken;
  const below = isRow ? placedIn(look, inside, parts, most) : [];
  const sizes = parts.map((part) => (isRow ? part.width : part.height));
  const spaces = inside.map((child, index) => (isRow ? 0 : child.gap) + (index === 0 ? 0 : gap));
  const along = [...sizes, ...spaces].reduce(
    (sum, size) => sum + size,
    isRow ? 0 : (inside.at(-1)?.below ?? 0),
  );
  const wide = (isRow && hugs(look) ? undefined : width) ?? (isRow ? along : most) + across;
  const height = look.height ?? (isRow ? most : along) + down;
  const free = { x: isRow ? wide - across - along : 0, y: height - down - (isRow ? most : along) };
  const starts = startsOf(look, sizes, spaces, Math.max(0, isRow ? free.x : free.y));
  const align = isRow
    ? alignOf(block, look.display === undefined ? (letters.align ?? place.align) : 'left')
    : 'left';
  const shift = {
    x: insetOf(look, 'left') + free.x * (SHARES[align] ?? 0),
    y: insetOf(look, 'top') + { top: 0, middle: free.y / 2, bottom: free.y }[verticalOf(look, 'top')],
  };
  const clips = parts.flatMap((part, index) =>
    part.clips.map((clip) => ({
      ...clip,
      x: clip.x + shift.x + (isRow ? (starts[index] ?? 0) : 0),
      y: clip.y + shift.y + ((isRow ? below : starts)[index] ?? 0),
    })),
  );
  // The height of what is last moves nothing.
  const above = isRow || look.fill !== undefined ? parts : parts.slice(0, -1);
  const fits = along <= space || !isRow;
  const isSure = fits && above.every((part) => part.isSure);
  const box = { x: 0, y: 0, anchor: 'topLeft', fields: shapeClip(look, { width: wide, height }) } as const;
  const drawn = isDrawn(look) ? [box, ...clips] : clips;
  const isBeside = room !== undefined && hugs(look) && wide < room;
  const outside = isBeside ? (room - wide) * (SHARES[letters.align ?? place.align] ?? 0) : 0;
  const moved = outside === 0 ? drawn : drawn.map((clip) => ({ ...clip, x: clip.x + outside }));
  return { clips: moved, width: wide, height, isSure };
};

/** A block with the space beside it. @param room px; undefined for a block that is as wide as its content */
export function laid(block: Block, room: number | undefined, place: HtmlPlace): Laid {
  const { left, right } = besideOf(block.look);
  const inner = laidInside(block, room === undefined ? room : roomOf(block.look, room), place);
  const clips = left === 0 ? inner.clips : inner.clips.map((clip) => ({ ...clip, x: clip.x + left }));
  return { ...inner, clips, width: inner.width + left + right };
}
