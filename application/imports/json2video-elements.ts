import { ANCHORS } from './anchors.js';
import { type DraftClip, sourceOf } from './imported.js';
import { type JsonObject, present } from './json-object.js';
import type { Reader } from './reader.js';
import { table } from './table.js';
import { colorIn, ms } from './units.js';

// The elements of JSON2Video: https://json2video.com/docs/v2/reference/json-syntax

/** A movie or one of its scenes on the timeline of the video. */
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

/** The clips of the elements of a scene or of the movie. @param layer the `z` of the first of them */
export const clipsOf = (
  elements: ReadonlyArray<Reader>,
  span: Span,
  layer: number,
): ReadonlyArray<DraftClip> =>
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
