import type { TextContext } from './text-fields.js';
import { colorIn } from '../reading/colors.js';
import { carried, type Fields, type FieldTable, type Rule } from '../reading/fields.js';
import type { Canvas } from '../reading/json-object.js';
import { shareOfAnchor } from '../reading/places.js';
import type { Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';
import { isAddress, sourceOf } from '../reading/sources.js';
import { speechOf } from '../reading/speech.js';
import { table } from '../reading/table.js';
import { animated, soundFades } from './motion.js';
import { textOf } from './texts.js';

// What clips of Shotstack show and play.

const FITS = table({ crop: 'cover', cover: 'stretch', contain: 'contain', none: 'none' });

/** What an asset adds to its clip. */
export interface Asset {
  readonly fields: Fields;
  /** Whether it has a length of its own. */
  readonly isTimed: boolean;
  /** Whether `scale` applies to the drawn picture, and not to the box that it fills. */
  readonly scalesPicture: boolean;
}

const chromaKey: Rule = (asset, name) => {
  asset.differs(name, 'is carried over with strengths that come near it');
  const key = asset.child(name);
  const strength = (field: string) => Math.min(1, (key.number(field) ?? 0) / 255);
  const color = colorIn(key, 'color') ?? '#00FF00';
  return { 'effects.chromaKey': { color, similarity: strength('threshold'), blend: strength('halo') } };
};

/** Of media that is generated; what it is generated from is not needed. */
const GENERATED = rule.each('prompt model options', rule.unseen);

const SOUND: FieldTable = {
  ...GENERATED,
  ...rule.each('transcode meta', rule.unseen),
  volume: animated('volume'),
  trim: rule.time('timeFrame.offset'),
  speed: rule.number('timeFrame.speed', 0.1, 10),
};

const AUDIO: FieldTable = { ...SOUND, effect: soundFades };

const PICTURE: FieldTable = {
  ...GENERATED,
  crop: rule.inside({
    top: rule.number('crop.top', 0, 1),
    bottom: rule.number('crop.bottom', 0, 1),
    left: rule.number('crop.left', 0, 1),
    right: rule.number('crop.right', 0, 1),
  }),
};

const VIDEO: FieldTable = {
  ...SOUND,
  ...PICTURE,
  volumeEffect: soundFades,
  chromaKey,
};

/** How media fills the canvas, or the size that the clip states. `scale` scales that box. */
const boxOf = (clip: Reader, canvas: Canvas, anchor: string): Pick<Asset, 'fields' | 'scalesPicture'> => {
  const fit = clip.choice('fit', FITS) ?? 'cover';
  const [width, height] = [clip.number('width'), clip.number('height')];
  if (fit === 'none' && width === undefined && height === undefined)
    return { fields: { size: { width: 'auto', height: 'auto' } }, scalesPicture: true };
  const size = { width: width ?? canvas.width, height: height ?? canvas.height };
  const fitAlign = fit === 'contain' ? shareOfAnchor(anchor) : undefined;
  return { fields: { fit, size, fitAlign }, scalesPicture: false };
};

const svg = (clip: Reader, asset: Reader, canvas: Canvas): Asset => {
  const markup = asset.text('src') ?? '';
  const size = {
    width: clip.number('width') ?? canvas.width,
    height: clip.number('height') ?? canvas.height,
  };
  if (clip.has('fit')) clip.differs('fit', 'the drawing is shown whole');
  const opacity = asset.number('opacity');
  return {
    fields: {
      type: 'image',
      ...(isAddress(markup) ? { source: sourceOf(asset, 'src') } : { svg: markup }),
      fit: 'contain',
      size,
      'effects.opacity': opacity === 1 ? undefined : opacity,
    },
    isTimed: false,
    scalesPicture: false,
  };
};

const VIDEO_FILE = /\.(mp4|mov|webm|m4v|mkv)(\?|$)/i;

const MATTE: FieldTable = { trim: rule.time('timeFrame.offset'), ...rule.each('type', rule.unseen) };

/** A luma matte as a clip that masks others. Black parts of it show them. */
export const lumaOf = (clip: Reader, asset: Reader, { width, height }: Canvas): Fields => {
  const source = sourceOf(asset, 'src');
  const isVideo = VIDEO_FILE.test(source);
  return {
    type: isVideo ? 'video' : 'image',
    source,
    fit: clip.choice('fit', FITS),
    size: { width, height },
    volume: isVideo ? 0 : undefined,
    ...carried(asset, MATTE, undefined),
  };
};

/** Fields of pictures that sounds do not have. */
export const OF_PICTURES =
  'position offset scale transition effect filter opacity transform fit width height'.split(' ');

/** What an asset adds to its clip; undefined if it cannot be carried over. */
export const assetOf = (
  clip: Reader,
  asset: Reader,
  context: TextContext,
  anchor: string,
): Asset | undefined => {
  const kind = asset.knownText('type') ?? '';
  if (asset.has('prompt') && !asset.has('src')) {
    asset.cannotCarryOver(kind, 'clip', 'its media is generated from a prompt');
    return undefined;
  }
  switch (kind) {
    case 'audio': {
      clip.ignore(...OF_PICTURES);
      const fields = { type: kind, source: sourceOf(asset, 'src'), ...carried(asset, AUDIO, undefined) };
      return { fields, isTimed: true, scalesPicture: false };
    }
    case 'video':
    case 'image': {
      const { fields, scalesPicture } = boxOf(clip, context.canvas, anchor);
      const own = carried(asset, kind === 'video' ? VIDEO : PICTURE, undefined);
      const source = sourceOf(asset, 'src');
      return { fields: { type: kind, source, ...fields, ...own }, isTimed: kind === 'video', scalesPicture };
    }
    case 'text-to-speech': {
      clip.ignore(...OF_PICTURES);
      const speech = speechOf(asset, asset.text('text') ?? '', asset.text('voice'), 'voice');
      asset.ignore('newscaster', 'language');
      return speech && { fields: { type: 'audio', ...speech }, isTimed: true, scalesPicture: false };
    }
    case 'svg':
      return svg(clip, asset, context.canvas);
    default: {
      const fields = textOf(kind, clip, asset, context);
      clip.ignore('fit', 'width', 'height');
      asset.ignore(...Object.keys(GENERATED));
      if (fields) return { fields, isTimed: false, scalesPicture: true };
      if (kind !== 'html' && kind !== 'html5') asset.cannotCarryOver(kind, 'clip');
      else asset.differs('html', 'shows nothing that can be carried over: the clip was left out');
      return undefined;
    }
  }
};
