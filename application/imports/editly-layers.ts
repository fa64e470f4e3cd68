import * as t from 'io-ts';
import { sourceOf } from './imported.js';
import type { JsonObject } from './json-object.js';
import type { Reader } from './reader.js';
import { table } from './table.js';
import { colorIn, colorOf, ms } from './units.js';

// The layers of editly.

const texts = t.readonlyArray(t.string);

/** A clip of editly: times in ms, the picture in px. */
export interface Scene {
  readonly start: number;
  readonly end: number;
  readonly width: number;
  readonly height: number;
  readonly transition: JsonObject | undefined;
}

const full = { width: '100%', height: '100%' };
const FITS: Readonly<Record<string, string>> = table({
  contain: 'contain',
  'contain-blur': 'containBlur',
  cover: 'cover',
  stretch: 'stretch',
});
const zoomOf = (layer: Reader): JsonObject | undefined => {
  const direction = layer.text('zoomDirection') ?? (layer.text('type') === 'image' ? 'in' : undefined);
  const scale = 1 + (layer.number('zoomAmount') ?? 0.1);
  if (direction === 'in') return { from: { scale: 1 }, to: { scale } };
  if (direction === 'out') return { from: { scale }, to: { scale: 1 } };
  if (direction !== undefined && direction !== 'null')
    layer.differs('zoomDirection', `has no equivalent for ${direction.slice(0, 50)}`);
  return undefined;
};

const textOf = (layer: Reader, fontSize: number): JsonObject => ({
  content: layer.text('text') ?? '',
  fontFamily: layer.text('fontFamily') ?? 'Inter',
  fontSize,
  fontWeight: 700,
  color: colorIn(layer, 'textColor') ?? '#FFFFFF',
  textAlign: 'center',
  verticalAlign: 'middle',
});

const rectangle = (fill: unknown): JsonObject => ({
  type: 'shape',
  size: full,
  shapeProperties: { shape: 'rectangle', fill },
});

const gradientOf = (layer: Reader, type: string): JsonObject => {
  const colors = (layer.read('colors', texts) ?? ['#02AAB0', '#00CDAC']).map(
    (css) => colorOf(css) ?? '#808080',
  );
  const last = Math.max(1, colors.length - 1);
  return {
    type: type.startsWith('radial') ? 'radial' : 'linear',
    ...(type.startsWith('radial') ? {} : { angle: 135 }),
    stops: colors.map((color, index) => ({ offset: index / last, color })),
  };
};

/** The clips of a layer without their times, from back to front. */
export const layerOf = (layer: Reader, scene: Scene): ReadonlyArray<JsonObject> => {
  const type = layer.text('type') ?? '';
  const { width, height } = scene;
  const large = Math.round(Math.min(width, height) * 0.1);
  layer.ignore('start', 'stop', 'fontPath');
  switch (type) {
    case 'video': {
      const offset = ms(layer.number('cutFrom') ?? 0);
      const until = layer.number('cutTo');
      const played = until === undefined ? undefined : ms(until) - offset;
      const speed = played === undefined || played <= 0 ? undefined : played / (scene.end - scene.start);
      const fit = FITS[layer.text('resizeMode') ?? 'contain-blur'];
      return [
        {
          type,
          source: sourceOf(layer, 'path'),
          fit,
          size: full,
          volume: layer.number('mixVolume'),
          offset,
          speed,
        },
      ];
    }
    case 'image':
      return [
        {
          type,
          source: sourceOf(layer, 'path'),
          fit: FITS[layer.text('resizeMode') ?? 'contain-blur'],
          size: full,
          motion: zoomOf(layer),
        },
      ];
    case 'image-overlay': {
      layer.differs('position', 'is carried over as the centre of the picture');
      layer.ignore('position');
      const share = layer.number('width') ?? 0.5;
      return [
        {
          type: 'image',
          source: sourceOf(layer, 'path'),
          size: { width: `${share * 100}%`, height: 'auto' },
          position: { anchor: 'center', relativeTo: 'center' },
          motion: zoomOf(layer),
        },
      ];
    }
    case 'title':
    case 'slide-in-text':
      return [
        {
          type: 'text',
          size: full,
          textProperties: {
            ...textOf(layer, large),
            ...(type === 'title'
              ? {}
              : { animation: { type: 'slide', unit: 'letter', at: 'in', duration: 800 } }),
          },
        },
      ];
    case 'title-background': {
      const background = layer.child('background');
      const kind = background.text('type') ?? 'linear-gradient';
      const fill =
        kind === 'fill-color' ? (colorIn(background, 'color') ?? '#000000') : gradientOf(background, kind);
      return [rectangle(fill), { type: 'text', size: full, textProperties: textOf(layer, large) }];
    }
    case 'subtitle':
    case 'news-title':
      return [
        {
          type: 'text',
          size: { width: '100%', height: '20%' },
          position: { anchor: 'bottom', relativeTo: 'bottom' },
          textProperties: {
            ...textOf(layer, Math.round(large / 2)),
            backgroundColor:
              colorIn(layer, 'backgroundColor') ?? (type === 'subtitle' ? '#00000080' : '#D02A42'),
          },
        },
      ];
    case 'fill-color':
    case 'pause':
      return [rectangle(colorIn(layer, 'color') ?? '#000000')];
    case 'linear-gradient':
    case 'radial-gradient':
    case 'rainbow-colors':
      if (type === 'rainbow-colors')
        layer.differs('type', 'rainbow-colors is carried over as a still gradient');
      return [rectangle(gradientOf(layer, type))];
    case 'audio':
    case 'detached-audio':
      return [{ type: 'audio', source: sourceOf(layer, 'path'), volume: layer.number('mixVolume') }];
    default:
      layer.cannotCarryOver(type, 'layer');
      return [];
  }
};
