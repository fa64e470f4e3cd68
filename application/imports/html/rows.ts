import type { JsonObject } from '../reading/json-object.js';
import { type Block, rowOf } from './blocks.js';
import { type BoxLook, insetOf, isAuto } from './look.js';
import { lineHeightOf } from './styles.js';
import { rowAlignOf } from './text-clip.js';

export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'topLeft' | 'top' | 'topRight';
  readonly fields: JsonObject;
}

/** Clips of a block, and its size as it is estimated, px. */
export interface Laid {
  readonly clips: ReadonlyArray<Placed>;
  readonly width: number;
  readonly height: number;
  /** Whether the height is exact, because no line may break elsewhere. */
  readonly isSure: boolean;
}

/** An item along its row or column: its size, the least one, and its shares of what is free or missing. */
interface Flexible {
  readonly size: number;
  readonly least: number;
  readonly grow: number;
  readonly shrink: number;
}

/** The sizes of items that share a room, px: https://www.w3.org/TR/css-flexbox-1/#resolve-flexible-lengths */
export const flexed = (items: ReadonlyArray<Flexible>, room: number): ReadonlyArray<number> => {
  const grows = items.reduce((sum, { size }) => sum + size, 0) <= room;
  const least = new Set<number>();
  for (;;) {
    const sizeOf = (index: number) => (least.has(index) ? items[index]?.least : items[index]?.size) ?? 0;
    const weights = items.map(({ size, grow, shrink }, index) =>
      least.has(index) ? 0 : grows ? grow : shrink * size,
    );
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    const free = items.reduce((rest, _item, index) => rest - sizeOf(index), room);
    const sizes = weights.map(
      (weight, index) => sizeOf(index) + (all === 0 ? 0 : (free * weight) / (grows ? Math.max(1, all) : all)),
    );
    const small = sizes.findIndex((size, index) => size < (items[index]?.least ?? 0) && !least.has(index));
    if (small < 0) return sizes;
    least.add(small);
  }
};

/** The space before the first item and between items, as shares of what is free. */
const spreadOf = (justify: string, count: number): readonly [before: number, between: number] => {
  if (justify === 'space-between' && count > 1) return [0, 1 / (count - 1)];
  if (justify === 'space-around') return [0.5 / count, 1 / count];
  if (justify === 'space-evenly') return [1 / (count + 1), 1 / (count + 1)];
  return [/center/.test(justify) ? 0.5 : /end|right/.test(justify) ? 1 : 0, 0];
};

/**
 * Where the items of a row or column begin along it, px.
 * @param justify the words of CSS for what is free, which margins take first
 * @param spaces before each item, px
 */
export const startsOf = (
  justify: string,
  items: ReadonlyArray<Block>,
  sizes: ReadonlyArray<number>,
  spaces: ReadonlyArray<number>,
  [free, before, after]: readonly [free: number, before: 'left' | 'top', after: 'right' | 'bottom'],
): ReadonlyArray<number> => {
  const margins = items.flatMap(({ look }) => [isAuto(look, before), isAuto(look, after)]);
  const autos = margins.filter(Boolean).length;
  const [first, between] = autos > 0 ? [0, 0] : spreadOf(justify, items.length);
  let end = first * free;
  return sizes.map((size, index) => {
    const [own = 0, next = 0] = [0, 1].map((side) => (margins[index * 2 + side] ? free / autos : 0));
    const start = end + (spaces[index] ?? 0) + own;
    end = start + size + next + between * free;
    return start;
  });
};

/** A row whose items do not fit beside each other, as a column of rows. */
export const wrapped = (block: Block, parts: ReadonlyArray<Laid>, room: number): Block | undefined => {
  const { look, letters, children } = block;
  const { gap = 0, display, columns, lines = 'normal' } = look;
  const rows: Block[][] = [];
  let end = 0;
  for (const [index, child] of children.entries()) {
    const { width = 0 } = parts[index] ?? {};
    const last = rows.at(-1);
    const fits = columns === undefined ? end + gap + width <= room : index % columns !== 0;
    if (last && fits) last.push(child);
    else rows.push([child]);
    end = rows.at(-1) === last ? end + gap + width : width;
  }
  if (rows.length < 2) return undefined;
  const { justify, items } = look;
  const grow = /stretch|normal/.test(lines) ? 1 : 0;
  const line = { display, gap, justify, items, columns, grow };
  return {
    ...block,
    look: { ...look, isColumn: true, items: undefined, justify: lines, wraps: false, columns: undefined },
    children: rows.map((row) => rowOf(letters, line, row)),
    isRow: false,
  };
};

/** How far items of a row are below its top, px. */
export const placedIn = (
  look: BoxLook,
  items: ReadonlyArray<Block>,
  parts: ReadonlyArray<Laid>,
  height: number,
): ReadonlyArray<number> => {
  // A baseline is about a third of the letters' size below the middle of their line.
  const bases = items.map(
    (item) =>
      item.gap + insetOf(item.look, 'top') + item.letters.fontSize * (lineHeightOf(item.letters) / 2 + 0.35),
  );
  if (look.items === 'baseline') return bases.map((base) => Math.max(...bases) - base);
  return parts.map((part, index) => {
    const { self = look.items } = items[index]?.look ?? {};
    return (height - part.height) * { top: 0, middle: 0.5, bottom: 1 }[rowAlignOf({ ...look, items: self })];
  });
};
