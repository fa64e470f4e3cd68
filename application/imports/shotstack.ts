import * as t from 'io-ts';
import { type Converter, type DraftClip, sourceOf } from './imported.js';
import { type JsonObject, present } from './json-object.js';
import type { Reader } from './reader.js';
import { table } from './table.js';
import { colorOf, even, ms, withOpacity } from './units.js';

// The Edit of Shotstack: https://shotstack.io/docs/api/

const RESOLUTIONS: Readonly<Record<string, readonly [number, number, number]>> = table({
  preview: [512, 288, 15],
  mobile: [640, 360, 25],
  sd: [1024, 576, 25],
  hd: [1280, 720, 25],
  '1080': [1920, 1080, 25],
  '4k': [3840, 2160, 25],
});

interface Canvas {
  readonly width: number;
  readonly height: number;
}

const canvasOf = (output: Reader): Canvas & { readonly fps: number } => {
  const [long, short, rate] = RESOLUTIONS[output.text('resolution') ?? 'hd'] ?? [1280, 720, 25];
  const aspect = output.text('aspectRatio') ?? '16:9';
  const size = output.child('size');
  const byAspect: Readonly<Record<string, readonly [number, number]>> = table({
    '16:9': [long, short],
    '9:16': [short, long],
    '1:1': [short, short],
    '4:5': [even((short * 4) / 5), short],
    '4:3': [even((short * 4) / 3), short],
  });
  const [width, height] = byAspect[aspect] ?? [long, short];
  return {
    width: even(size.number('width') ?? width),
    height: even(size.number('height') ?? height),
    fps: output.number('fps') ?? rate,
  };
};

const SPEEDS: Readonly<Record<string, number>> = table({ Slow: 2000, Fast: 500 });

/** A transition such as `slideLeftFast`, with the nearest type of this format. */
const transitionOf = (transition: Reader, name: 'in' | 'out'): JsonObject | undefined => {
  const given = transition.text(name);
  if (given === undefined || given === 'none') return undefined;
  const [, kind = '', direction, speed] = /^([a-z]+)(Left|Right|Up|Down)?(Slow|Fast)?$/.exec(given) ?? [];
  const duration = SPEEDS[speed ?? ''] ?? 1000;
  const towards = direction?.toLowerCase();
  if (kind === 'fade') return { type: 'fade', duration };
  if (kind === 'zoom') return { type: 'zoom', duration };
  if ((kind === 'wipe' || kind === 'reveal') && given !== 'reveal')
    return { type: 'wipe', duration, direction: towards ?? 'right' };
  if (kind === 'reveal') return { type: 'wipe', duration, direction: 'right' };
  if (kind === 'slide' && towards !== undefined)
    return { type: 'slide', duration, direction: towards, distance: 'canvas' };
  transition.differs(name, `has no equivalent for ${given.slice(0, 50)}: a fade is used`);
  return { type: 'fade', duration };
};

/** Motion that comes near an effect such as `zoomIn` or `slideLeft`. */
const motionOf = (clip: Reader): JsonObject | undefined => {
  const effect = clip.text('effect');
  if (effect === undefined || effect === 'none') return undefined;
  const base = effect.replace(/(Slow|Fast)$/, '');
  const direction = /^slide(Left|Right|Up|Down)$/.exec(base)?.[1]?.toLowerCase();
  if (base !== 'zoomIn' && base !== 'zoomOut' && direction === undefined) {
    clip.differs('effect', `has no equivalent for ${effect.slice(0, 50)}`);
    return undefined;
  }
  clip.differs('effect', 'is carried over as a motion that comes near it');
  const zoomed = { scale: 1.3 };
  if (base === 'zoomIn') return { from: { scale: 1 }, to: zoomed };
  if (base === 'zoomOut') return { from: zoomed, to: { scale: 1 } };
  const axis = direction === 'left' || direction === 'right' ? 'x' : 'y';
  const [from, to] = direction === 'left' || direction === 'up' ? [0, 1] : [1, 0];
  return { from: { ...zoomed, [axis]: from }, to: { ...zoomed, [axis]: to } };
};

const FILTERS: Readonly<Record<string, ReadonlyArray<JsonObject>>> = table({
  blur: [{ type: 'blur', amount: 8 }],
  boost: [
    { type: 'contrast', amount: 1.2 },
    { type: 'saturate', amount: 1.4 },
  ],
  contrast: [{ type: 'contrast', amount: 1.4 }],
  darken: [{ type: 'brightness', amount: 0.7 }],
  greyscale: [{ type: 'grayscale', amount: 1 }],
  lighten: [{ type: 'brightness', amount: 1.3 }],
  muted: [{ type: 'saturate', amount: 0.5 }],
  negative: [{ type: 'invert', amount: 1 }],
});

const effectsOf = (clip: Reader): JsonObject | undefined => {
  const filter = clip.text('filter');
  const filters = filter === undefined || filter === 'none' ? undefined : FILTERS[filter];
  if (filters !== undefined) clip.differs('filter', 'is carried over with strengths that come near it');
  const opacity = clip.number('opacity');
  return opacity === undefined && filters === undefined ? undefined : present({ opacity, filters });
};

const POSITIONS = [
  'topLeft',
  'top',
  'topRight',
  'left',
  'center',
  'right',
  'bottomLeft',
  'bottom',
  'bottomRight',
];

