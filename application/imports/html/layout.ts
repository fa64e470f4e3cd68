import { rectangle } from '../reading/fields.js';
import type { JsonObject } from '../reading/json-object.js';
import { type Block, spansWithHeights } from './blocks.js';
import { besideOf, hugs, isDrawn, isFlex, isTable, type BoxLook, roomOf, spaceOf } from './look.js';
import { isSureIn, setIn } from './measure.js';
import { lineHeightOf } from './styles.js';
import {
  alignOf,
  effectsOf,
  type HtmlPlace,
  isHugging,
  isOneClip,
  rowAlignOf,
  textClip,
  verticalOf,
} from './text-clip.js';

interface Placed {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'topLeft' | 'top' | 'topRight';
  readonly fields: JsonObject;
}

/** Clips of a block, and its size as it is estimated, px. */
interface Laid {
  readonly clips: ReadonlyArray<Placed>;
  readonly width: number;
  readonly height: number;
  /** Whether the height is exact, because no line may break elsewhere. */
  readonly isSure: boolean;
}

export const shapeClip = (look: BoxLook, size: object): JsonObject => ({
  ...rectangle(size, look.fill ?? 'transparent'),
  ...effectsOf(look),
});

const insetOf = ({ look }: Block, ...sides: ReadonlyArray<string>): number =>
  isDrawn(look) ? sides.reduce((sum, side) => sum + spaceOf(look, 'padding', side), 0) : 0;

/** How wide a text is if no line wraps; 0 for what is no text. */
const unwrapped = ({ spans }: Block, { filled }: HtmlPlace): number =>
  Math.max(0, ...setIn(spans, Infinity, filled).map(({ width }) => width));

/** The share of free space that is before what is aligned. */
const SHARES: Readonly<Record<string, number>> = { left: 0, center: 0.5, right: 1 };

/** A text, as wide as the room, or as itself where there is none. */
const textLaid = (block: Block, room: number | undefined, place: HtmlPlace): Laid => {
  const { look, letters, spans } = block;
  const [across, down] = [insetOf(block, 'left', 'right'), insetOf(block, 'top', 'bottom')];
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
  return laid({ ...item, look: { ...item.look, height } }, undefined, place);
};

/** How far items of a row are below its top, px. */
const placedIn = (
  look: BoxLook,
  items: ReadonlyArray<Block>,
  parts: ReadonlyArray<Laid>,
  height: number,
): ReadonlyArray<number> => {
  // A baseline is about a third of the letters' size below the middle of their line.
  const bases = items.map(
    (item) => insetOf(item, 'top') + item.letters.fontSize * (lineHeightOf(item.letters) / 2 + 0.35),
  );
  if (look.items === 'baseline') return bases.map((base) => Math.max(...bases) - base);
  const share = { top: 0, middle: 0.5, bottom: 1 }[rowAlignOf(look)];
  return parts.map((part) => (height - part.height) * share);
};

/** A block with its children in a column or a row, without the space beside it. */
const laidInside = (block: Block, room: number | undefined, place: HtmlPlace): Laid => {
  const { look, children, spans, isRow } = block;
  if (isOneClip(block, { ...place, width: room })) return textLaid(block, room, place);
  const inside = spans.length > 0 ? [{ ...block, look: {}, gap: 0, below: 0 }] : children;
  const [across, down] = [insetOf(block, 'left', 'right'), insetOf(block, 'top', 'bottom')];
  const isNarrow = hugs(look) && spans.length > 0 && unwrapped(block, place) + across <= (room ?? Infinity);
  const width = look.width ?? (isNarrow ? undefined : room);
  const inner = width === undefined || isRow ? undefined : Math.max(1, width - across);
  const gap = look.gap ?? 0;
  const first = inside.map((child) => laid(child, inner, place));
  const most = Math.max(0, ...first.map((part) => (isRow ? part.height : part.width)));
  const parts = isRow
    ? first.map((part, index) => stretched(block, inside[index], part, most, place))
    : first;
  const below = isRow ? placedIn(look, inside, parts, most) : [];
  let along = 0;
  const starts = parts.map((part, index) => {
    const start = along + (index === 0 ? 0 : gap) + (isRow ? 0 : (inside[index]?.gap ?? 0));
    along = start + (isRow ? part.width : part.height);
    return start;
  });
  if (!isRow) along += inside.at(-1)?.below ?? 0;
  const wide = (isRow && hugs(look) ? undefined : width) ?? (isRow ? along : most) + across;
  const height = look.height ?? (isRow ? most : along) + down;
  const free = { x: isRow ? wide - across - along : 0, y: height - down - (isRow ? most : along) };
  const align = isRow ? alignOf(block, look.display === undefined ? place.align : 'left') : 'left';
  const shift = {
    x: insetOf(block, 'left') + free.x * (SHARES[align] ?? 0),
    y: insetOf(block, 'top') + { top: 0, middle: free.y / 2, bottom: free.y }[verticalOf(look, 'top')],
  };
  const clips = parts.flatMap((part, index) =>
    part.clips.map((clip) => ({
      ...clip,
      x: clip.x + shift.x + (isRow ? (starts[index] ?? 0) : 0),
      y: clip.y + shift.y + ((isRow ? below : starts)[index] ?? 0),
    })),
  );
  // The height of what is last moves nothing.
  const before = isRow || look.fill !== undefined ? parts : parts.slice(0, -1);
  const fits = !isRow || width === undefined || along <= width - across;
  const isSure = fits && before.every((part) => part.isSure);
  const box = { x: 0, y: 0, anchor: 'topLeft', fields: shapeClip(look, { width: wide, height }) } as const;
  const drawn = isDrawn(look) ? [box, ...clips] : clips;
  const outside = isNarrow ? ((room ?? wide) - wide) * (SHARES[block.letters.align ?? place.align] ?? 0) : 0;
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
