import type { HtmlClip } from '../html/text-clip.js';
import { brightened, built, type FieldRule, rectangle } from '../reading/fields.js';
import { type JsonObject, same } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';

// Pictures and videos of Zvid.

/** The box of media, into which `resize` fits it: the canvas if it states no sides. */
export const boxOf = (item: Reader): JsonObject => {
  const fit = item.choice('resize', same('cover contain'));
  const [width, height] = [item.number('width'), item.number('height')];
  const isFull = fit !== undefined && width === undefined && height === undefined;
  const size = isFull ? item.shared.canvas : { width: width ?? 'auto', height: height ?? 'auto' };
  return { fit, size };
};

export const zoomOf = (item: Reader): JsonObject | undefined => {
  if (!item.isObject('zoom') && item.flag('zoom') !== true) return undefined;
  const scale = (item.isObject('zoom') && item.child('zoom').number('depth', 1, 10)) || 1.2;
  return { from: { scale: 1 }, to: { scale } };
};

/** A picture of which a part in px is shown, with a colour that darkens it. */
const framed = (item: Reader, source: string, tint: string | undefined): JsonObject => {
  const { fit, size } = boxOf(item);
  const crop = item.child('cropParams');
  const [x = 0, y = 0, across, down] = ['x', 'y', 'width', 'height'].map((name) => crop.number(name));
  const box = size as JsonObject;
  const [width, height] = [Number(box['width']) || across, Number(box['height']) || down];
  const scale = { x: (width ?? 1) / (across || 1), y: (height ?? 1) / (down || 1) };
  const whole = { width: '100%', height: '100%' };
  const part = {
    size: { width: 'auto', height: 'auto' },
    'transform.scale': scale,
    'position.x': -x * scale.x,
  };
  const shown = item.isObject('cropParams') ? { ...part, 'position.y': -y * scale.y } : { size: whole, fit };
  const picture = built({ type: 'image', source, timeFrame: { end: 'video' } }, shown);
  const over = { timeFrame: { end: 'video' }, position: { z: 1 }, 'effects.blendMode': 'multiply' };
  const clips = tint === undefined ? [picture] : [picture, built(rectangle(whole, tint), over)];
  return { type: 'group', size: { width, height }, clip: true, clips };
};

export const media = (type: 'video' | 'image', item: Reader): HtmlClip => {
  const volume = type === 'video' ? item.number('volume', 0, 10) : undefined;
  item.ignore('hasAudio', 'frameRate', 'videoDuration', 'inputNumber');
  const source = item.source('src');
  const filter = item.child('filter');
  if (type === 'image' && (item.isObject('cropParams') || filter.has('colorTint')))
    return { fields: { ...framed(item, source, filter.color('colorTint')), motion: zoomOf(item) } };
  item.lacks('the whole picture is shown', 'cropParams');
  filter.lacks('there is no tint', 'colorTint');
  return { fields: { type, source, ...boxOf(item), motion: zoomOf(item), volume } };
};

const factor = (given: number): number => 1 + (given / 100) * (given > 0 ? 2 : 1);

/**
 * The filters, as ffmpeg applies them in the published renderer of Zvid and as its editor draws them. Brightness is added
 * to the luma, from 16 to 235. A blur is stated in percent of half of the shorter side, over which the pixels are averaged
 * twice.
 */
const FILTERS: Readonly<Record<string, (given: number, side: number) => ReadonlyArray<JsonObject>>> = {
  contrast: (given) => [{ type: 'contrast', amount: factor(given) }],
  brightness: (given) => brightened((given / 100) * (255 / 219)),
  saturate: (given) => [{ type: 'saturate', amount: factor(given) }],
  blur: (given, side) => [{ type: 'blur', amount: (given / 200) * side * 0.8 }],
  invert: (given) => [{ type: 'invert', amount: given }],
  'hue-rotate': (given) => [{ type: 'hueRotate', amount: given }],
};

/** The filters of a picture or video. Numbers may be texts with a unit. */
export const filters: FieldRule = (item, name) => {
  const filter = item.child(name);
  const { width, height } = item.shared.canvas;
  const side = Math.min(item.number('width') ?? width, item.number('height') ?? height);
  const found = Object.entries(FILTERS).flatMap(([field, filtersOf]) => {
    const given = filter.raw(field) === true ? 1 : Number.parseFloat(String(filter.raw(field))) || 0;
    if (field === 'contrast' && Math.abs(given) >= 2)
      filter.differs(field, 'is carried over with a strength that comes near it');
    return filter.has(field) ? filtersOf(given, side) : [];
  });
  return { 'effects.filters': found };
};
