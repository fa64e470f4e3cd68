import { anchorFractions } from '../../../domain/composition/geometry/anchors.js';
import { htmlClip } from '../html/html-clip.js';
import { built, rectangle } from '../reading/fields.js';
import { type Canvas, clamped, type JsonObject, present, table } from '../reading/json-object.js';
import { alignedAt } from '../reading/places.js';
import type { Reader } from '../reading/reader.js';

const SIZES = table({
  'xx-small': 24,
  'x-small': 36,
  small: 48,
  medium: 64,
  large: 84,
  'x-large': 110,
  'xx-large': 140,
});

const CAPITALS = { textTransform: 'uppercase' };

/** The looks of titles, in the fonts that Shotstack has for texts. For two of them its font is not known. */
const STYLES: Readonly<Record<string, readonly [font: string | undefined, look?: JsonObject]>> = table({
  minimal: ['Clear Sans'],
  blockbuster: [undefined, { fontFamily: 'Bebas Neue', ...CAPITALS }],
  vogue: ['Arapey'],
  sketchy: ['Sue Ellen Francisco'],
  skinny: ['Work Sans Light'],
  chunk: ['Montserrat ExtraBold', CAPITALS],
  chunkLight: ['Montserrat SemiBold', CAPITALS],
  marker: ['Permanent Marker'],
  future: [undefined, { fontFamily: 'Sora', fontWeight: 300, letterSpacing: 4, ...CAPITALS }],
  subtitle: ['Open Sans Bold'],
});

/** A title with one of the published looks. */
export const title = (asset: Reader): JsonObject => {
  const { canvas, fonts } = asset.shared;
  const [font, look] = asset.choice('style', STYLES) ?? ['Clear Sans'];
  if (font === undefined) asset.differs('style', 'is drawn in a font that comes near it');
  const anchor = asset.anchor('position') ?? 'center';
  const { align: textAlign, verticalAlign } = alignedAt(anchor);
  const fontSize = ((asset.choice('size', SIZES) ?? 64) * canvas.height) / 720;
  const padding = canvas.height / 20;
  const at = anchorFractions(anchor);
  const offset = asset.child('offset');
  // Published edits push titles beyond the edge at which they lie, where they are seen all the same.
  const within = (axis: 'x' | 'y', wanted: number, room: number): number => {
    const moved = clamped(-at[axis] * room, (1 - at[axis]) * room, wanted);
    if (moved !== wanted) offset.differs(axis, 'the title stays within the canvas');
    return moved;
  };
  const shift = {
    x: within('x', (offset.number('x') ?? 0) * canvas.width, canvas.width - 2 * padding),
    y: within('y', -(offset.number('y') ?? 0) * canvas.height || 0, canvas.height - 2 * padding - fontSize),
  };
  const behind = asset.color('background', 'alphaFirst');
  return {
    type: 'text',
    size: { width: canvas.width, height: canvas.height },
    shift,
    textProperties: present({
      content: asset.text('text') ?? '',
      fontSize,
      color: asset.color('color', 'alphaFirst') ?? '#FFFFFF',
      textAlign,
      verticalAlign,
      padding,
      textBackground: behind === undefined ? undefined : { color: behind, paddingX: 16, paddingY: 8 },
      ...fonts.fields(font, (message) => asset.differs('style', message)),
      ...look,
    }),
  };
};

const BASE = { 'font-family': 'Open Sans', 'font-size': '32px', color: '#ffffff', 'line-height': '1.2' };

/** HTML at its place in a box, with the background of the box. */
export const htmlTitle = (asset: Reader, size: Canvas): JsonObject | undefined => {
  const anchor = asset.anchor('position') ?? 'center';
  const fill = asset.color('background', 'alphaFirst');
  asset.lacks('scripts are not run', 'js');
  // Its colours begin with their alpha; those of the newer asset do not.
  const isOld = asset.peek('type') === 'html';
  const markup = (name: string) =>
    asset.text(name)?.replaceAll(/#([\da-f]{2})([\da-f]{6})\b/gi, isOld ? '#$2$1' : '$&');
  const document = { html: markup('html') ?? '', css: markup('css') };
  const drawn = htmlClip(asset, 'html', document, { ...size, ...alignedAt(anchor), base: BASE });
  const back = fill === undefined || fill === 'transparent' ? undefined : rectangle(size, fill);
  if (!drawn) return back;
  const { type } = drawn.fields;
  // What exceeds the box is not seen.
  const masked =
    type === 'text' ? { 'textProperties.overflow': 'clip' } : type === 'group' ? { clip: true } : {};
  const own = built(drawn.fields, masked);
  if (!back) return own;
  const inner = { ...own, position: { z: 1 }, timeFrame: { end: 'video' } };
  return { type: 'group', size, clips: [{ ...back, timeFrame: { end: 'video' } }, inner] };
};
