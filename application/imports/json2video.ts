import * as t from 'io-ts';
import { ANCHORS } from './anchors.js';
import { type Converter, type DraftClip, sourceOf } from './imported.js';
import { type JsonObject, present } from './json-object.js';
import type { Reader } from './reader.js';
import { table } from './table.js';
import { variablesOf } from './template-variables.js';
import { colorIn, even, ms } from './units.js';

// The movie of JSON2Video: https://json2video.com/docs/v2/reference/json-syntax

const SIZES: Readonly<Record<string, readonly [number, number]>> = table({
  sd: [640, 360],
  hd: [1280, 720],
  'full-hd': [1920, 1080],
  squared: [1080, 1080],
  'instagram-story': [1080, 1920],
  'instagram-feed': [1080, 1080],
  'twitter-landscape': [1200, 676],
  'twitter-portrait': [1080, 1350],
});

/** How long a scene lasts whose length depends on its media. */
const UNKNOWN_MS = 5000;

interface Span {
  readonly startMs: number;
  /** Undefined for the movie itself: its elements last until the end of the video. */
  readonly lengthMs: number | undefined;
}

const textOf = (element: Reader): JsonObject => {
  const settings = element.child('settings');
  element.ignore('style');
  const px = (name: string): number | undefined => {
    const value = Number.parseFloat(settings.text(name) ?? '');
    return Number.isFinite(value) ? value : undefined;
  };
  const vertical = settings.text('vertical-position') ?? 'center';
  return present({
    content: element.text('text') ?? '',
    fontFamily: settings.text('font-family'),
    fontSize: px('font-size') ?? 48,
    fontWeight: Number(settings.text('font-weight')) || undefined,
    color: colorIn(settings, settings.has('font-color') ? 'font-color' : 'color') ?? '#FFFFFF',
    textAlign: settings.text('text-align') ?? settings.text('horizontal-position') ?? 'center',
    verticalAlign: vertical === 'center' ? 'middle' : vertical,
    backgroundColor: colorIn(settings, 'background-color'),
  });
};

const FITS: Readonly<Record<string, string>> = table({
  cover: 'cover',
  fit: 'contain',
  contain: 'contain',
  fill: 'stretch',
});

const contentOf = (element: Reader): JsonObject | undefined => {
  const kind = element.text('type');
  const volume = element.flag('muted') ? 0 : element.number('volume');
  switch (kind) {
    case 'video':
      return {
        type: kind,
        source: sourceOf(element, 'src'),
        volume,
        fit: FITS[element.text('resize') ?? 'cover'],
      };
    case 'audio':
      return { type: kind, source: sourceOf(element, 'src'), volume };
    case 'image':
      return { type: kind, source: sourceOf(element, 'src'), fit: FITS[element.text('resize') ?? 'cover'] };
    case 'text':
      return { type: kind, textProperties: textOf(element) };
    case undefined:
    default:
      element.cannotCarryOver(kind, 'element');
      return undefined;
  }
};

/** Zoom from -10 to 10, and pan: a motion that comes near them. */
const motionOf = (element: Reader): JsonObject | undefined => {
  const zoom = element.number('zoom') ?? 0;
  if (zoom === 0) return undefined;
  element.differs('zoom', 'is carried over as a motion that comes near it');
  const zoomed = { scale: 1 + Math.min(10, Math.abs(zoom)) / 10 };
  return zoom > 0 ? { from: { scale: 1 }, to: zoomed } : { from: zoomed, to: { scale: 1 } };
};

const placeOf = (element: Reader, z: number): JsonObject => {
  const position = element.text('position') ?? 'custom';
  const anchor = ANCHORS[position];
  const [width, height] = [element.number('width') ?? -1, element.number('height') ?? -1];
  return {
    size: { width: width > 0 ? width : '100%', height: height > 0 ? height : '100%' },
    position:
      anchor === undefined
        ? { x: element.number('x') ?? 0, y: element.number('y') ?? 0, z }
        : { anchor, relativeTo: anchor, z },
  };
};

/** The end of an element whose duration is -1 (the media's) or -2 (the container's). */
const endOf = (element: Reader, start: number, { startMs, lengthMs }: Span): number | string => {
  const duration = element.number('duration') ?? -2;
  if (duration >= 0) return start + ms(duration);
  if (duration === -1 && element.has('src')) return 'source';
  return lengthMs === undefined ? 'video' : startMs + lengthMs;
};

