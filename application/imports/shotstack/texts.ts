import { htmlClip } from '../html/html-clip.js';
import { alphaLast, colorIn, colorOf, withOpacity } from '../reading/colors.js';
import {
  built,
  carried,
  choice,
  color,
  type Fields,
  type FieldTable,
  inside,
  left,
  number,
  positive,
  type Rule,
  to,
} from '../reading/fields.js';
import type { Fonts } from '../reading/fonts.js';
import { type Canvas, type JsonObject, present } from '../reading/json-object.js';
import { alignedAt, anchorIn } from '../reading/places.js';
import type { Reader } from '../reading/reader.js';
import { sourceOf } from '../reading/sources.js';
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

/** A colour with the opacity beside it. */
const opaque = (reader: Reader, name: string, otherwise?: string, opacity?: number): string | undefined => {
  const given = colorIn(reader, name) ?? otherwise;
  const share = reader.number('opacity') ?? opacity;
  if (given?.includes('{{') && share !== undefined)
    reader.differs('opacity', 'is not applied to a colour that is a placeholder');
  return withOpacity(given, share);
};

export const family =
  (path = ''): Rule<TextContext> =>
  (font, name, { fonts }) => {
    const fields = fonts.fields(font.text(name), (message) => font.differs(name, message));
    return Object.fromEntries(Object.entries(fields).map(([field, value]) => [`${path}${field}`, value]));
  };

