import { opaque } from '../reading/colors.js';
import { carried, type FieldTable, type Rule } from '../reading/fields.js';
import { family, type Fonts } from '../reading/fonts.js';
import { type Canvas, type JsonObject, present } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';
import { table } from '../reading/table.js';

// Texts of Shotstack: https://shotstack.io/docs/api/#tocs_textasset

export interface TextContext {
  readonly canvas: Canvas;
  readonly fonts: Fonts;
}

const VERTICAL = table({ top: 'top', center: 'middle', middle: 'middle', bottom: 'bottom' });
const HORIZONTAL = table({ left: 'left', center: 'center', right: 'right' });
export const CASES = table({
  none: undefined,
  uppercase: 'uppercase',
  lowercase: 'lowercase',
  capitalize: 'capitalize',
});

const FONT: FieldTable<TextContext> = {
  size: rule.number('fontSize', 1, 2000),
  lineHeight: rule.number('lineHeight', 0.1, 10),
  weight: rule.number('fontWeight', 100, 900),
  style: rule.choice('fontStyle', table({ normal: undefined, italic: 'italic' })),
  family,
  background: rule.color('textBackground.color'),
};

const font: Rule<TextContext> = (asset, name, context) => {
  const reader = asset.child(name);
  return {
    ...carried(reader, FONT, context),
    color: opaque(reader, 'color'),
    ...stroke(reader, 'stroke', context),
  };
};

/** The outline of letters. */
const stroke: Rule = (asset, name) => {
  const reader = asset.child(name);
  const width = reader.number('width') ?? 0;
  const strokeColor = opaque(reader, 'color', '#000000');
  return width > 0 ? { strokeWidth: width, strokeColor } : {};
};

/** What is behind a text: it fills the box, or hugs the lines. */
const background: Rule = (asset, name) => {
  if (!asset.isObject(name)) return void asset.child(name);
  const reader = asset.child(name);
  const fill = opaque(reader, 'color');
  const [padding, radius] = [reader.number('padding'), reader.number('borderRadius')];
  if (fill !== undefined && reader.flag('wrap') === true) {
    const behind = { color: fill, paddingX: padding, paddingY: padding, borderRadius: radius, mode: 'block' };
    return { textBackground: present(behind) };
  }
  if (radius !== undefined && fill === undefined) reader.differs('borderRadius', 'there is nothing to round');
  return { backgroundColor: fill, padding, radius: fill === undefined ? undefined : radius || undefined };
};

const align = rule.inside({
  horizontal: rule.choice('textAlign', HORIZONTAL),
  vertical: rule.choice('verticalAlign', VERTICAL),
});

export const TEXT: FieldTable<TextContext> = {
  font,
  stroke,
  background,
  alignment: align,
  animation: rule.left('texts appear at once'),
  ellipsis: rule.to('overflow', () => 'ellipsis'),
};

const PRESETS: Readonly<Record<string, string>> = table({
  fadeIn: 'fade',
  slideIn: 'slide',
  ascend: 'slide',
  shift: 'slide',
  typewriter: 'typewriter',
  movingLetters: 'wave',
});

const animation: Rule = (asset, name) => {
  const reader = asset.child(name);
  const type = reader.choice('preset', PRESETS);
  const unit = reader.choice('style', table({ character: 'letter', word: 'word' })) ?? 'letter';
  const duration = reader.time('duration') ?? 1000;
  const direction = reader.text('direction');
  if (direction !== undefined && (type !== 'slide' || direction !== 'up'))
    reader.differs(
      'direction',
      type === 'slide' ? `${unit}s slide up instead of ${direction.slice(0, 20)}` : `${unit}s do not slide`,
    );
  return type === undefined ? {} : { animation: { type, unit, at: 'in', duration } };
};

const padding: Rule = (asset, name) => {
  if (!asset.isObject(name)) return { padding: asset.number(name) };
  const sides = ['top', 'right', 'bottom', 'left'].map((side) => asset.child(name).number(side) ?? 0);
  const even = Math.max(...sides);
  if (even !== Math.min(...sides)) asset.differs(name, `is ${even} px at all sides`);
  return { padding: even };
};

const DECORATIONS: Readonly<Record<string, JsonObject>> = table({
  none: {},
  underline: { underline: true },
  'line-through': { lineThrough: true },
});

export const RICH_TEXT: FieldTable<TextContext> = {
  style: rule.inside({
    letterSpacing: rule.positive('letterSpacing'),
    wordSpacing: rule.positive('wordSpacing'),
    lineHeight: rule.number('lineHeight', 0.1, 10),
    textTransform: rule.choice('textTransform', CASES),
    textDecoration: (style, name) => style.choice(name, DECORATIONS),
    gradient: rule.left('letters have one colour'),
  }),
  font,
  stroke,
  background,
  align,
  padding,
  animation,
  shadow: (asset, name) => {
    const reader = asset.child(name);
    const [x = 0, y = 0, blur = 0] = ['offsetX', 'offsetY', 'blur'].map((field) => reader.number(field));
    return { shadow: { x, y, blur, color: opaque(reader, 'color', '#000000', 0.5) } };
  },
  border: (asset, name) => {
    const reader = asset.child(name);
    const width = reader.number('width') ?? 0;
    const borderColor = opaque(reader, 'color', '#000000');
    const radius = reader.number('radius') || undefined;
    return { radius, ...(width > 0 ? { borderWidth: width, borderColor } : {}) };
  },
};

export const sizeOf = (clip: Reader, asset: Reader, canvas: Canvas) => ({
  width: clip.number('width') ?? asset.number('width') ?? canvas.width,
  height: clip.number('height') ?? asset.number('height') ?? canvas.height,
});
