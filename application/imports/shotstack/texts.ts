import {
  fontOf,
  strokeOf,
  type TextContext,
  VERTICAL,
  HORIZONTAL,
  backgroundOf,
  sizeOf,
  textClip,
  richText,
} from './rich-text.js';
import type { HtmlClip } from '../html/text-clip.js';
import { htmlClip } from '../html/html-clip.js';
import { alphaLast, colorIn, colorOf } from '../reading/colors.js';
import { type JsonObject, present } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { table } from '../reading/table.js';

const plainText = (clip: Reader, asset: Reader, context: TextContext): JsonObject => {
  const alignment = asset.child('alignment');
  const background = backgroundOf(asset);
  asset.lacks('texts appear at once', 'animation');
  return textClip(
    sizeOf(clip, asset, context.canvas),
    {
      content: asset.text('text') ?? '',
      ...fontOf(asset, context, 32, '#FFFFFF'),
      lineHeight: asset.child('font').numberIn('lineHeight', 0.1, 10) ?? 1,
      textAlign: alignment.choice('horizontal', HORIZONTAL) ?? 'center',
      verticalAlign: alignment.choice('vertical', VERTICAL) ?? 'middle',
      overflow: asset.text('ellipsis') === undefined ? undefined : 'ellipsis',
      ...background.text,
      ...strokeOf(asset),
    },
    background.effects,
  );
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

const ALIGNED: ReadonlyArray<readonly [RegExp, string]> = [
  [/left/i, 'left'],
  [/right/i, 'right'],
];

/** How a position such as `topLeft` aligns the content of a box. */
const alignedBy = (
  position: string,
): { readonly align: string; readonly verticalAlign: 'top' | 'middle' | 'bottom' } => ({
  align: ALIGNED.find(([pattern]) => pattern.test(position))?.[1] ?? 'center',
  verticalAlign: position.startsWith('top') ? 'top' : position.startsWith('bottom') ? 'bottom' : 'middle',
});

const POSITIONS = table(
  Object.fromEntries(
    ['top', 'topRight', 'right', 'bottomRight', 'bottom', 'bottomLeft', 'left', 'topLeft', 'center'].map(
      (name) => [name, name],
    ),
  ),
);

const title = (asset: Reader, { canvas }: TextContext): JsonObject => {
  const style = asset.choice('style', STYLES) ?? STYLES['minimal'];
  if (asset.text('style') !== 'marker') asset.differs('style', 'is drawn in a font that comes near it');
  const { align, verticalAlign } = alignedBy(asset.choice('position', POSITIONS) ?? 'center');
  const offset = asset.child('offset');
  const [x, y] = [offset.number('x') ?? 0, offset.number('y') ?? 0];
  const background = colorIn(asset, 'background', 'alphaFirst');
  if (x !== 0 || y !== 0) asset.differs('offset', 'moves the box of the title with its background');
  return present({
    type: 'text',
    size: { width: canvas.width, height: canvas.height },
    shift: { x: x * canvas.width, y: -y * canvas.height },
    textProperties: present({
      content: asset.text('text') ?? '',
      fontSize: ((asset.choice('size', SIZES) ?? 64) * canvas.height) / 720,
      color: colorIn(asset, 'color', 'alphaFirst') ?? '#FFFFFF',
      textAlign: align,
      verticalAlign,
      padding: canvas.height / 20,
      textBackground: background === undefined ? undefined : { color: background, paddingX: 16, paddingY: 8 },
      ...style,
    }),
  });
};

const html = (clip: Reader, asset: Reader, context: TextContext): JsonObject | undefined => {
  const size = sizeOf(clip, asset, context.canvas);
  const place = alignedBy(asset.choice('position', POSITIONS) ?? 'center');
  const background = asset.text('background');
  const fill =
    background === undefined || background === '' || background === 'transparent'
      ? undefined
      : colorOf(alphaLast(background));
  if (background !== undefined && fill === undefined && !/^(|transparent)$/.test(background))
    asset.differs('background', `"${background.slice(0, 50)}" is not a colour: there is no background`);
  asset.lacks('scripts are not run', 'js');
  const drawn: HtmlClip | undefined = htmlClip(asset.text('html') ?? '', asset.text('css') ?? '', {
    ...context,
    ...place,
    width: Number(size['width']),
    height: Number(size['height']),
    base: { 'font-family': 'Open Sans', 'font-size': '32px', color: '#ffffff', 'line-height': '1.2' },
    differs: (message) => asset.differs('html', message),
  });
  const back =
    fill === undefined ? undefined : { type: 'shape', size, shapeProperties: { shape: 'rectangle', fill } };
  if (!drawn) return back;
  const fields = drawn.fields;
  const isWhole = fields['size'] !== undefined && (fields['size'] as JsonObject)['height'] === size['height'];
  if (!back && isWhole) return fields;
  const at = place.align === 'left' ? 'Left' : place.align === 'right' ? 'Right' : '';
  const across = { top: 'top', middle: '', bottom: 'bottom' }[place.verticalAlign];
  const anchor = `${across}${across === '' ? at.toLowerCase() : at}` || 'center';
  const inner = { ...fields, position: { anchor, relativeTo: anchor, z: 1 }, timeFrame: { end: 'video' } };
  return { type: 'group', size, clips: [...(back ? [{ ...back, timeFrame: { end: 'video' } }] : []), inner] };
};

/** What a text of any kind adds to its clip; undefined if the asset is not a text. */
export const textOf = (
  kind: string,
  clip: Reader,
  asset: Reader,
  context: TextContext,
): JsonObject | undefined => {
  switch (kind) {
    case 'text':
      return plainText(clip, asset, context);
    case 'rich-text':
      return richText(clip, asset, context);
    case 'title':
      return title(asset, context);
    case 'html':
    case 'html5':
      return html(clip, asset, context);
    default:
      return undefined;
  }
};
