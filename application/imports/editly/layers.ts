import { LIMITS } from '../../../domain/composition/limits.js';
import type { DraftClip } from '../draft.js';
import { colorIn } from '../reading/colors.js';
import { type JsonObject, present } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { sourceOf } from '../reading/sources.js';
import { table } from '../reading/table.js';
import {
  type LayerContext,
  zoomOf,
  originOf,
  placeOf,
  title,
  subtitle,
  newsTitle,
  slideInText,
} from './texts.js';
import { gradientOf, full, rectangle, backgroundOf } from './paints.js';

// The layers of editly, as its sources draw them.

/** A volume: a factor, or a text such as `10dB`. */
export const volumeIn = (reader: Reader, name: string): number | undefined => {
  if (!reader.has(name)) return undefined;
  const [, number, db] = /^(-?[\d.]+)\s*(db)?$/i.exec(reader.text(name)?.trim() ?? '') ?? [];
  if (number === undefined) {
    reader.differs(name, 'is not a volume: it is 1');
    return undefined;
  }
  const factor = db === undefined ? Number(number) : 10 ** (Number(number) / 20);
  if (factor > LIMITS.volume) reader.differs(name, `is limited from ${factor} to ${LIMITS.volume}`);
  return Math.min(LIMITS.volume, Math.max(0, factor));
};

const FITS = table({ contain: 'contain', 'contain-blur': 'containBlur', cover: 'cover', stretch: 'stretch' });

/** What is behind media that does not fill its box. */
const behind = (layer: Reader, fit: string, context: LayerContext): ReadonlyArray<JsonObject> => {
  if (fit !== 'contain') layer.ignore('backgroundColor');
  return layer.has('backgroundColor') && fit === 'contain'
    ? [rectangle(colorIn(layer, 'backgroundColor'), context)]
    : [];
};

/** Where a video lies: shares of the canvas for its corner and sides. */
const videoPlace = (
  layer: Reader,
  { canvas }: LayerContext,
  z: number,
): { readonly position: JsonObject; readonly size: JsonObject } => {
  const share = (name: string, otherwise: number) => layer.number(name) ?? otherwise;
  return {
    position: {
      anchor: originOf(layer),
      x: share('left', 0) * canvas.width,
      y: share('top', 0) * canvas.height,
      z,
    },
    size: { width: share('width', 1) * canvas.width, height: share('height', 1) * canvas.height },
  };
};

interface Piece {
  readonly fields: ReadonlyArray<JsonObject>;
  readonly timing?: JsonObject;
}

const video = (layer: Reader, context: LayerContext, z: number): Piece => {
  const from = layer.time('cutFrom') ?? 0;
  const to = layer.time('cutTo');
  const own = volumeIn(layer, 'mixVolume');
  if (own !== undefined && context.volume === 0)
    layer.differs('mixVolume', 'has no effect without keepSourceAudio');
  const played = to === undefined ? undefined : to - from;
  const speed =
    played !== undefined && context.length !== undefined && played > 0 ? played / context.length : undefined;
  if (played === undefined && context.length !== undefined)
    layer.differs(
      'cutTo',
      'is the end of the media there, which is sped up or slowed down to the length of the clip: it plays at its own speed',
    );
  layer.ignore('duration', 'visibleFrom', 'visibleUntil');
  const timing = present({
    offset: from || undefined,
    speed: speed === undefined ? undefined : Math.min(10, Math.max(0.1, speed)),
  });
  const ends =
    context.length === undefined ? (played === undefined ? { end: 'source' } : { end: played }) : {};
  const fit = layer.choice('resizeMode', FITS) ?? 'containBlur';
  return {
    fields: [
      ...behind(layer, fit, context),
      {
        type: 'video',
        source: sourceOf(layer, 'path'),
        fit,
        volume: context.volume === 0 ? 0 : (own ?? 1) * context.volume,
        ...videoPlace(layer, context, z),
      },
    ],
    timing: { ...timing, ...ends },
  };
};

