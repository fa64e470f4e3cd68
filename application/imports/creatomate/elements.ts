import { colorIn } from '../reading/colors.js';
import { built, carried, type FieldTable, type Rule } from '../reading/fields.js';
import type { JsonObject } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';
import { table } from '../reading/table.js';
import type { TextContext } from './markup.js';
import {
  angleOf,
  changing,
  lengthOf,
  pxIn,
  pxOf,
  shadowShape,
  shareOf,
  type Timed,
  varying,
} from './values.js';

const COLUMNS = [
  ['topLeft', 'top', 'topRight'],
  ['left', 'center', 'right'],
  ['bottomLeft', 'bottom', 'bottomRight'],
] as const;

/** The named point that is nearest to the anchor of an element, and how far it is from it, as shares of the box. */
const anchorOf = (element: Reader): { readonly anchor: string; readonly x: number; readonly y: number } => {
  const share = (name: string) => changing(element, name, undefined, shareOf, undefined).value ?? 0.5;
  const [x, y] = [share('x_anchor'), share('y_anchor')];
  const point = (value: number) => Math.min(2, Math.max(0, Math.round(value * 2)));
  const [column, row] = [point(x), point(y)];
  return { anchor: COLUMNS[row]?.[column] ?? 'center', x: column / 2 - x, y: row / 2 - y };
};

type Side = 'width' | 'height';

/** A side of which nothing is left is 1 px long. */
const positive = (value: number | string): number | string =>
  Number.parseFloat(String(value)) <= 0 || String(value).startsWith('-') ? 1 : value;

/** A side in percent less a padding at both ends, where the sides of the canvas are not known. */
const lessPercent = (side: number | string, padding: number | string | undefined): string | undefined =>
  String(side).endsWith('%') && /(%|vw|vh)$/.test(String(padding)) && Number.parseFloat(String(padding)) > 0
    ? `${Math.max(1, Number.parseFloat(String(side)) - 2 * Number.parseFloat(String(padding)))}%`
    : undefined;

