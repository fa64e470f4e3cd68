import { type Canvas, type JsonObject, present } from '../reading/json-object.js';
import { colorIn, withOpacity } from '../reading/colors.js';
import type { Reader } from '../reading/reader.js';
import { isAddress, sourceOf } from '../reading/sources.js';
import { table } from '../reading/table.js';
import { fadesOf } from './motion.js';
import type { TextContext } from './rich-text.js';
import { textOf } from './texts.js';
import { animated } from './tweens.js';

// What clips of Shotstack show and play.

const FITS = table({ crop: 'cover', cover: 'stretch', contain: 'contain', none: 'none' });

/** What an asset adds to its clip. */
export interface Asset {
  readonly fields: JsonObject;
  readonly keyframes?: JsonObject | undefined;
  /** Fields of the time of media. */
  readonly timing?: JsonObject;
  /** Whether it has a length of its own. */
  readonly isTimed: boolean;
  /** Whether `scale` applies to the drawn picture, and not to the box that it fills. */
  readonly scalesPicture: boolean;
}

const cropOf = (asset: Reader): JsonObject | undefined => {
  if (!asset.has('crop')) return undefined;
  const crop = asset.child('crop');
  return present(
    Object.fromEntries(['top', 'bottom', 'left', 'right'].map((side) => [side, crop.numberIn(side, 0, 1)])),
  );
};

const chromaKeyOf = (asset: Reader): JsonObject | undefined => {
  if (!asset.has('chromaKey')) return undefined;
  const key = asset.child('chromaKey');
  asset.differs('chromaKey', 'is carried over with strengths that come near it');
  return {
    color: colorIn(key, 'color') ?? '#00FF00',
    similarity: Math.min(1, (key.number('threshold') ?? 0) / 255),
    blend: Math.min(1, (key.number('halo') ?? 0) / 255),
  };
};

/** How media fills the canvas, or the size that the clip states. `scale` scales that box. */
const boxOf = (
  clip: Reader,
  canvas: Canvas,
  anchor: string,
): { readonly fields: JsonObject; readonly scalesPicture: boolean } => {
  const fit = clip.choice('fit', FITS) ?? 'cover';
  const [width, height] = [clip.number('width'), clip.number('height')];
  if (fit === 'none' && width === undefined && height === undefined)
    return { fields: { size: { width: 'auto', height: 'auto' } }, scalesPicture: true };
  const size = { width: width ?? canvas.width, height: height ?? canvas.height };
  const fitAlign =
    fit !== 'contain'
      ? undefined
      : {
          x: /left/i.test(anchor) ? 0 : /right/i.test(anchor) ? 1 : 0.5,
          y: anchor.startsWith('top') ? 0 : anchor.startsWith('bottom') ? 1 : 0.5,
        };
  return { fields: present({ fit, size, fitAlign }), scalesPicture: false };
};

const timingOf = (asset: Reader): JsonObject =>
  present({ offset: asset.time('trim') || undefined, speed: asset.numberIn('speed', 0.1, 10) });

const media = (
  kind: 'video' | 'audio',
  clip: Reader,
  asset: Reader,
  canvas: Canvas,
  anchor: string,
): Asset => {
  const volume = animated(asset, 'volume', 'volume');
  const fades = fadesOf(asset, kind === 'audio' ? 'effect' : 'volumeEffect');
  const sound = {
    source: sourceOf(asset, 'src'),
    volume: volume.value,
    audio: Object.keys(fades).length === 0 ? undefined : fades,
  };
  asset.ignore('transcode', 'meta');
  const shared = { keyframes: volume.keyframes, timing: timingOf(asset), isTimed: true };
  if (kind === 'audio') {
    clip.ignore('fit', 'scale', 'width', 'height');
    return { ...shared, fields: { type: kind, ...sound }, scalesPicture: false };
  }
  const box = boxOf(clip, canvas, anchor);
  const key = chromaKeyOf(asset);
  return {
    ...shared,
    fields: {
      type: kind,
      ...sound,
      ...box.fields,
      crop: cropOf(asset),
      ...(key ? { effects: { chromaKey: key } } : {}),
    },
    scalesPicture: box.scalesPicture,
  };
};

