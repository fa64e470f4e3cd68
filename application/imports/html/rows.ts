import type { JsonObject } from '../reading/json-object.js';
import type { Block } from './blocks.js';
import { type BoxLook, insetOf } from './look.js';
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

/** The space before the first item and between items, as shares of what is free. */
const spreadOf = ({ justify = '' }: BoxLook, count: number): readonly [before: number, between: number] => {
  if (justify === 'space-between' && count > 1) return [0, 1 / (count - 1)];
  if (justify === 'space-around') return [0.5 / count, 1 / count];
  return justify === 'space-evenly' ? [1 / (count + 1), 1 / (count + 1)] : [0, 0];
};

/**
 * Where the items of a row or column begin along it.
 * @param sizes of the items along it, px
 * @param spaces before each item, px
 * @param free what the items leave of it, px
 */
export const startsOf = (
  look: BoxLook,
  sizes: ReadonlyArray<number>,
  spaces: ReadonlyArray<number>,
  free: number,
): ReadonlyArray<number> => {
  const [before, between] = spreadOf(look, sizes.length);
  let end = before * free;
  return sizes.map((size, index) => {
    const start = end + (spaces[index] ?? 0);
    end = start + size + between * free;
    return start;
  });
};

/** A row whose items do not fit beside each other, as a column of rows. */
export const wrapped = (block: Block, parts: ReadonlyArray<Laid>, room: number): Block | undefined => {
  const { look, letters, children } = block;
  const { gap = 0, display } = look;
  const rows: Block[][] = [];
  let end = 0;
  for (const [index, child] of children.entries()) {
    const { width = 0 } = parts[index] ?? {};
    const last = rows.at(-1);
    if (last && end + gap + width <= room) last.push(child);
    else rows.push([child]);
    end = rows.at(-1) === last ? end + gap + width : width;
  }
  if (rows.length < 2) return undefined;
  const { justify, items } = look;
  const line = { display, gap, justify, items };
  const lines = rows.map((row): Block => ({
    letters,
    look: line,
    spans: [],
    children: row,
    isRow: true,
    gap: 0,
    below: 0,
  }));
  return {
    ...block,
    look: { ...look, isColumn: true, items: undefined, justify: undefined },
    children: lines,
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
  const share = { top: 0, middle: 0.5, bottom: 1 }[rowAlignOf(look)];
  return parts.map((part) => (height - part.height) * share);
};