const sound = (layer: Reader, volume: number): Piece => {
  const from = layer.time('cutFrom') ?? 0;
  const to = layer.time('cutTo');
  const start = layer.peek('start');
  return {
    fields: [
      {
        type: 'audio',
        source: sourceOf(layer, 'path'),
        volume: volume === 0 ? 0 : (volumeIn(layer, 'mixVolume') ?? 1) * volume,
      },
    ],
    timing: present({
      offset: from || undefined,
      ...(to === undefined ? {} : { end: (typeof start === 'number' ? start * 1000 : 0) + to - from }),
    }),
  };
};

const overlay = (layer: Reader, context: LayerContext, z: number): JsonObject => {
  const [width, height] = [layer.number('width'), layer.number('height')];
  const { canvas } = context;
  const byHeight = width === undefined && height !== undefined;
  const size = byHeight
    ? { width: 'auto', height: height * canvas.height }
    : { width: (width ?? 1) * canvas.width, height: 'auto' };
  const position = placeOf(layer, context, z);
  return { type: 'image', source: sourceOf(layer, 'path'), size, position, motion: zoomOf(layer, undefined) };
};

const pieceOf = (layer: Reader, context: LayerContext, z: number): Piece | undefined => {
  const type = layer.knownText('type') ?? '';
  switch (type) {
    case 'video':
      return video(layer, context, z);
    case 'image': {
      const fit = layer.choice('resizeMode', FITS) ?? 'containBlur';
      const motion = zoomOf(layer, 'in');
      const image = { type, source: sourceOf(layer, 'path'), fit, size: full(context), motion };
      return { fields: [...behind(layer, fit, context), image] };
    }
    case 'image-overlay':
      return { fields: [overlay(layer, context, z)] };
    case 'title':
      return { fields: [title(layer, context, z)] };
    case 'title-background':
      return { fields: [backgroundOf(layer, context), title(layer, context, z)] };
    case 'subtitle':
      return { fields: [subtitle(layer, context, z)] };
    case 'news-title':
      return { fields: [newsTitle(layer, context, z)] };
    case 'slide-in-text':
      return { fields: [slideInText(layer, context, z)] };
    case 'fill-color':
    case 'pause':
      return { fields: [rectangle(colorIn(layer, 'color') ?? '#000000', context)] };
    case 'rainbow-colors':
      layer.differs('type', 'the rainbow does not move');
      return { fields: [rectangle(gradientOf(layer, type), context)] };
    case 'linear-gradient':
    case 'radial-gradient':
      return { fields: [rectangle(gradientOf(layer, type), context)] };
    case 'audio':
      return sound(layer, context.volume);
    case 'detached-audio':
      return sound(layer, 1);
    default:
      layer.cannotCarryOver(
        type,
        'layer',
        type === 'gl' || type === 'canvas' || type === 'fabric' ? 'its code is not run' : undefined,
      );
      return undefined;
  }
};

/** The clips of a layer, from back to front, with times from the start of its clip. */
export const layerOf = (layer: Reader, index: number, context: LayerContext): ReadonlyArray<DraftClip> => {
  const z = context.base + index + 1;
  const piece = pieceOf(layer, context, z);
  if (!piece) return [];
  const [start, stop] = [layer.time('start') ?? 0, layer.time('stop')];
  layer.ignore('fontPath', 'fontFamily', 'layerDuration');
  return piece.fields.map((fields) => {
    const isSound = fields['type'] === 'audio';
    const place = isSound || fields['position'] !== undefined ? {} : { position: { z } };
    const timeFrame = { start, end: stop ?? 'video', ...piece.timing };
    return {
      path: layer.path,
      clip: { ...place, ...fields, timeFrame: stop === undefined ? timeFrame : { ...timeFrame, end: stop } },
    };
  });
};
