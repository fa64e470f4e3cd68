import type { DraftClip } from '../draft.js';
import { colorIn } from '../reading/colors.js';
import { type JsonObject, presentOrNone } from '../reading/json-object.js';
import { keyframeList } from '../reading/keyframes.js';
import type { Reader } from '../reading/reader.js';
import { table } from '../reading/table.js';
import type { TextContext } from './texts.js';
import { angleOf, changing, lengthOf, pxOf, shareOf } from './values.js';

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

/** The box of an element. Sides that are not stated fill the composition; those of texts follow their lines. */
const sizeOf = (
  element: Reader,
  isText: boolean,
  { frame, length }: TextContext,
): { readonly size: JsonObject; readonly keyframes: ReadonlyArray<JsonObject | undefined> } => {
  const side = (name: 'width' | 'height', property: string) => {
    const given = changing<number | string>(element, name, property, lengthOf, length);
    const padding =
      pxOf(lengthOf(element.raw(name === 'width' ? 'x_padding' : 'y_padding')), name, frame) ?? 0;
    const px = pxOf(given.value ?? '100%', name, frame);
    const inner = padding > 0 && px !== undefined ? Math.max(1, px - padding * 2) : undefined;
    const automatic =
      isText && element.has('font_size') ? 'auto' : isText && name === 'height' ? '80%' : '100%';
    return { value: inner ?? given.value ?? automatic, keyframes: given.keyframes };
  };
  const [width, height] = [side('width', 'size.width'), side('height', 'size.height')];
  const ratio = element.number('aspect_ratio');
  const px = [
    pxOf(width.value === 'auto' ? undefined : width.value, 'width', frame),
    pxOf(height.value === 'auto' ? undefined : height.value, 'height', frame),
  ] as const;
  if (ratio !== undefined && ratio > 0 && px[0] !== undefined && px[1] !== undefined)
    return {
      size: { width: Math.min(px[0], px[1] * ratio), height: Math.min(px[1], px[0] / ratio) },
      keyframes: [],
    };
  if (ratio !== undefined) element.differs('aspect_ratio', 'is not kept');
  const isZero = (value: unknown) =>
    typeof value === 'number'
      ? value <= 0
      : /^-?0*\.?0*%?$/.test(String(value)) || String(value).startsWith('-');
  return {
    size: { width: isZero(width.value) ? 1 : width.value, height: isZero(height.value) ? 1 : height.value },
    keyframes: [width.keyframes, height.keyframes],
  };
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

const MODES = table(
  Object.fromEntries([
    ['none', undefined],
    ['lighter', 'screen'],
    ...[
      'multiply',
      'screen',
      'overlay',
      'darken',
      'lighten',
      'color-dodge',
      'color-burn',
      'hard-light',
      'soft-light',
      'difference',
      'exclusion',
      'hue',
      'saturation',
      'color',
      'luminosity',
    ].map((mode) => [mode, mode]),
  ]) as Readonly<Record<string, string | undefined>>,
);

const looksOf = (
  element: Reader,
  isText: boolean,
  { frame, length }: TextContext,
): {
  readonly effects: JsonObject | undefined;
  readonly keyframes: ReadonlyArray<JsonObject | undefined>;
} => {
  const opacity = changing(element, 'opacity', 'effects.opacity', shareOf, length);
  const px = (name: string) =>
    pxOf(changing<number | string>(element, name, undefined, lengthOf, length).value, 'width', frame);
  const radius = isText ? undefined : px('border_radius');
  const filter = element.choice('color_filter', FILTERS);
  const amount = changing(element, 'color_filter_value', undefined, shareOf, length).value ?? 1;
  const blur = px('blur_radius');
  element.ignore('blur_mode');
  const filters = [
    filter?.(amount),
    blur === undefined || blur <= 0 ? undefined : { type: 'blur', amount: Math.min(200, blur / 2) },
  ].filter((one) => one !== undefined);
  const shadow = isText ? undefined : colorIn(element, 'shadow_color');
  element.lacks('nothing is drawn over the element', 'color_overlay');
  element.lacks(
    'the picture keeps its shape',
    'warp_matrix',
    'warp_mode',
    'x_rotation',
    'y_rotation',
    'perspective',
    'backface_visible',
  );
  element.lacks('the element is drawn once', 'repeat');
  if (element.text('blend_mode') === 'lighter') element.differs('blend_mode', 'screen is used');
  return {
    effects: presentOrNone({
      opacity: opacity.value === undefined ? undefined : Math.min(1, Math.max(0, opacity.value)),
      borderRadius: radius === undefined || radius <= 0 ? undefined : radius,
      filters: filters.length === 0 ? undefined : filters,
      shadow:
        shadow === undefined
          ? undefined
          : {
              x: px('shadow_x') ?? 0,
              y: px('shadow_y') ?? 0,
              blur: Math.min(500, px('shadow_blur') ?? 0),
              color: shadow,
            },
      blendMode: element.choice('blend_mode', MODES),
    }),
    keyframes: [opacity.keyframes],
  };
};

/** A scale as a factor that the format has. */
const scaleOf = (value: unknown): number | undefined => {
  const share = shareOf(value);
  return share === undefined ? undefined : Math.min(100, Math.max(0.001, Math.abs(share)));
};

/** How the box of an element is placed, turned and drawn. */
export const pictureOf = (element: Reader, kind: string, z: number, context: TextContext): JsonObject => {
  const { frame, length } = context;
  // A shape without a box has its path around its place.
  const isLoose = kind === 'shape' && !element.has('width') && !element.has('height');
  const { anchor, x: shiftX, y: shiftY } = isLoose ? { anchor: 'topLeft', x: 0, y: 0 } : anchorOf(element);
  const { size, keyframes: sizes } = sizeOf(element, kind === 'text' || kind === 'caption', context);
  const place = (name: 'x' | 'y', side: 'width' | 'height', shift: number) => {
    const given = changing<number | string>(element, name, `position.${name}`, lengthOf, length);
    const own = pxOf(size[side] === 'auto' ? undefined : (size[side] as number | string), side, frame);
    const px = pxOf(given.value ?? '50%', side, frame);
    if (shift !== 0 && (own === undefined || px === undefined))
      element.differs(`${name}_anchor`, 'is carried over as the nearest of nine points');
    return {
      value: shift === 0 || own === undefined || px === undefined ? (given.value ?? '50%') : px + shift * own,
      keyframes: given.keyframes,
    };
  };
  const [x, y] = [place('x', 'width', shiftX), place('y', 'height', shiftY)];
  const rotation = changing(
    element,
    element.has('z_rotation') ? 'z_rotation' : 'rotation',
    'transform.rotation',
    angleOf,
    length,
  );
  const scale = (name: string, property: string) => changing(element, name, property, scaleOf, length);
  const [scaleX, scaleY] = [scale('x_scale', 'transform.scale.x'), scale('y_scale', 'transform.scale.y')];
  const skew = (name: string, property: string) => changing(element, name, property, angleOf, length);
  const [skewX, skewY] = [skew('x_skew', 'transform.skew.x'), skew('y_skew', 'transform.skew.y')];
  const looks = looksOf(element, kind === 'text', context);
  return {
    position: { x: x.value, y: y.value, z, anchor },
    size,
    transform: presentOrNone({
      rotation: rotation.value,
      scale: presentOrNone({ x: scaleX.value, y: scaleY.value }),
      skew: presentOrNone({ x: skewX.value, y: skewY.value }),
    }),
    effects: looks.effects,
    keyframes: keyframeList(
      ...sizes,
      x.keyframes,
      y.keyframes,
      rotation.keyframes,
      scaleX.keyframes,
      scaleY.keyframes,
      skewX.keyframes,
      skewY.keyframes,
      ...looks.keyframes,
    ),
  };
};

/** A fill behind the elements of a composition. */
export const backOf = (path: string, fill: string | JsonObject | undefined): ReadonlyArray<DraftClip> =>
  fill === undefined || fill === 'transparent'
    ? []
    : [
        {
          path,
          clip: {
            type: 'shape',
            size: { width: '100%', height: '100%' },
            position: { z: -1000 },
            timeFrame: { end: 'video' },
            shapeProperties: { shape: 'rectangle', fill },
          },
        },
      ];
