import type { Anchor } from '../../../domain/composition/fields/place.js';
import { anchorFractions } from '../../../domain/composition/geometry/anchors.js';
import { built } from '../reading/fields.js';
import { type JsonObject, clamped } from '../reading/json-object.js';
import { anchorNamed } from '../reading/places.js';
import type { Reader } from '../reading/reader.js';
import { looksOf } from './looks.js';
import type { MarkupContext } from './markup.js';
import * as values from './values.js';

/** Whether a text is as wide as its lines. */
export const isLoose = (element: Reader): boolean =>
  element.peek('text_wrap') === false && element.has('font_size');

/**
 * The named point that is nearest to the anchor of an element, and how far it is from it, as shares of the stated box. A
 * text that is as wide as its lines is anchored where they are aligned in that box.
 */
const anchorOf = (element: Reader) => {
  const share = (name: string) => values.still(element, name, values.shareOf) ?? 0.5;
  const [x, y] = [share('x_anchor'), share('y_anchor')];
  const point = (value: number) => clamped(0, 2, Math.round(value * 2));
  const aligned = values.shareOf(element.peek('x_alignment')) ?? 0;
  const column = point(isLoose(element) && element.has('width') ? aligned : x);
  const row = point(y);
  const name = `${['top', '', 'bottom'][row] ?? ''} ${['left', '', 'right'][column] ?? ''}`;
  return { anchor: anchorNamed(name) ?? 'center', x: column / 2 - x, y: row / 2 - y };
};

type Side = 'width' | 'height';

/** A side less a padding at both ends, which is in one unit where the sides of the canvas are not known. */
const padded = (side: number | string, padding: number | string, name: Side, frame: values.Surroundings) => {
  const [whole, space] = [values.pxOf(side, name, frame), values.pxOf(padding, name, frame)];
  if (whole !== undefined && space !== undefined) return Math.max(1, whole - space * 2);
  const [unit, other] = [side, padding].map((length) => String(length).replace(/^-?[\d.]+/, ''));
  const isOne = unit === other || (unit === '%' && /^v[wh]$/.test(String(other)));
  const share = Number.parseFloat(String(side)) - 2 * Number.parseFloat(String(padding));
  return isOne ? `${Math.max(1, share)}${unit}` : undefined;
};

/** The box of an element. Sides that are not stated fill the composition; those of texts follow their lines. */
const sizeOf = (element: Reader, isText: boolean, { frame, length }: MarkupContext): JsonObject => {
  const side = (name: Side) => {
    const given = values.changing(element, name, `size.${name}`, values.lengthOf, length);
    const axis = name === 'width' ? 'x' : 'y';
    const field = `${axis}_padding`;
    const padding = values.lengthOf(element.raw(field)) ?? 0;
    const follows =
      isText && element.has('font_size') ? 'auto' : isText && name === 'height' ? '80%' : '100%';
    const stated = given.value ?? follows;
    const isMiddle = (values.shareOf(element.peek(`${axis}_anchor`)) ?? 0.5) === 0.5;
    // Space on both sides of the lines does not move them where their middle is stated.
    const isPadded = Number.parseFloat(String(padding)) > 0 && !(stated === 'auto' && isMiddle);
    const inner = isPadded && stated !== 'auto' ? padded(stated, padding, name, frame) : undefined;
    const isFree = isText && name === 'width' && isLoose(element);
    const value = isFree ? 'auto' : (inner ?? stated);
    if (isPadded && inner === undefined)
      element.differs(
        field,
        'there is no space inside of the box, whose size is not known before it is drawn',
      );
    const px = value === 'auto' ? undefined : values.pxOf(value, name, frame);
    // A side of which nothing is left is 1 px long.
    return { value: Number.parseFloat(String(value)) <= 0 ? 1 : value, px, keyframes: given.keyframes };
  };
  const [width, height] = [side('width'), side('height')];
  const ratio = element.number('aspect_ratio');
  if (ratio !== undefined && ratio > 0 && width.px !== undefined && height.px !== undefined)
    return {
      size: { width: Math.min(width.px, height.px * ratio), height: Math.min(height.px, width.px / ratio) },
    };
  if (ratio !== undefined) element.differs('aspect_ratio', 'is not kept');
  const keyframes = [width.keyframes, height.keyframes];
  return { size: { width: width.value, height: height.value }, keyframes };
};

/** How the box of an element is placed, turned and drawn. */
export const pictureElement = (
  element: Reader,
  kind: string,
  z: number,
  context: MarkupContext,
): JsonObject => {
  const { frame, length } = context;
  // A shape without a box has its path around its place.
  const isLoose = kind === 'shape' && element.has('path') && !element.has('width') && !element.has('height');
  const { anchor, ...shift } = isLoose ? { anchor: 'topLeft', x: 0, y: 0 } : anchorOf(element);
  const box = sizeOf(element, kind === 'text' || kind === 'caption', context);
  const size = box['size'] as Readonly<Record<Side, number | string>>;
  // An element in a corner of a canvas whose sides are not known is placed from there.
  const isCorner =
    frame.width === undefined &&
    (['x', 'y'] as const).every((name) => {
      const at = anchorFractions(anchor as Anchor)[name];
      return shift[name] === 0 && at !== 0.5 && values.shareOf(element.peek(name) ?? 0.5) === at;
    });
  const place = (name: 'x' | 'y', side: Side): JsonObject => {
    const path = `position.${name}`;
    const given = values.changing(element, name, path, values.lengthOf, length);
    const stated = size[side] === 'auto' ? values.lengthOf(element.peek(side)) : size[side];
    const own = values.pxOf(stated, side, frame);
    const at = values.pxOf(given.value ?? '50%', side, frame);
    // The padding is beside what is in the box.
    const isPadded = element.has(`${name}_padding`) && size[side] !== 'auto';
    const outer = isPadded ? (values.lengthOf(element.peek(side)) ?? '100%') : stated;
    const whole = values.pxOf(outer, side, frame);
    const nearest = anchorFractions(anchor as Anchor)[name];
    const isApart = shift[name] !== 0 || (isPadded && nearest !== 0.5);
    if (isCorner) {
      const padding = values.lengthOf(element.peek(`${name}_padding`)) ?? 0;
      return { [path]: nearest === 0 ? padding : typeof padding === 'number' ? -padding : `-${padding}` };
    }
    const isKnown = own !== undefined && whole !== undefined && at !== undefined;
    if (isApart && !isKnown)
      element.differs(`${name}_anchor`, 'is carried over as the nearest of nine points, without the padding');
    const moved = isKnown ? at + (0.5 + shift[name] - nearest) * whole + (nearest - 0.5) * own : 0;
    const value = isApart && isKnown ? moved : (given.value ?? '50%');
    return { [path]: value, keyframes: given.keyframes };
  };
  if (element.has('z_rotation')) element.lacks('z_rotation is used', 'rotation');
  return built(
    { position: { z, anchor }, 'position.relativeTo': isCorner ? anchor : undefined },
    box,
    place('x', 'width'),
    place('y', 'height'),
    looksOf(element, kind, context),
  );
};