const FONT: FieldTable<TextContext> = {
  size: number('fontSize', 1, 2000),
  lineHeight: number('lineHeight', 0.1, 10),
  weight: number('fontWeight', 100, 900),
  style: choice('fontStyle', table({ normal: undefined, italic: 'italic' })),
  family: family(),
  background: to('textBackground.color', (font, name) => colorIn(font, name)),
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

const align = inside({
  horizontal: choice('textAlign', HORIZONTAL),
  vertical: choice('verticalAlign', VERTICAL),
});

const TEXT: FieldTable<TextContext> = {
  font,
  stroke,
  background,
  alignment: align,
  animation: left('texts appear at once'),
  ellipsis: to('overflow', () => 'ellipsis'),
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
  if (type === 'slide' && direction !== undefined && direction !== 'up')
    reader.differs('direction', `${unit}s slide up instead of ${direction.slice(0, 20)}`);
  return type === undefined ? {} : { animation: { type, unit, at: 'in', duration } };
};

const gradient: Rule = (style, name) => {
  const reader = style.child(name);
  const type = reader.choice('type', table({ linear: 'linear', radial: 'radial' })) ?? 'linear';
  const stops = reader
    .children('stops')
    .map((stop) => ({ offset: stop.number('offset') ?? 0, color: colorIn(stop, 'color') ?? '#000000' }));
  // Their angle counts from left to right, ours from bottom to top.
  const angle = (reader.number('angle') ?? 0) + 90;
  return stops.length < 2 ? {} : { gradient: { type, ...(type === 'linear' ? { angle } : {}), stops } };
};

const padding: Rule = (asset, name) => {
  if (!asset.isObject(name)) return { padding: asset.number(name) };
  const sides = ['top', 'right', 'bottom', 'left'].map((side) => asset.child(name).number(side) ?? 0);
  const even = Math.max(...sides);
  if (even !== Math.min(...sides)) asset.differs(name, `is ${even} px at all sides`);
  return { padding: even };
};

const RICH_TEXT: FieldTable<TextContext> = {
  style: inside({
    letterSpacing: positive('letterSpacing'),
    wordSpacing: positive('wordSpacing'),
    lineHeight: number('lineHeight', 0.1, 10),
    textTransform: choice('textTransform', CASES),
    textDecoration: (style, name) => ({
      underline: style.text(name) === 'underline' || undefined,
      lineThrough: style.text(name) === 'line-through' || undefined,
    }),
    gradient,
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

const sizeOf = (clip: Reader, asset: Reader, canvas: Canvas) => ({
  width: clip.number('width') ?? asset.number('width') ?? canvas.width,
  height: clip.number('height') ?? asset.number('height') ?? canvas.height,
});

/** A text whose style a table has, over defaults. */
const styledText = (
  clip: Reader,
  asset: Reader,
  context: TextContext,
  fields: FieldTable<TextContext>,
  defaults: JsonObject,
): JsonObject => {
  const { radius, gradient: paint, ...own } = carried(asset, fields, context);
  const size = sizeOf(clip, asset, context.canvas);
  const standard = { textAlign: 'center', verticalAlign: 'middle', fontFamily: 'Open Sans', ...defaults };
  const properties = built({ content: asset.text('text') ?? '' }, standard, own, { color: paint });
  return built({ type: 'text', size, textProperties: properties, 'effects.borderRadius': radius });
};

const SIZES = table({
  'xx-small': 24,
  'x-small': 36,
  small: 48,
  medium: 64,
  large: 84,
  'x-large': 110,
  'xx-large': 140,
});

/** The published looks of titles: https://shotstack.io/docs/guide/architecting-an-application/titles */
const STYLES: Readonly<Record<string, JsonObject>> = table({
  minimal: { fontFamily: 'Open Sans', fontWeight: 400 },
  blockbuster: { fontFamily: 'Bebas Neue', textTransform: 'uppercase' },
  vogue: { fontFamily: 'Playfair Display', fontWeight: 400 },
  sketchy: { fontFamily: 'Permanent Marker' },
  skinny: { fontFamily: 'Work Sans', fontWeight: 300 },
  chunk: { fontFamily: 'Montserrat', fontWeight: 800, textTransform: 'uppercase' },
  chunkLight: { fontFamily: 'Montserrat', fontWeight: 400, textTransform: 'uppercase' },
  marker: { fontFamily: 'Permanent Marker' },
  future: { fontFamily: 'Sora', fontWeight: 300, textTransform: 'uppercase', letterSpacing: 4 },
  subtitle: { fontFamily: 'Open Sans', fontWeight: 600 },
});

const title = (asset: Reader, { canvas }: TextContext): JsonObject => {
  const style = asset.choice('style', STYLES) ?? STYLES['minimal'];
  if (asset.text('style') !== 'marker') asset.differs('style', 'is drawn in a font that comes near it');
  const { align: textAlign, verticalAlign } = alignedAt(anchorIn(asset, 'position') ?? 'center');
  const offset = asset.child('offset');
  const [x, y] = [offset.number('x') ?? 0, offset.number('y') ?? 0];
  const behind = colorIn(asset, 'background', 'alphaFirst');
  if (x !== 0 || y !== 0) asset.differs('offset', 'moves the box of the title with its background');
  return {
    type: 'text',
    size: { width: canvas.width, height: canvas.height },
    shift: { x: x * canvas.width, y: -y * canvas.height },
    textProperties: present({
      content: asset.text('text') ?? '',
      fontSize: ((asset.choice('size', SIZES) ?? 64) * canvas.height) / 720,
      color: colorIn(asset, 'color', 'alphaFirst') ?? '#FFFFFF',
      textAlign,
      verticalAlign,
      padding: canvas.height / 20,
      textBackground: behind === undefined ? undefined : { color: behind, paddingX: 16, paddingY: 8 },
      ...style,
    }),
  };
};

const BASE = { 'font-family': 'Open Sans', 'font-size': '32px', color: '#ffffff', 'line-height': '1.2' };

const html = (clip: Reader, asset: Reader, context: TextContext): JsonObject | undefined => {
  const size = sizeOf(clip, asset, context.canvas);
  const anchor = anchorIn(asset, 'position') ?? 'center';
  const given = asset.text('background') ?? '';
  const fill = /^(|transparent)$/.test(given) ? undefined : colorOf(alphaLast(given));
  if (fill === undefined && !/^(|transparent)$/.test(given))
    asset.differs('background', `"${given.slice(0, 50)}" is not a colour: there is no background`);
  asset.lacks('scripts are not run', 'js');
  const drawn = htmlClip(asset.text('html') ?? '', asset.text('css') ?? '', {
    ...context,
    ...size,
    ...alignedAt(anchor),
    base: BASE,
    differs: (message) => asset.differs('html', message),
  });
  const back = fill && { type: 'shape', size, shapeProperties: { shape: 'rectangle', fill } };
  if (!drawn) return back || undefined;
  const { fields } = drawn;
  const isWhole = (fields['size'] as JsonObject | undefined)?.['height'] === size.height;
  if (!back && isWhole) return fields;
  const timeFrame = { end: 'video' };
  const inner = { ...fields, position: { anchor, relativeTo: anchor, z: 1 }, timeFrame };
  return { type: 'group', size, clips: [...(back ? [{ ...back, timeFrame }] : []), inner] };
};

const ANIMATIONS = table({
  none: 'none',
  karaoke: 'karaoke',
  highlight: 'none',
  pop: 'pop',
  fade: 'none',
  slide: 'slide',
  bounce: 'bounce',
  typewriter: 'wordByWord',
});

const CAPTION: FieldTable<TextContext> = {
  font: inside<TextContext>({
    family: family(),
    size: number('fontSize', 1, 2000),
    color: to('color', (reader, name) => opaque(reader, name)),
    stroke: color('strokeColor'),
    strokeWidth: number('strokeWidth'),
  }),
  background: inside({
    color: to('backgroundColor', (reader, name) => opaque(reader, name)),
    padding: number('padding'),
  }),
  style: inside({ letterSpacing: positive('letterSpacing'), textTransform: choice('textTransform', CASES) }),
};

/** Captions from a subtitle file; undefined if they come from a transcription. */
export const captionOf = (asset: Reader, context: TextContext): Fields | undefined => {
  const { canvas } = context;
  const source = asset.text('src') ?? '';
  if (source === '' || source.startsWith('alias://')) {
    asset.cannotCarryOver(
      asset.text('type'),
      'clip',
      'its words come from a transcription. A caption clip without words is filled by transcription if a render asks for it',
    );
    return undefined;
  }
  const margin = asset.child('margin');
  const side = (name: string, otherwise: number) => margin.number(name) ?? otherwise;
  const [start, end] = [side('left', 0.1) * canvas.width, side('right', 0.1) * canvas.width];
  const top = side('top', 0.8) * canvas.height;
  const isRich = asset.text('type') === 'rich-caption';
  const defaults = { fontFamily: 'Open Sans', fontSize: isRich ? 24 : 16, color: '#FFFFFF' };
  const letters = { ...defaults, ...carried(asset, CAPTION, context) };
  const width = Math.max(1, canvas.width - start - end);
  const least = letters.fontSize * 3;
  return present({
    type: 'caption',
    size: { width, height: Math.max(least, canvas.height - top) },
    position: { x: start, y: Math.min(top, canvas.height - least) },
    timeFrame: present({ offset: asset.time('trim') || undefined }),
    captionProperties: present({
      subtitles: { source: sourceOf(asset, 'src') },
      maxWidth: width,
      textAlign: 'center',
      animation: asset.child('animation').choice('style', ANIMATIONS),
      nonHighlightTextProperties: letters,
      highlightTextProperties: {
        ...letters,
        ...present({ color: colorIn(asset.child('active').child('font'), 'color') }),
      },
    }),
  });
};

/** What a text of any kind adds to its clip; undefined if it draws nothing, or the asset is no text. */
export const textOf = (
  kind: string,
  clip: Reader,
  asset: Reader,
  context: TextContext,
): JsonObject | undefined => {
  switch (kind) {
    case 'text':
      return styledText(clip, asset, context, TEXT, { fontSize: 32, color: '#FFFFFF', lineHeight: 1 });
    case 'rich-text':
      return styledText(clip, asset, context, RICH_TEXT, {
        fontSize: 24,
        color: '#000000',
        lineHeight: 1.2,
      });
    case 'title':
      return title(asset, context);
    case 'html':
    case 'html5':
      return html(clip, asset, context);
    default:
      return undefined;
  }
};
