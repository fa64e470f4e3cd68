import { LIMITS } from '../../../domain/composition/limits.js';
import type { DraftClip } from '../draft.js';
import { built } from '../reading/fields.js';
import { each, type JsonObject, present, table, clamped } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import * as texts from './texts.js';
import { type LayerContext, originOf, placeOf, shareOf, WHOLE, zoomed, zoomOf } from './places.js';
import * as paints from './paints.js';

// The layers of editly, as its sources draw them.

/** A volume: a factor, or a text such as `10dB`. */
export const volumeIn = (reader: Reader, name: string, most: number = LIMITS.volume): number | undefined => {
  if (!reader.has(name)) return undefined;
  const [, number, db] = /^(-?[\d.]+)\s*(db)?$/i.exec(reader.text(name)?.trim() ?? '') ?? [];
  if (number === undefined) return reader.differs(name, 'is not a volume: it is 1');
  const factor = db === undefined ? Number(number) : 10 ** (Number(number) / 20);
  if (factor > most) reader.differs(name, `is limited from ${factor} to ${most}`);
  return clamped(0, most, factor);
};

const FITS = table({ contain: 'contain', 'contain-blur': 'containBlur', cover: 'cover', stretch: 'stretch' });

/** Media and what is behind it, where it does not fill its box. */
const fitted = (layer: Reader, fields: JsonObject): ReadonlyArray<JsonObject> => {
  const fit = layer.choice('resizeMode', FITS) ?? 'containBlur';
  const media = { source: layer.source('path'), fit, ...fields };
  if (fit !== 'contain') layer.ignore('backgroundColor');
  return fit === 'contain' && layer.has('backgroundColor')
    ? [paints.filled(layer.color('backgroundColor')), media]
    : [media];
};

interface Piece {
  readonly fields: ReadonlyArray<JsonObject>;
  readonly timing?: JsonObject;
}

/** How much of a video is played, ms, if its end is stated. */
export const playedOf = (layer: Reader): number | undefined => {
  const to = layer.time('cutTo');
  return to === undefined ? undefined : to - (layer.time('cutFrom') ?? 0);
};

/** The speed at which a part of a video lasts as long as its clip, both in ms; undefined for a part of no length. */
const speedFor = (layer: Reader, played: number, length: number): number | undefined => {
  if (played <= 0) return undefined;
  const wanted = played / length;
  const speed = clamped(LIMITS.speed.minimum, LIMITS.speed.maximum, wanted);
  if (speed !== wanted) layer.differs('cutTo', `the speed is limited from ${wanted} to ${speed}`);
  return speed;
};

/** A video at shares of the canvas for its corner and sides. */
const video = (layer: Reader, context: LayerContext): Piece => {
  const { length, volume } = context;
  const from = layer.time('cutFrom') ?? 0;
  const own = volumeIn(layer, 'mixVolume');
  if (own !== undefined && volume === 0)
    layer.differs('mixVolume', 'has no effect without keepSourceAudio', 'unseen');
  const played = playedOf(layer);
  layer.ignore('duration', 'visibleFrom', 'visibleUntil');
  const share = (name: string, otherwise: number) => layer.number(name) ?? otherwise;
  const fields = {
    type: 'video',
    volume: volume === 0 ? 0 : (own ?? 1) * volume,
    position: {
      anchor: originOf(layer),
      x: shareOf(share('left', 0), 'vw'),
      y: shareOf(share('top', 0), 'vh'),
    },
    size: { width: shareOf(share('width', 1), 'vw'), height: shareOf(share('height', 1), 'vh') },
  };
  const timing = {
    offset: from || undefined,
    ...(length === undefined
      ? { end: played ?? 'source' }
      : { speed: played === undefined ? 'fit' : speedFor(layer, played, length) }),
  };
  return { fields: fitted(layer, fields), timing: present(timing) };
};

/** A sound of a clip, or of the whole video. */
export const soundOf = (layer: Reader, volume: number): DraftClip => {
  const [from, to, start] = [layer.time('cutFrom') ?? 0, layer.time('cutTo'), layer.time('start') ?? 0];
  const end = layer.time('stop') ?? (to === undefined ? 'video' : start + to - from);
  const timeFrame = present({ start, end, offset: from || undefined });
  return { path: layer.path, clip: { type: 'audio', source: layer.source('path'), volume, timeFrame } };
};

const overlay = (layer: Reader): JsonObject => {
  const [width, height] = [layer.number('width'), layer.number('height')];
  const size =
    width === undefined && height !== undefined
      ? { width: 'auto', height: shareOf(height, 'vh') }
      : { width: shareOf(width ?? 1, 'vw'), height: 'auto' };
  const position = placeOf(layer);
  const picture = { type: 'image', source: layer.source('path'), size, position };
  return zoomed(picture, zoomOf(layer));
};

type Drawing = (layer: Reader, context: LayerContext) => JsonObject | ReadonlyArray<JsonObject>;

/** What layers draw, from back to front. */
const DRAWN = table<Drawing>({
  image: (layer) => fitted(layer, { type: 'image', size: WHOLE, motion: zoomOf(layer, 'in') }),
  'image-overlay': overlay,
  title: texts.title,
  'title-background': (layer, context) => [paints.backgroundOf(layer, context), texts.title(layer)],
  'editly-banner': (layer, context) => {
    const text = 'Made with\nEDITLY\nmifi.no';
    const made = layer.replaced(({ type: _type, ...own }) => ({ ...own, text }));
    return [paints.linear(made, context), texts.title(made)];
  },
  subtitle: texts.subtitle,
  'news-title': texts.newsTitle,
  'slide-in-text': texts.slideInText,
  ...each('fill-color pause', paints.colored),
  'rainbow-colors': paints.rainbow,
  'linear-gradient': paints.linear,
  'radial-gradient': paints.radial,
});

const pieceOf = (layer: Reader, type: string, context: LayerContext): Piece | undefined => {
  if (type === 'video') return video(layer, context);
  const drawn = DRAWN[type]?.(layer, context);
  if (drawn) return { fields: [drawn].flat() };
  const isCode = /^(gl|canvas|fabric)$/.test(type);
  return layer.cannotCarryOver(type, 'layer', isCode ? 'its code is not run' : undefined);
};

/** The clips of a layer, from back to front, with times from the start of its clip. */
export const layerOf = (
  layer: Reader,
  at: number,
  clip: Omit<LayerContext, 'start'>,
): ReadonlyArray<DraftClip> => {
  const type = layer.knownText('type') ?? '';
  // Defaults of layers are those of all kinds.
  layer.ignore('fontPath', 'fontFamily', 'layerDuration', 'zoomAmount', 'zoomDirection');
  if (type === 'audio' || type === 'detached-audio') {
    const volume = type === 'audio' ? clip.volume : 1;
    const sound = soundOf(layer, volume === 0 ? 0 : (volumeIn(layer, 'mixVolume') ?? 1) * volume);
    return [{ ...sound, isDetached: type === 'detached-audio' }];
  }
  const [start, end] = [layer.time('start') ?? 0, layer.time('stop')];
  const until = end ?? clip.lasts;
  const lasts = until === undefined ? until : Math.max(1, until - start);
  const { fields, timing } = pieceOf(layer, type, { ...clip, start, lasts }) ?? { fields: [] };
  const timeFrame = { start, end: 'video', ...timing, ...(end !== undefined && { end }) };
  const position = { z: clip.index * 100 + at + 1 };
  return fields.map((own) => ({ path: layer.path, clip: built({ position, timeFrame }, own) }));
};
