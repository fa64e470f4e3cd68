import { sourceOf } from './imported.js';
import { type JsonObject, present } from './json-object.js';
import type { Reader } from './reader.js';
import type { Canvas } from './shotstack-looks.js';
import { table } from './table.js';
import { colorIn, ms, withOpacity } from './units.js';

// What clips of Shotstack show and play.

const FITS: Readonly<Record<string, string>> = table({
  crop: 'cover',
  cover: 'stretch',
  contain: 'contain',
  none: 'none',
});

const cropOf = (asset: Reader): JsonObject | undefined => {
  if (!asset.has('crop')) return undefined;
  const crop = asset.child('crop');
  return present({
    top: crop.number('top'),
    bottom: crop.number('bottom'),
    left: crop.number('left'),
    right: crop.number('right'),
  });
};

/** Fades of sounds by the name of their effect. */
export const FADES: Readonly<Record<string, JsonObject>> = table({
  fadeIn: { fadeIn: 2000 },
  fadeOut: { fadeOut: 2000 },
  fadeInFadeOut: { fadeIn: 2000, fadeOut: 2000 },
});

const textOf = (asset: Reader): JsonObject => {
  const [font, alignment, background, stroke] = ['font', 'alignment', 'background', 'stroke'].map((name) =>
    asset.child(name),
  );
  const align = alignment?.text('horizontal') ?? 'center';
  const fill = withOpacity(background && colorIn(background, 'color'), background?.number('opacity'));
  const vertical = alignment?.text('vertical') ?? 'center';
  return present({
    content: asset.text('text') ?? '',
    fontFamily: font?.text('family'),
    fontSize: font?.number('size') ?? 32,
    fontWeight: font?.number('weight'),
    lineHeight: font?.number('lineHeight'),
    color: withOpacity((font && colorIn(font, 'color')) ?? '#FFFFFF', font?.number('opacity')),
    textAlign: align,
    verticalAlign: vertical === 'center' ? 'middle' : vertical,
    backgroundColor: fill,
    padding: background?.number('padding'),
    strokeColor: stroke && colorIn(stroke, 'color'),
    strokeWidth: stroke?.number('width'),
  });
};

const TITLE_SIZES: Readonly<Record<string, number>> = table({
  'xx-small': 24,
  'x-small': 36,
  small: 48,
  medium: 64,
  large: 84,
  'x-large': 110,
  'xx-large': 140,
});

/** What an asset adds to its clip; undefined if it cannot be carried over. */
export const assetOf = (clip: Reader, canvas: Canvas): JsonObject | undefined => {
  const asset = clip.child('asset');
  const kind = asset.text('type');
  const fit = FITS[clip.text('fit') ?? 'crop'];
  const own = { width: asset.number('width'), height: asset.number('height') };
  switch (kind) {
    case 'video':
    case 'audio':
      return present({
        type: kind,
        source: sourceOf(asset, 'src'),
        volume: asset.number('volume'),
        audio: FADES[asset.text(kind === 'audio' ? 'effect' : 'volumeEffect') ?? ''],
        offset: ms(asset.number('trim') ?? 0),
        speed: asset.number('speed'),
        ...(kind === 'video' ? { fit, crop: cropOf(asset) } : {}),
      });
    case 'image':
      return present({ type: 'image', source: sourceOf(asset, 'src'), fit, crop: cropOf(asset) });
    case 'text':
    case 'rich-text':
      return { type: 'text', textProperties: textOf(asset), own };
    case 'title':
      asset.differs('style', 'is carried over as plain text in its size and colour');
      asset.ignore('style');
      return {
        type: 'text',
        textProperties: present({
          content: asset.text('text') ?? '',
          fontSize: TITLE_SIZES[asset.text('size') ?? 'medium'] ?? 64,
          color: colorIn(asset, 'color') ?? '#FFFFFF',
          backgroundColor: colorIn(asset, 'background'),
          textAlign: 'center',
          verticalAlign: 'middle',
        }),
      };
    case 'html': {
      const text = (asset.text('html') ?? '')
        .replaceAll(/<[^<>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim();
      asset.ignore('css');
      asset.differs('html', 'is not drawn as HTML: its text is carried over in a plain style');
      return {
        type: 'text',
        own,
        textProperties: {
          content: text,
          fontSize: Math.round(canvas.height / 16),
          color: '#FFFFFF',
          textAlign: 'center',
          verticalAlign: 'middle',
        },
      };
    }
    case undefined:
    default:
      asset.cannotCarryOver(kind, 'clip');
      return undefined;
  }
};
