import { built, carried, type FieldTable, type FieldRule } from '../reading/fields.js';
import { weightNamed } from '../reading/fonts.js';
import { type JsonObject, same, table } from '../reading/json-object.js';
import { HORIZONTAL, VERTICAL } from '../reading/places.js';
import type { Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';
import { animation } from './text-animations.js';
import { htmlTitle, title } from './titles.js';

// Texts of Shotstack: https://shotstack.io/docs/api/#tocs_textasset

/** The outline of letters. */
export const stroke: FieldRule = (asset, name) => {
  if (asset.peek(name) === 'none') return asset.ignore(name) ?? { strokeWidth: 0 };
  const reader = asset.child(name);
  const strokeWidth = reader.number('width');
  const strokeColor = reader.opaque('color', '#000000');
  return strokeWidth ? { strokeWidth, strokeColor } : { strokeWidth };
};

export const shadow: FieldRule = (asset, name) => {
  if (asset.peek(name) === 'none') return asset.ignore(name) ?? { shadow: { color: '#00000000' } };
  const reader = asset.child(name);
  const [x = 0, y = 0, blur = 0] = ['offsetX', 'offsetY', 'blur'].map((field) => reader.number(field));
  return { shadow: { x, y, blur, color: reader.opaque('color', '#000000', 0.5) } };
};

/** The letters of texts and captions. */
export const FONT: FieldTable = {
  size: rule.number('fontSize', 1, 2000),
  // A weight that there is not is 400, as in its renderer.
  weight: rule.to('fontWeight', (font, name) => {
    const weight = weightNamed(font.text(name) ?? '') ?? font.number(name) ?? 0;
    return weight >= 100 && weight <= 900 ? weight : font.has(name) ? 400 : undefined;
  }),
  style: rule.choice('fontStyle', table({ normal: undefined, italic: 'italic' })),
  family: rule.family,
  color: rule.opaque('color'),
};

const font = rule.inside({
  ...FONT,
  lineHeight: rule.number('lineHeight', 0.1, 10),
  background: rule.color('textBackground.color'),
  stroke,
});

/** The widths at the four sides of a box, from the top clockwise, px. */
export const sidesOf = (sides: Reader): ReadonlyArray<number> =>
  ['top', 'right', 'bottom', 'left'].map((side) => sides.number(side) ?? 0);

/** The space inside of a box, px: the largest one, which all sides get. */
const evenPadding = (asset: Reader, name: string): number | undefined => {
  if (!asset.isObject(name)) return asset.number(name);
  const sides = sidesOf(asset.child(name));
  const even = Math.max(...sides);
  const spread = even - Math.min(...sides);
  if (spread > 0) asset.differs(name, `is ${even} px at all sides`, spread < 5 ? 'unseen' : 'near');
  return even;
};

/** What fills the box behind a text, or its lines. */
const background: FieldRule = (asset, name) => {
  if (!asset.isObject(name)) return void asset.child(name);
  const reader = asset.child(name);
  const fill = reader.opaque('color');
  const [padding, radius] = [reader.number('padding'), reader.number('borderRadius')];
  if (reader.flag('wrap') === true && fill !== undefined) {
    const space = padding ?? evenPadding(asset, 'padding') ?? 0;
    const shape = { paddingX: space, paddingY: space, borderRadius: radius ?? 0, mode: 'block' };
    return { textBackground: { color: fill, ...shape } };
  }
  if (radius !== undefined && fill === undefined)
    reader.differs('borderRadius', 'has no effect without a color', 'unseen');
  return { backgroundColor: fill, padding, radius: fill === undefined ? undefined : radius || undefined };
};

const align = rule.inside({
  horizontal: rule.choice('textAlign', HORIZONTAL),
  vertical: rule.choice('verticalAlign', VERTICAL),
});

const TEXT: FieldTable = {
  font,
  stroke,
  background,
  alignment: align,
  animation: rule.left('texts appear at once'),
  ellipsis: rule.to('overflow', () => 'ellipsis'),
};

const DECORATIONS: Readonly<Record<string, JsonObject>> = table({
  none: {},
  underline: { underline: true },
  'line-through': { lineThrough: true },
});

/** A gradient of letters, which is stronger than their colour. */
const gradient: FieldRule = (style, name) => {
  const reader = style.child(name);
  const type = reader.choice('type', same('linear radial')) ?? 'linear';
  const stops = reader
    .children('stops')
    .map((stop) => ({ offset: stop.number('offset', 0, 1) ?? 0, color: stop.color('color') }));
  return stops.length < 2 ? {} : { color: { type, angle: reader.number('angle') ?? 0, stops } };
};

const RICH_TEXT: FieldTable = {
  font,
  style: rule.inside({
    letterSpacing: rule.positive('letterSpacing'),
    wordSpacing: rule.positive('wordSpacing'),
    lineHeight: rule.number('lineHeight', 0.1, 10),
    textTransform: rule.textCase,
    textDecoration: (style, name) => style.choice(name, DECORATIONS),
    gradient,
  }),
  stroke,
  background,
  align,
  alignment: align,
  padding: rule.to('padding', evenPadding),
  animation,
  shadow,
  border: (asset, name) => {
    const reader = asset.child(name);
    const width = reader.number('width') ?? 0;
    const borderColor = reader.opaque('color', '#000000');
    const radius = reader.number('radius') || undefined;
    return { radius, ...(width > 0 ? { borderWidth: width, borderColor } : {}) };
  },
};

/** The size that the first of these states, or that of the room. */
export const statedSize = (clip: Reader, asset = clip, room = clip.shared.canvas) => ({
  width: clip.number('width') ?? asset.number('width') ?? room.width,
  height: clip.number('height') ?? asset.number('height') ?? room.height,
});

/** Texts whose style a table has, over defaults. */
const STYLED: Readonly<Record<string, readonly [FieldTable, JsonObject]>> = table({
  text: [TEXT, { fontSize: 32, color: '#FFFFFF', lineHeight: 1 }],
  'rich-text': [RICH_TEXT, { fontSize: 24, color: '#000000', lineHeight: 1.2 }],
} as const);

/** What a text of any kind adds to its clip; undefined if it draws nothing, or the asset is no text. */
export const textOf = (kind: string, clip: Reader, asset: Reader): JsonObject | undefined => {
  if (kind === 'title') return title(asset);
  if (kind === 'html' || kind === 'html5') return htmlTitle(asset, statedSize(clip, asset));
  const [fields, defaults] = STYLED[kind] ?? [];
  if (!fields) return undefined;
  const { radius, enters, ...own } = carried(asset, fields);
  const standard = { textAlign: 'center', verticalAlign: 'middle', fontFamily: 'Open Sans', ...defaults };
  return built({
    type: 'text',
    size: statedSize(clip, asset),
    textProperties: built({ content: asset.text('text') ?? '' }, standard, own),
    'effects.borderRadius': radius,
    'transition.in': enters,
  });
};