/** The box of an element. Sides that are not stated fill the composition; those of texts follow their lines. */
const sizeOf = (element: Reader, isText: boolean, { frame, length }: TextContext): JsonObject => {
  const side = (name: Side) => {
    const given = changing<number | string>(element, name, `size.${name}`, lengthOf, length);
    const space = lengthOf(element.raw(name === 'width' ? 'x_padding' : 'y_padding'));
    const padding = pxOf(space, name, frame) ?? 0;
    const whole = pxOf(given.value ?? '100%', name, frame);
    const inner =
      padding > 0 && whole !== undefined
        ? Math.max(1, whole - padding * 2)
        : lessPercent(given.value ?? '100%', space);
    const follows =
      isText && element.has('font_size') ? 'auto' : isText && name === 'height' ? '80%' : '100%';
    const value = inner ?? given.value ?? follows;
    const isPadded = Number.parseFloat(String(space ?? 0)) > 0;
    if (isPadded && (value === 'auto' || inner === undefined))
      element.differs(
        `${name === 'width' ? 'x' : 'y'}_padding`,
        'there is no space inside of the box, whose size is not known before it is drawn',
      );
    const px = value === 'auto' ? undefined : pxOf(value, name, frame);
    return { value: value === 'auto' ? value : positive(value), px, keyframes: given.keyframes };
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

const FILTERS: Readonly<Record<string, (share: number) => JsonObject | undefined>> = table({
  none: () => undefined,
  brighten: (share: number) => ({ type: 'brightness', amount: 1 + share }),
  contrast: (share: number) => ({ type: 'contrast', amount: 1 + share }),
  hue: (share: number) => ({ type: 'hueRotate', amount: share * 360 }),
  invert: (share: number) => ({ type: 'invert', amount: Math.min(1, share) }),
  grayscale: (share: number) => ({ type: 'grayscale', amount: Math.min(1, share) }),
  sepia: (share: number) => ({ type: 'sepia', amount: Math.min(1, share) }),
});

const filter: Rule<Timed> = (element, name, { length }) => {
  const amount = changing(element, 'color_filter_value', undefined, shareOf, length).value ?? 1;
  return { 'effects.filters': element.choice(name, FILTERS)?.(amount) };
};

const blur: Rule<Timed> = (element, name, context) => {
  const radius = pxIn(element, name, context) ?? 0;
  return { 'effects.filters': radius <= 0 ? undefined : { type: 'blur', amount: Math.min(200, radius / 2) } };
};

const MODES =
  'multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light difference exclusion hue saturation color luminosity'.split(
    ' ',
  );

const blendMode: Rule = (element, name) => {
  const named = table({
    none: undefined,
    lighter: 'screen',
    ...Object.fromEntries(MODES.map((mode) => [mode, mode])),
  });
  if (element.text(name) === 'lighter') element.differs(name, 'screen is used');
  return rule.choice('effects.blendMode', named)(element, name, undefined);
};

/** A scale as a factor that the format has. */
const scaleOf = (value: unknown): number | undefined => {
  const share = shareOf(value);
  return share === undefined ? undefined : Math.min(100, Math.max(0.001, Math.abs(share)));
};

const opacityOf = (value: unknown): number | undefined => {
  const share = shareOf(value);
  return share === undefined ? undefined : Math.min(1, Math.max(0, share));
};

/** How elements of all kinds look. */
const LOOKS: FieldTable<Timed> = {
  opacity: varying('effects.opacity', opacityOf),
  rotation: varying('transform.rotation', angleOf),
  z_rotation: varying('transform.rotation', angleOf),
  x_scale: varying('transform.scale.x', scaleOf),
  y_scale: varying('transform.scale.y', scaleOf),
  x_skew: varying('transform.skew.x', angleOf),
  y_skew: varying('transform.skew.y', angleOf),
  color_filter: filter,
  color_filter_value: rule.beside('color_filter', () => undefined),
  blur_radius: blur,
  blur_mode: rule.unseen,
  blend_mode: blendMode,
  color_overlay: rule.left('nothing is drawn over the element'),
  ...rule.each(
    'warp_matrix warp_mode x_rotation y_rotation perspective backface_visible',
    rule.left('the picture keeps its shape'),
  ),
  repeat: rule.left('the element is drawn once'),
};

/** How elements look that are no texts. */
const BOX: FieldTable<Timed> = {
  border_radius: (element, name, context) => {
    const radius = pxIn(element, name, context) ?? 0;
    return { 'effects.borderRadius': radius <= 0 ? undefined : radius };
  },
  shadow_color: rule.to('effects.shadow', (element, name) => {
    const color = colorIn(element, name);
    return color === undefined ? undefined : { x: 0, y: 0, blur: 0, color };
  }),
  ...shadowShape('effects.shadow'),
};

/** How the box of an element is placed, turned and drawn. */
export const pictureOf = (element: Reader, kind: string, z: number, context: TextContext): JsonObject => {
  const { frame, length } = context;
  // A shape without a box has its path around its place.
  const isLoose = kind === 'shape' && !element.has('width') && !element.has('height');
  const { anchor, ...shift } = isLoose ? { anchor: 'topLeft', x: 0, y: 0 } : anchorOf(element);
  const box = sizeOf(element, kind === 'text' || kind === 'caption', context);
  const size = box['size'] as Readonly<Record<Side, number | string>>;
  const place = (name: 'x' | 'y', side: Side): JsonObject => {
    const path = `position.${name}`;
    const given = changing<number | string>(element, name, path, lengthOf, length);
    const own = pxOf(size[side] === 'auto' ? undefined : size[side], side, frame);
    const at = pxOf(given.value ?? '50%', side, frame);
    const isMoved = shift[name] !== 0 && own !== undefined && at !== undefined;
    if (shift[name] !== 0 && !isMoved)
      element.differs(`${name}_anchor`, 'is carried over as the nearest of nine points');
    const value = isMoved ? at + shift[name] * own : (given.value ?? '50%');
    return { [path]: value, keyframes: given.keyframes };
  };
  if (element.has('z_rotation')) element.lacks('z_rotation is used', 'rotation');
  return built(
    { position: { z, anchor } },
    box,
    place('x', 'width'),
    place('y', 'height'),
    carried(element, kind === 'text' ? LOOKS : { ...LOOKS, ...BOX }, context),
  );
};