/** Position, size and fit: the picture fills a box that is scaled and placed on the canvas. */
const placeOf = (clip: Reader, z: number, canvas: Canvas, own: Partial<Canvas>): JsonObject => {
  const position = clip.text('position') ?? 'center';
  const anchor = POSITIONS.includes(position) ? position : 'center';
  const offset = clip.child('offset');
  const scale = clip.number('scale') ?? 1;
  const width = (own.width ?? clip.number('width') ?? canvas.width) * scale;
  const height = (own.height ?? clip.number('height') ?? canvas.height) * scale;
  return {
    size: { width, height },
    position: {
      anchor,
      relativeTo: anchor,
      x: (offset.number('x') ?? 0) * canvas.width,
      y: -(offset.number('y') ?? 0) * canvas.height, // Shotstack counts upwards
      z,
    },
  };
};

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

const FADES: Readonly<Record<string, JsonObject>> = table({
  fadeIn: { fadeIn: 2000 },
  fadeOut: { fadeOut: 2000 },
  fadeInFadeOut: { fadeIn: 2000, fadeOut: 2000 },
});

const textOf = (asset: Reader): JsonObject => {
  const [font, alignment, background, stroke] = ['font', 'alignment', 'background', 'stroke'].map(
    asset.child,
  );
  const align = alignment?.text('horizontal') ?? 'center';
  const fill = withOpacity(colorOf(background?.text('color')), background?.number('opacity'));
  const vertical = alignment?.text('vertical') ?? 'center';
  return present({
    content: asset.text('text') ?? '',
    fontFamily: font?.text('family'),
    fontSize: font?.number('size') ?? 32,
    fontWeight: font?.number('weight'),
    lineHeight: font?.number('lineHeight'),
    color: withOpacity(colorOf(font?.text('color')) ?? '#FFFFFF', font?.number('opacity')),
    textAlign: align,
    verticalAlign: vertical === 'center' ? 'middle' : vertical,
    backgroundColor: fill,
    padding: background?.number('padding'),
    strokeColor: colorOf(stroke?.text('color')),
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
const assetOf = (clip: Reader, canvas: Canvas): JsonObject | undefined => {
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
          color: colorOf(asset.text('color')) ?? '#FFFFFF',
          backgroundColor: colorOf(asset.text('background')),
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
      asset.differs(
        'type',
        `${(kind ?? 'nothing').slice(0, 50)} cannot be carried over: the clip was left out`,
      );
      return undefined;
  }
};

/** Fields that the pieces of a clip share before they are put in their places. */
interface Piece extends JsonObject {
  readonly offset?: number;
  readonly speed?: number;
  readonly own?: Partial<Canvas>;
}

/** Converts an Edit. The first track is in front. */
export const shotstack: Converter = (project) => {
  const [timeline, output] = [project.child('timeline'), project.child('output')];
  const { fps, ...canvas } = canvasOf(output);
  output.ignore(
    'format',
    'quality',
    'destinations',
    'poster',
    'thumbnail',
    'range',
    'repeat',
    'mute',
    'scaleTo',
  );
  project.ignore('callback', 'disk', 'instance');
  timeline.ignore('cache');
  const tracks = timeline.children('tracks');
  const clips: Array<DraftClip> = [];
  let end = 0;

  for (const [index, track] of tracks.entries()) {
    let trackEnd = 0;
    for (const clip of track.children('clips')) {
      const piece = assetOf(clip, canvas) as Piece | undefined;
      const length = clip.read('length', t.union([t.number, t.string]));
      const start = clip.read('start', t.union([t.number, t.string]));
      const startMs = typeof start === 'number' ? ms(start) : trackEnd;
      const endsAt =
        typeof length === 'number' ? startMs + ms(length) : length === 'end' ? 'video' : 'source';
      if (endsAt === 'source')
        clip.differs('length', 'follows the media; clips that start after it do not follow');
      if (typeof endsAt === 'number') trackEnd = endsAt;
      end = Math.max(end, trackEnd);
      if (piece === undefined) continue;
      const { offset, speed, own = {}, ...rest } = piece;
      const transition = clip.child('transition');
      const rotation = clip.child('transform').child('rotate').number('angle');
      const moves = present({ in: transitionOf(transition, 'in'), out: transitionOf(transition, 'out') });
      const timed = present({ start: startMs, end: endsAt, offset, speed });
      const picture =
        rest['type'] === 'audio'
          ? {}
          : present({
              ...placeOf(clip, tracks.length - index, canvas, present({ ...own }) as Partial<Canvas>),
              transform: rotation === undefined ? undefined : { rotation },
              effects: effectsOf(clip),
              motion: rest['type'] === 'text' ? undefined : motionOf(clip),
              transition: Object.keys(moves).length === 0 ? undefined : moves,
            });
      clips.push({ path: clip.path, clip: { ...rest, ...picture, timeFrame: timed } });
    }
  }

  const soundtrack = timeline.child('soundtrack');
  const music = timeline.has('soundtrack')
    ? present({
        source: sourceOf(soundtrack, 'src'),
        volume: soundtrack.number('volume'),
        ...FADES[soundtrack.text('effect') ?? ''],
      })
    : undefined;
  return {
    metadata: {
      name: 'Imported from Shotstack',
      duration: end > 0 ? end : 'auto',
      fps,
      canvas,
      backgroundColor: colorOf(timeline.text('background')),
      soundtrack: music,
      fonts: undefined,
    },
    clips,
  };
};