const svg = (clip: Reader, asset: Reader, canvas: Canvas): Asset => {
  const markup = asset.text('src') ?? '';
  const opacity = asset.number('opacity');
  const picture = isAddress(markup) ? { source: sourceOf(asset, 'src') } : { svg: markup };
  const [width, height] = [clip.number('width'), clip.number('height')];
  const size = { width: width ?? canvas.width, height: height ?? canvas.height };
  clip.ignore('fit');
  return {
    fields: {
      type: 'image',
      ...picture,
      fit: 'contain',
      size,
      ...(opacity === undefined || opacity === 1 ? {} : { effects: { opacity } }),
    },
    isTimed: false,
    scalesPicture: false,
  };
};

const shape = (asset: Reader): Asset => {
  const [fill, stroke, rectangle, circle, line] = ['fill', 'stroke', 'rectangle', 'circle', 'line'].map(
    (name) => asset.child(name),
  );
  const kind =
    asset.choice('shape', table({ rectangle: 'rectangle', circle: 'circle', line: 'line' })) ?? 'rectangle';
  const color = withOpacity(fill && colorIn(fill, 'color'), fill?.number('opacity')) ?? 'transparent';
  const [width, height] = [asset.number('width'), asset.number('height')];
  const radius = circle?.number('radius');
  const size = {
    rectangle: {
      width: rectangle?.number('width') ?? width ?? 100,
      height: rectangle?.number('height') ?? height ?? 100,
    },
    circle: { width: (radius ?? (width ?? 100) / 2) * 2, height: (radius ?? (height ?? 100) / 2) * 2 },
    line: { width: line?.number('length') ?? width ?? 100, height: line?.number('thickness') ?? height ?? 4 },
  }[kind];
  const corner = rectangle?.number('cornerRadius');
  const outline = stroke?.number('width');
  return {
    fields: {
      type: 'shape',
      size,
      shapeProperties: present({
        shape: kind === 'circle' ? 'ellipse' : 'rectangle',
        fill: color,
        stroke:
          outline === undefined || outline === 0
            ? undefined
            : { width: outline, color: (stroke && colorIn(stroke, 'color')) ?? '#000000' },
      }),
      ...(corner === undefined || corner === 0 ? {} : { effects: { borderRadius: corner } }),
    },
    isTimed: false,
    scalesPicture: true,
  };
};

const VIDEO = /\.(mp4|mov|webm|m4v|mkv)(\?|$)/i;

/** A luma matte as a clip that masks others. Black parts of it show them. */
export const lumaOf = (asset: Reader, canvas: Canvas): JsonObject => {
  const source = sourceOf(asset, 'src');
  return {
    type: VIDEO.test(source) ? 'video' : 'image',
    source,
    size: { width: canvas.width, height: canvas.height },
    ...(VIDEO.test(source) ? { volume: 0 } : {}),
  };
};

/** What an asset adds to its clip; undefined if it cannot be carried over. */
export const assetOf = (
  clip: Reader,
  asset: Reader,
  context: TextContext,
  anchor: string,
): Asset | undefined => {
  const kind = asset.knownText('type') ?? '';
  const generates = asset.has('prompt') && !asset.has('src');
  if (generates) {
    asset.cannotCarryOver(kind, 'clip', 'its media is generated from a prompt');
    return undefined;
  }
  asset.ignore('prompt', 'model', 'options');
  switch (kind) {
    case 'video':
    case 'audio':
      return media(kind, clip, asset, context.canvas, anchor);
    case 'image': {
      const box = boxOf(clip, context.canvas, anchor);
      return {
        fields: { type: 'image', source: sourceOf(asset, 'src'), ...box.fields, crop: cropOf(asset) },
        isTimed: false,
        scalesPicture: box.scalesPicture,
      };
    }
    case 'svg':
      return svg(clip, asset, context.canvas);
    case 'shape':
      return shape(asset);
    default: {
      const fields = textOf(kind, clip, asset, context);
      clip.ignore('fit', 'width', 'height');
      if (fields) return { fields, isTimed: false, scalesPicture: true };
      if (kind !== 'html' && kind !== 'html5') asset.cannotCarryOver(kind, 'clip');
      else asset.differs('html', 'shows nothing that can be carried over: the clip was left out');
      return undefined;
    }
  }
};
