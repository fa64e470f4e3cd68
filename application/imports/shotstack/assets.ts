import { LIMITS } from '../../../domain/composition/limits.js';
import { built, carried, type Fields, type FieldTable, roundedOutline } from '../reading/fields.js';
import { type Canvas, type JsonObject, table } from '../reading/json-object.js';
import type { Anchor } from '../../../domain/composition/fields/place.js';
import { anchorFractions } from '../../../domain/composition/geometry/anchors.js';
import { isAddress, type Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';
import { speechOf } from '../reading/sources.js';
import { tweened } from './motion.js';
import { soundFades } from './sounds.js';
import { statedSize, textOf } from './texts.js';

// What clips of Shotstack show and play.

export const FITS = table({ crop: 'cover', cover: 'stretch', contain: 'contain', none: 'none' });

/** Fields that say how media was generated. They are not needed, because the finished media is used. */
const GENERATED = rule.each('prompt model options', rule.unseen);

/** What media becomes that is made of a text or a picture. */
const MADE = table({ 'text-to-image': 'image', 'image-to-video': 'video' });

const SOUND: FieldTable = {
  ...GENERATED,
  ...rule.each('transcode meta', rule.unseen),
  volume: tweened('volume'),
  trim: rule.time('timeFrame.offset'),
  speed: (asset, name) =>
    asset.number(name) === 0
      ? { 'timeFrame.freeze': [{ at: 0, duration: LIMITS.durationMs }] }
      : { 'timeFrame.speed': asset.number(name, 0.1, 10) },
};

const PICTURE: FieldTable = {
  ...GENERATED,
  crop: rule.inside(
    rule.each('top bottom left right', (crop, side) => ({ [`crop.${side}`]: crop.number(side, 0, 1) })),
  ),
};

/** What a crop leaves of a picture keeps its scale and its place, as in Shotstack: the other one if it is flipped. */
export const cropped = (picture: JsonObject): JsonObject => {
  const { crop, size, position, transform } = picture as {
    readonly crop?: Readonly<Partial<Record<'top' | 'bottom' | 'left' | 'right', number>>>;
    readonly size: { readonly width: number | 'auto'; readonly height: number };
    readonly position: { readonly anchor?: Anchor; readonly x?: number; readonly y?: number };
    readonly transform?: { readonly flip?: { readonly x?: boolean; readonly y?: boolean } };
  };
  const { width, height } = size;
  if (!crop || width === 'auto') return picture;
  const { left = 0, right = 0, top = 0, bottom = 0 } = crop;
  const share = anchorFractions(position.anchor ?? 'center');
  const across = transform?.flip?.x ? { start: right, end: left } : { start: left, end: right };
  const down = transform?.flip?.y ? { start: bottom, end: top } : { start: top, end: bottom };
  return built(picture, {
    size: {
      width: Math.max(1, width * (1 - left - right)),
      height: Math.max(1, height * (1 - top - bottom)),
    },
    'position.x': (position.x ?? 0) + width * (across.start * (1 - share.x) - across.end * share.x),
    'position.y': (position.y ?? 0) + height * (down.start * (1 - share.y) - down.end * share.y),
  });
};

const MEDIA: Readonly<Record<'audio' | 'video' | 'image', FieldTable>> = {
  audio: { ...SOUND, effect: soundFades },
  video: {
    ...SOUND,
    ...PICTURE,
    volumeEffect: soundFades,
    chromaKey: (asset, name) => {
      asset.differs(name, 'compares colours without their brightness: edges may be cut elsewhere');
      // A distance of 250 reaches about from green to grey, whose distance is almost a third here.
      return rule.keyed('threshold', 'halo', 250, 0.00125)(asset, name, undefined);
    },
  },
  image: PICTURE,
};

/** How media fills the canvas, or the size that the clip states. */
const boxOf = (clip: Reader, anchor: Anchor): Fields => {
  const { canvas } = clip.shared;
  const fit = clip.choice('fit', FITS, true) ?? 'cover';
  const [width, height] = [clip.number('width'), clip.number('height')];
  if (fit === 'none' && width === undefined && height === undefined)
    return { size: { width: 'auto', height: 'auto' } };
  const size = { width: width ?? canvas.width, height: height ?? canvas.height };
  return { fit, size, fitAlign: fit === 'contain' ? anchorFractions(anchor) : undefined };
};

/** The sides that an SVG states, px, or those of the canvas. */
const sidesOfSvg = (markup: string, canvas: Canvas): Canvas => {
  const [root = ''] = /<svg\b[^>]*>/i.exec(markup) ?? [];
  const [, box = ''] = /\sviewBox\s*=\s*["']([^"']+)/i.exec(root) ?? [];
  const side = (name: keyof Canvas, index: number): number => {
    const stated = new RegExp(`\\s${name}\\s*=\\s*["']?([\\d.]+)`, 'i').exec(root)?.[1];
    return Number(stated ?? box.trim().split(/[\s,]+/)[index]) || canvas[name];
  };
  return { width: side('width', 2), height: side('height', 3) };
};

/** A drawing of its own size, unless its clip states both sides of a box that it fills. */
const svg = (clip: Reader, asset: Reader): Fields => {
  const markup = asset.text('src') ?? '';
  const isFile = isAddress(markup);
  const isBoxed = isFile || (clip.has('width') && clip.has('height'));
  const fit = isBoxed ? (clip.choice('fit', FITS, true) ?? (isFile ? 'contain' : 'cover')) : undefined;
  clip.ignore('fit', 'width', 'height');
  return {
    type: 'image',
    ...(isFile ? { source: asset.source('src') } : { svg: markup }),
    fit,
    size: isBoxed ? statedSize(clip) : sidesOfSvg(markup, clip.shared.canvas),
    'effects.opacity': asset.number('opacity', 0, 1),
  };
};

/** A shape in the middle of its clip, or as large as that. */
const shapeIn = (clip: Reader, asset: Reader, anchor: Anchor): Fields | undefined => {
  const kind = asset.choice('shape', table({ rectangle: 'rectangle', circle: 'ellipse', line: 'rectangle' }));
  if (kind === undefined) return asset.cannotCarryOver('shape', 'clip');
  const box = statedSize(clip, asset);
  const { width, height } = statedSize(asset.child('rectangle'), undefined, box);
  const [radius, line] = [asset.child('circle').number('radius'), asset.child('line')];
  const across = radius === undefined ? undefined : radius * 2;
  const size = {
    width: across ?? line.number('length') ?? width,
    height: across ?? line.number('thickness') ?? height,
  };
  const stroke = asset.child('stroke');
  const strokeWidth = stroke.number('width') ?? 0;
  const at = anchorFractions(anchor);
  const corner = asset.child('rectangle').number('cornerRadius') || undefined;
  // The line goes around round corners.
  const path = strokeWidth > 0 && corner ? roundedOutline(size.width, size.height, corner) : undefined;
  return {
    type: 'shape',
    size,
    shift: { x: (box.width - size.width) * (0.5 - at.x), y: (box.height - size.height) * (0.5 - at.y) },
    'shapeProperties.shape': path === undefined ? kind : 'path',
    'shapeProperties.path': path,
    'shapeProperties.fill': asset.child('fill').opaque('color', 'transparent'),
    'shapeProperties.stroke':
      strokeWidth > 0 ? { width: strokeWidth, color: stroke.opaque('color', '#000000') } : undefined,
    'effects.borderRadius': path === undefined ? corner : undefined,
  };
};

/** Fields of pictures that sounds do not have. */
export const OF_PICTURES =
  'position offset scale transition effect filter opacity transform fit width height'.split(' ');

/** What an asset adds to its clip; undefined if it cannot be carried over. */
export const assetOf = (clip: Reader, asset: Reader, anchor: Anchor): Fields | undefined => {
  const given = asset.knownText('type') ?? '';
  const kind = MADE[given] ?? given;
  const isMade = kind !== given || (asset.has('prompt') && !asset.has('src'));
  switch (kind) {
    case 'audio':
    case 'video':
    case 'image': {
      if (kind === 'audio') clip.ignore(...OF_PICTURES);
      const box = kind === 'audio' ? {} : boxOf(clip, anchor);
      const source = isMade ? asset.missing('prompt') : asset.source('src');
      return { type: kind, source, ...box, ...carried(asset, MEDIA[kind]) };
    }
    case 'text-to-speech':
      clip.ignore(...OF_PICTURES);
      asset.ignore('newscaster', 'language');
      return speechOf(asset, 'text', 'voice');
    case 'svg':
      return svg(clip, asset);
    case 'shape':
      clip.ignore('fit', 'width', 'height');
      return shapeIn(clip, asset, anchor);
    default: {
      const fields = textOf(kind, clip, asset);
      clip.ignore('fit', 'width', 'height');
      asset.ignore(...Object.keys(GENERATED));
      if (fields) return fields;
      if (kind !== 'html' && kind !== 'html5') return asset.cannotCarryOver(kind, 'clip');
      return asset.differs('html', 'shows nothing that can be carried over: the clip was left out');
    }
  }
};
