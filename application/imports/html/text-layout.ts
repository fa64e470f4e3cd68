import { rectangle } from '../reading/fields.js';
import type { JsonObject } from '../reading/json-object.js';
import { type Block, spansWithHeights } from './blocks.js';
import { besideOf, insetOf, isDrawn, type BoxLook, spaceOf } from './look.js';
import { isSureIn, setIn } from './measure.js';
import type { Laid } from './rows.js';
import { alignOf, effectsOf, type HtmlPlace, isHugging, textClip } from './text-clip.js';

export const shapeClip = (look: BoxLook, size: object): JsonObject => ({
  ...rectangle(size, look.fill ?? 'transparent'),
  ...effectsOf(look),
});

/** How wide a text is if its lines wrap at a width, px; 0 for what is no text. */
export const widest = ({ spans }: Block, room: number, { filled }: HtmlPlace): number =>
  Math.max(0, ...setIn(spans, room, filled).map(({ width }) => width));

/** The least width of a block with the space beside it, px: that of its longest word. */
export const leastOf = (block: Block, place: HtmlPlace): number => {
  const { look, letters, children, isRow } = block;
  const { left, right } = besideOf(look);
  const inner = children.map((child) => leastOf(child, place));
  const text = widest(block, letters.space === 'nowrap' ? Infinity : 1, place);
  const isLine = isRow && look.wraps !== true;
  const content = isLine ? inner.reduce((sum, width) => sum + width, 0) : Math.max(text, ...inner);
  return left + right + Math.min(look.width ?? Infinity, content + insetOf(look, 'left', 'right'));
};

/** A text, as wide as the room, or as itself where there is none. */
export const textLaid = (block: Block, room: number | undefined, place: HtmlPlace): Laid => {
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
  const [left, top] = isInside
    ? [
        { center: 0, right: -spaceOf(look, 'padding', 'right') }[alignOf(block, place.align)] ??
          spaceOf(look, 'padding', 'left'),
        spaceOf(look, 'padding', 'top'),
      ]
    : [0, 0];
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