const clipsOf = (elements: ReadonlyArray<Reader>, span: Span, layer: number): ReadonlyArray<DraftClip> =>
  elements.flatMap((element, index) => {
    const start = span.startMs + ms(element.number('start') ?? 0);
    const content = contentOf(element);
    element.ignore('id', 'cache', 'comment');
    if (content === undefined) return [];
    const end = endOf(element, start, span);
    const fades = { in: element.number('fade-in'), out: element.number('fade-out') };
    const seek = element.number('seek');
    const isSound = content['type'] === 'audio';
    const transition = present({
      in: fades.in ? { type: 'fade', duration: ms(fades.in) } : undefined,
      out: fades.out ? { type: 'fade', duration: ms(fades.out) } : undefined,
    });
    const audio = present({
      fadeIn: fades.in ? ms(fades.in) : undefined,
      fadeOut: fades.out ? ms(fades.out) : undefined,
    });
    const picture = isSound
      ? { audio: Object.keys(audio).length === 0 ? undefined : audio }
      : {
          ...placeOf(element, layer + (element.number('z-index') ?? 0) * 1000 + index),
          motion: content['type'] === 'text' ? undefined : motionOf(element),
          transition: Object.keys(transition).length === 0 ? undefined : transition,
        };
    const timeFrame = present({
      start,
      end,
      offset: seek === undefined ? undefined : ms(seek),
      loop: element.has('loop') ? (element.number('loop') ?? 0) < 0 || undefined : undefined,
    });
    return [{ path: element.path, clip: present({ ...content, ...picture, timeFrame }) }];
  });

/** The length of a scene: its own, or that of its elements as far as it is known. */
const lengthOf = (scene: Reader, elements: ReadonlyArray<Reader>): number => {
  const own = scene.number('duration') ?? -1;
  if (own > 0) return ms(own);
  const ends = elements.map(
    (element) => (element.number('start') ?? 0) + Math.max(0, element.number('duration') ?? 0),
  );
  const known = Math.max(0, ...ends);
  if (known > 0) return ms(known);
  scene.differs('duration', `depends on the media: ${UNKNOWN_MS / 1000} s are assumed`);
  return UNKNOWN_MS;
};

/** Converts a movie. Scenes follow each other. */
export const json2video: Converter = (movie, note) => {
  const [width, height] = SIZES[movie.text('resolution') ?? 'sd'] ?? [640, 360];
  movie.ignore('quality', 'cache', 'id', 'comment', 'client-data', 'draft', 'exports', 'project');
  const clips: Array<DraftClip> = [];
  let startMs = 0;
  for (const [index, scene] of movie.children('scenes').entries()) {
    const elements = scene.children('elements');
    const lengthMs = lengthOf(scene, elements);
    scene.ignore('id', 'cache', 'comment');
    const fill = colorIn(scene, 'background-color');
    const timeFrame = { start: startMs, end: startMs + lengthMs };
    if (fill !== undefined)
      clips.push({
        path: `${scene.path}.background-color`,
        clip: {
          type: 'shape',
          timeFrame,
          size: { width: '100%', height: '100%' },
          shapeProperties: { shape: 'rectangle', fill },
        },
      });
    if (scene.has('transition') && index > 0)
      scene.differs('transition', 'between scenes is carried over as a cut');
    scene.ignore('transition');
    clips.push(...clipsOf(elements, { startMs, lengthMs }, 1));
    startMs += lengthMs;
  }
  clips.push(...clipsOf(movie.children('elements'), { startMs: 0, lengthMs: undefined }, 100_000));
  return {
    metadata: {
      name: 'Imported from JSON2Video',
      duration: startMs > 0 ? startMs : UNKNOWN_MS,
      fps: movie.number('fps') ?? 25,
      canvas: { width: even(movie.number('width') ?? width), height: even(movie.number('height') ?? height) },
    },
    clips,
    variables: variablesOf(
      Object.entries(movie.read('variables', t.UnknownRecord) ?? {}).map(([name, value]) => ({
        name,
        value,
        path: `variables.${name}`,
      })),
      note,
    ),
  };
};
