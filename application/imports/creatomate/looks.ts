import { carriedIn, type FieldTable, type FieldRule } from '../reading/fields.js';
import { type JsonObject, same, clamped } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';
import { roundPath } from './outlines.js';
import * as values from './values.js';

const FILTERS = {
  ...same('contrast invert grayscale sepia'),
  brighten: 'brightness',
  hue: 'hueRotate',
  none: undefined,
};

const filter: FieldRule<values.Timed> = (element, name, { length }) => {
  const share = values.still(element, 'color_filter_value', values.shareOf, length) ?? 1;
  const amounts: JsonObject = { brightness: 1 + share, contrast: 1 + share, hueRotate: share * 360 };
  const type = element.choice(name, FILTERS);
  return { 'effects.filters': type && { type, amount: amounts[type] ?? Math.min(1, share) } };
};

/** A radius, of which 0 is the same as none. */
const radius =
  (path: string, converted: (px: number) => unknown): FieldRule<values.Timed> =>
  (element, name, context) => {
    const px = values.pxIn(element, name, context) ?? 0;
    return { [path]: px <= 0 ? undefined : converted(px) };
  };

/** Black over an element makes it darker. */
const overlay: FieldRule = (element, name) => {
  const color = element.isList(name) ? undefined : element.color(name);
  const [black, alpha = 'FF'] = /^#000(?:000(..)?)?$/.exec(color ?? '') ?? [];
  return black === undefined
    ? element.lacks('no colour is drawn over the element', name)
    : { 'effects.filters': { type: 'brightness', amount: 1 - Number.parseInt(alpha, 16) / 255 } };
};

const MODES = {
  ...same(
    'multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light difference exclusion hue saturation color luminosity',
  ),
  none: undefined,
  lighter: 'screen',
};

const blendMode: FieldRule = (element, name) => {
  if (element.text(name) === 'lighter') element.differs(name, 'screen is used');
  return { 'effects.blendMode': element.choice(name, MODES) };
};

/** A share as a factor within limits. */
const factor =
  (least: number, most: number) =>
  (value: unknown): number | undefined => {
    const share = values.shareOf(value);
    return share === undefined ? undefined : clamped(least, most, Math.abs(share));
  };

const LOOKS: FieldTable<values.Timed> = {
  opacity: values.varying('effects.opacity', factor(0, 1)),
  rotation: values.varying('transform.rotation', values.angleOf),
  z_rotation: values.varying('transform.rotation', values.angleOf),
  x_scale: values.varying('transform.scale.x', factor(0.001, 100)),
  y_scale: values.varying('transform.scale.y', factor(0.001, 100)),
  x_skew: values.varying('transform.skew.x', values.angleOf),
  y_skew: values.varying('transform.skew.y', values.angleOf),
  color_filter: filter,
  color_filter_value: rule.beside('color_filter', () => undefined),
  blur_radius: radius('effects.filters', (px) => ({ type: 'blur', amount: Math.min(200, px / 2) })),
  blur_mode: rule.unseen,
  blend_mode: blendMode,
  color_overlay: overlay,
  ...rule.each(
    'warp_matrix warp_mode x_rotation y_rotation perspective backface_visible',
    rule.left('the picture keeps its shape'),
  ),
  repeat: rule.left('the element is drawn once'),
};

/** How elements look that are no texts. */
const BOX: FieldTable<values.Timed> = {
  border_radius: (element, name, context) =>
    roundPath(element, context) ?? radius('effects.borderRadius', (px) => px)(element, name, context),
  ...values.shadow('effects.shadow'),
};

/** How an element looks, whatever it shows. */
export const looksOf = (element: Reader, kind: string, context: values.Timed): JsonObject =>
  carriedIn(element, kind === 'text' ? LOOKS : { ...LOOKS, ...BOX }, context);
