import type { Rect } from '../../../../domain/composition/geometry/geometry.js';
import type { Sprite, SpriteSheet } from '../../../../workers/render/draw/scene.js';
import type { Font } from '../fonts/fonts.js';
import { type Joint, jointsOf } from './joined-sprites.js';
import { clipped, type Markup } from './markup.js';

/** A sprite that is not placed on a sheet yet. */
export interface LooseSprite extends Pick<Sprite, 'unit' | 'layer' | 'variant'> {
  readonly markup: Markup;
  /** The sprite drawn as one shape with that of the unit before it, in the same layer. */
  readonly withPrevious?: Markup;
}

/** Sprites side by side, as SVG, and their places. */
export interface DrawnSheet {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  readonly sheet: SpriteSheet;
  readonly joints: ReadonlyArray<Joint>;
  readonly fonts: ReadonlySet<Font>;
}

/** A sheet would exceed the maximum number of pixels. */
export class SheetTooLarge extends Error {}

/** Maximum number of pixels of a sheet: 128 MB. */
const MOST_PIXELS = 32 * 1024 * 1024;

/** Minimum width of a sheet with several rows, in px. */
const USUAL_WIDTH = 4096;

/** How far antialiasing reaches outside a shape, in px. */
export const SOFT_EDGE = 1;

const cellOf = ({ x, y, width, height }: Rect): Rect => {
  const [left, top] = [Math.floor(x) - SOFT_EDGE, Math.floor(y) - SOFT_EDGE];
  return {
    x: left,
    y: top,
    width: Math.ceil(x + width) + SOFT_EDGE - left,
    height: Math.ceil(y + height) + SOFT_EDGE - top,
  };
};

/**
 * Puts sprites on a sheet in rows, shifted by whole pixels, so that each has the same antialiasing as in its place.
 * @param box the origin of coordinates
 * @throws SheetTooLarge
 */
export const drawnSheet = (
  loose: ReadonlyArray<LooseSprite>,
  box: Rect,
  rest: Omit<SpriteSheet, 'sprites'>,
  fonts: ReadonlySet<Font>,
): DrawnSheet => {
  const cells = loose.flatMap(({ markup, withPrevious, ...sprite }) => {
    if (markup.svg === '' || !markup.bounds) return [];
    const cell = cellOf(markup.bounds);
    if (!withPrevious) return [{ sprite, svg: markup.svg, cell }];
    return [
      { sprite: { ...sprite, when: 'alone' as const }, svg: markup.svg, cell },
      { sprite: { ...sprite, when: 'joined' as const }, svg: clipped(withPrevious, cell).svg, cell },
    ];
  });
  const width = cells.reduce((most, { cell }) => Math.max(most, cell.width), USUAL_WIDTH);
  let [x, y, row] = [0, 0, 0];
  const sprites: Sprite[] = [];
  const parts: string[] = [];
  for (const { sprite, svg, cell } of cells) {
    if (x + cell.width > width) [x, y, row] = [0, y + row, 0];
    sprites.push({
      ...sprite,
      from: { x, y, width: cell.width, height: cell.height },
      x: cell.x - box.x,
      y: cell.y - box.y,
    });
    parts.push(`<g transform="translate(${x - cell.x} ${y - cell.y})">${svg}</g>`);
    x += cell.width;
    row = Math.max(row, cell.height);
  }
  const used = sprites.reduce((most, { from }) => Math.max(most, from.x + from.width), 1);
  const height = Math.max(1, y + row);
  if (used * height > MOST_PIXELS) throw new SheetTooLarge();
  const joints = jointsOf(sprites);
  return { svg: parts.join(''), width: used, height, sheet: { ...rest, sprites }, joints, fonts };
};
