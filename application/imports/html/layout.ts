import { Direction, Edge, type Node } from 'yoga-layout';
import { rectangle } from '../reading/fields.js';
import { type JsonObject, present } from '../reading/json-object.js';
import { type Block, rowOf } from './blocks.js';
import { type Box, boxOf, setText, widened } from './layout-boxes.js';
import { fillIn } from './lines.js';
import { type BoxLook, cellAlign, isDrawn, isEllipse, roundedIn, spaceOf } from './look.js';
import { effectsOf, type HtmlPlace, isHugging, textClip } from './text-clip.js';

interface Placed {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'topLeft' | 'top' | 'topRight';
  /** When it comes in, ms. */
  readonly start?: number | undefined;
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

/** Clips in a box, each over the one before. @param top where the box of the clips begins, px */
export const stacked = (clips: Laid['clips'], top = 0): ReadonlyArray<JsonObject> =>
  clips.map(({ x, y, anchor, start, fields }, z) => ({
    ...fields,
    position: { x: Math.round(x), y: Math.round(y + top), z, anchor },
    timeFrame: present({ start, end: 'video' }),
  }));

export const shapeClip = (
  look: BoxLook,
  size: { readonly width: number; readonly height: number },
  place: HtmlPlace,
): JsonObject => {
  const { picture, layers, fit = 'cover' } = look;
  const fill = fillIn(look, size);
  if (isEllipse(look))
    return {
      type: 'shape',
      size,
      shapeProperties: { shape: 'ellipse', fill },
      ...effectsOf({ ...look, radius: undefined }),
    };
  return {
    ...(picture === undefined ? rectangle(size, fill) : { type: 'image', source: picture, fit, size }),
    ...(layers && { type: 'image', svg: layers(size), size, shapeProperties: undefined }),
    ...effectsOf(roundedIn(look, size, place.differs)),
  };
};

/** The point that stays where it is when a text is drawn a little wider or narrower than it was measured. */
const anchorOf = (node: Node, around: Node): Pick<Placed, 'x' | 'anchor'> => {
  const { left, width } = node.getComputedLayout();
  const before = left - around.getComputedPadding(Edge.Left);
  const after = around.getComputedWidth() - around.getComputedPadding(Edge.Right) - left - width;
  if (before >= 1 && Math.abs(after - before) < 1) return { x: left + width / 2, anchor: 'top' };
  if (before >= 1 && after < 1) return { x: left + width, anchor: 'topRight' };
  return { x: left, anchor: 'topLeft' };
};

const SHARES = { top: 0, middle: 0.5, bottom: 1 };

const textIn = ({ block, node }: Box, around: Node, place: HtmlPlace): Laid => {
  const { look } = block;
  const { left: x, top, width, height } = node.getComputedLayout();
  const text = setText(block, look.width ?? width, place);
  const isStretched = isDrawn(look) && look.height === undefined && height > text.height + 0.5;
  const isNatural = Math.abs(setText(block, Infinity, place).width - width) < 0.5;
  const room = isNatural && !isStretched ? undefined : width;
  const rounded = roundedIn(look, { width, height }, place.differs);
  const own = { ...block, look: isStretched ? { ...rounded, height } : rounded };
  const { fields } = textClip(own, { ...place, width: room, height: undefined, verticalAlign: 'top' });
  // The box of the clip is that of the letters, if the clip has a box of its own for what is behind them.
  const isInside = isDrawn(look) && isHugging(own, { width: room }) && !look.shadow;
  const { width: wide } = fields['size'] as JsonObject;
  const at = wide === 'auto' ? anchorOf(node, around) : ({ x, anchor: 'topLeft' } as const);
  const inset = {
    topLeft: spaceOf(look, 'padding', 'left'),
    top: 0,
    topRight: -spaceOf(look, 'padding', 'right'),
  };
  const across = isInside ? inset[at.anchor] : 0;
  // The content of a cell may be lower than the cell.
  const lower = SHARES[cellAlign(look) ?? 'top'] * Math.max(0, height - text.height);
  const y = top + (isInside ? spaceOf(look, 'padding', 'top') : 0) + (isStretched ? 0 : lower);
  return { clips: [{ ...at, x: at.x + across, y, fields }], width, height, isSure: text.isSure };
};

/** What a box draws, in the box around it. */
const drawn = (box: Box, around: Node, place: HtmlPlace): Laid => {
  const { block, node, children, over } = box;
  const { look, isRow } = block;
  const { left, top, width, height } = node.getComputedLayout();
  const parts = children.map((child) => drawn(child, node, place));
  const placed = over
    .toSorted((a, b) => (a.block.look.z ?? 0) - (b.block.look.z ?? 0))
    .map((one) => ({ isUnder: (one.block.look.z ?? 0) < 0, ...drawn(one, node, place) }));
  const text = block.spans.length > 0 ? textIn(box, around, place) : undefined;
  const isShape = isDrawn(look) && !text;
  const held: ReadonlyArray<Placed> = [
    ...placed.filter(({ isUnder }) => isUnder).flatMap(({ clips }) => clips),
    ...parts.flatMap(({ clips }) => clips),
    ...placed.filter(({ isUnder }) => !isUnder).flatMap(({ clips }) => clips),
  ];
  const within = (fields: JsonObject): Placed => ({ x: 0, y: 0, anchor: 'topLeft', fields });
  const cut = (): Placed => {
    const rounded = effectsOf(roundedIn({ radius: look.radius }, { width, height }, place.differs));
    return within({ type: 'group', size: { width, height }, clip: true, clips: stacked(held), ...rounded });
  };
  const layers = [
    ...(isShape ? [within(shapeClip(look, { width, height }, place))] : []),
    ...(look['clips'] === true && over.length > 0 ? [cut()] : held),
  ].map((clip) => ({ ...clip, x: clip.x + left, y: clip.y + top }));
  const { x, y } = look.moved ?? { x: 0, y: 0 };
  const moved = (by: { readonly x: number; readonly y: number }) =>
    (text?.clips ?? layers).map((clip) => ({ ...clip, x: clip.x + by.x, y: clip.y + by.y }));
  const { rotation, enters } = look;
  const across = Math.ceil(height);
  const grouped: Placed = {
    x: left + x * width,
    y: top + y * height,
    anchor: 'topLeft',
    start: enters?.start || undefined,
    fields: present({
      type: 'group',
      size: { width: Math.ceil(width), height: across },
      clips: stacked(moved({ x: -left, y: -top })),
      transform: rotation === undefined ? undefined : { rotation },
      transition: enters && {
        in: enters.in['type'] === 'slide' ? { ...enters.in, distance: across, fade: true } : enters.in,
      },
    }),
  };
  const clips = rotation === undefined && !enters ? moved({ x: x * width, y: y * height }) : [grouped];
  // The height of what is last moves nothing.
  const above = isRow || look.fill !== undefined ? parts : parts.slice(0, -1);
  const end = children.at(-1)?.node.getComputedLayout();
  const fits = !isRow || !end || end.left + end.width <= width + 1;
  return { clips, width, height, isSure: text?.isSure ?? (fits && above.every(({ isSure }) => isSure)) };
};

/**
 * Lays out a block with the space beside it, by the rules of CSS for flex boxes.
 * @param room px; undefined for a block that is as wide as its content
 */
export const laid = (block: Block, room: number | undefined, place: HtmlPlace): Laid => {
  const content = { ...block, gap: 0, below: 0 };
  const box = boxOf({ ...rowOf(block.letters, {}, [content]), isRow: false }, place);
  try {
    do box.node.calculateLayout(room, undefined, Direction.LTR);
    while (widened(box, place));
    return drawn(box, box.node, place);
  } finally {
    box.node.freeRecursive();
  }
};
