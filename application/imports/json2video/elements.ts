import type { DraftClip } from '../draft.js';
import { built, carried, type Fields, type FieldTable, type FieldRule } from '../reading/fields.js';
import { type Canvas, type JsonObject, present } from '../reading/json-object.js';
import { atAnchor, MARGIN } from '../reading/places.js';
import type { Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';
import { speechOf } from '../reading/sources.js';
import { condition } from '../reading/variables.js';
import { componentOf } from './components.js';
import { lengthIn, movementOf } from './keyframes.js';
import { lookOf } from './pictures.js';
import { subtitlesOf } from './subtitles.js';
import { htmlOf, textOf } from './texts.js';

// The elements of JSON2Video: https://json2video.com/docs/v2/reference/json-syntax

/** What the elements of a movie or a scene are read with. */
export interface VoiceContext {
  /** The ids of the elements that are heard, by their paths. */
  readonly sounds: ReadonlyMap<string, string>;
  /** The id of what an audiogram shows where it is: the only voice that is heard there, or else the only music. */
  readonly sound: string | undefined;
  /** The id of the only voice that is heard where captions are: in the movie, or in a scene. */
  readonly voice: string | undefined;
  /** How long the scene lasts, ms, if that is stated. */
  readonly lasts?: number | undefined;
}

const cornerOf = (element: Reader) => ({
  x: lengthIn(element, 'x', 'width'),
  y: lengthIn(element, 'y', 'height'),
});

const placeOf = (element: Reader, size: JsonObject, canvas: Canvas): JsonObject => {
  const anchor = element.anchor('position');
  if (anchor === undefined) return cornerOf(element);
  element.ignore('x', 'y');
  const isFull = size['width'] === canvas.width && size['height'] === canvas.height;
  return atAnchor(anchor, canvas, isFull ? 0 : MARGIN);
};

/** The box of an element: stated sides, of which one may follow the media; its own size at a place, or the canvas. */
const sizeOf = <A extends string>(element: Reader, canvas: Canvas, follows?: A) => {
  const scale = element.child('scale');
  const [width, height] = (['width', 'height'] as const).map((name) => {
    const given = scale.number(name) ?? lengthIn(element, name, name);
    return given > 0 ? given : undefined;
  });
  const { x, y } = cornerOf(element);
  const isPlaced = x !== 0 || y !== 0 || element.anchor('position');
  const isWhole = width === undefined && height === undefined && (element.has('resize') || !isPlaced);
  const other = isWhole ? undefined : follows;
  return { width: width ?? other ?? canvas.width, height: height ?? other ?? canvas.height };
};

/** A text that is moved down is as high as its lines: with the height of the canvas, it would end below it. */
const placedText = (element: Reader, canvas: Canvas): JsonObject | undefined => {
  const size = sizeOf<never>(element, canvas);
  const isLower = cornerOf(element).y > 0 && element.anchor('position') === undefined;
  return textOf(element, size, isLower && size.height === canvas.height);
};

/** Fields that say how media was generated. They are not needed, because the finished media is used. */
const GENERATED = rule.each('prompt model aspect-ratio connection model-settings', rule.unseen);

const SOUND: FieldTable = {
  volume: rule.number('volume', 0, 10),
  muted: rule.flag('volume', 0),
  'fade-in': rule.time('audio.fadeIn'),
  'fade-out': rule.time('audio.fadeOut'),
};

/** How high waves are if nothing is said: https://json2video.com/docs/v2/api-reference/json-syntax/element/audiogram */
const USUAL_AMPLITUDE = 5;

/** The line of the only sound that is heard where it is. */
const audiogramOf = (element: Reader, clip: string | undefined): JsonObject | undefined => {
  if (clip === undefined)
    return element.cannotCarryOver('audiogram', 'element', 'there is not one sound that it shows');
  if (element.number('amplitude') !== USUAL_AMPLITUDE)
    element.lacks('the loudest moment fills the box', 'amplitude');
  const waveformProperties = present({ clip, style: 'line', color: element.color('color') });
  const size = sizeOf<never>(element, element.shared.canvas);
  return {
    type: 'waveform',
    size,
    waveformProperties,
    ...carried(element, { opacity: rule.number('effects.opacity', 0, 1) }),
  };
};

const sourceOf = (element: Reader): string =>
  element.has('prompt') && !element.has('src') ? element.missing('prompt') : element.source('src');

/** Fields of pictures that sounds do not have. */
const OF_PICTURES = 'position x y width height z-index resize'.split(' ');

/** What the type of an element adds to its clip; undefined if it cannot be carried over. */
const contentOf = (element: Reader, context: VoiceContext): JsonObject | undefined => {
  const { canvas } = element.shared;
  const kind = element.knownText('type')?.toLowerCase();
  const id = context.sounds.get(element.path);
  if (kind === 'audio' || kind === 'voice') element.ignore(...OF_PICTURES);
  switch (kind) {
    case 'video':
    case 'image':
      return {
        type: kind,
        source: sourceOf(element),
        size: sizeOf(element, canvas, 'auto'),
        ...lookOf(element),
        ...carried(element, kind === 'video' ? SOUND : {}),
      };
    case 'audio':
      return { type: kind, id, source: sourceOf(element), ...carried(element, SOUND) };
    case 'voice': {
      const speech = speechOf(element, 'text', 'voice');
      return speech && { ...speech, id, ...carried(element, SOUND) };
    }
    case 'text':
      return placedText(element, canvas);
    case 'component':
      return componentOf(element, sizeOf<never>(element, canvas));
    case 'html':
      return htmlOf(element, sizeOf<never>(element, canvas));
    case 'audiogram':
      return audiogramOf(element, context.sound);
    case 'subtitles':
      return subtitlesOf(element, context.voice);
    case undefined:
    default:
      return element.cannotCarryOver(kind, 'element');
  }
};

/**
 * When an element plays: -1 is the length of its media, -2 that of the scene or movie.
 * @param wait how long it is not seen at first, ms
 */
const timeOf = (element: Reader, type: string, wait: number): JsonObject => {
  const start = element.time('start') ?? 0;
  const given = element.number('duration');
  const length = element.time('duration') ?? 0;
  const extra = element.time('extra-time') ?? 0;
  if (extra > 0) element.differs('extra-time', 'the element is shown during it too');
  const plays = element.number('loop') ?? 0;
  const isMedia = type === 'video' || type === 'audio';
  const least = length > 0 ? 0 : 1;
  const lasts = given === -2 || !isMedia || plays === -1 ? 'video' : 'source';
  return present({
    start: start + (length > 0 ? Math.min(wait, length - 1) : wait),
    end: length > 0 ? start + length + extra : lasts,
    offset: element.time('seek') || undefined,
    loop: plays === -1 ? true : plays > least ? plays : undefined,
  });
};

const fade = (path: string): FieldRule =>
  rule.to(path, (element, name) => {
    const duration = element.time(name) ?? 0;
    return duration > 0 ? { type: 'fade', duration } : undefined;
  });

const ELEMENT: FieldTable = { condition, ...GENERATED };

const PICTURE: FieldTable = {
  rotate: rule.inside({
    angle: rule.number('transform.rotation'),
    speed: rule.left('the element does not turn'),
  }),
  'flip-horizontal': rule.flag('transform.flip.x'),
  'flip-vertical': rule.flag('transform.flip.y'),
  'fade-in': fade('transition.in'),
  'fade-out': fade('transition.out'),
  resize: rule.unseen,
};

/** The clip of an element; none if it cannot be carried over. */
export const clipOf = (element: Reader, context: VoiceContext, above: number): ReadonlyArray<DraftClip> => {
  const { inset, type, ...own } = contentOf(element, context) ?? {};
  element.ignore('id', 'cache', 'comment');
  if (typeof type !== 'string') return [];
  const content: JsonObject = { type, ...own };
  const { start: wait = 0 } = (content['timeFrame'] ?? {}) as { readonly start?: number };
  const timeFrame = timeOf(element, type, wait);
  const shared: Fields = { ...carried(element, ELEMENT), timeFrame };
  const { path } = element;
  if (type === 'audio') return [{ path, clip: built(content, shared) }];
  const z = above + (element.number('z-index') ?? 0) * 1000;
  const place = (content['position'] ??
    placeOf(element, content['size'] as JsonObject, element.shared.canvas)) as JsonObject;
  const shift = { x: 0, y: 0, ...(inset as object) };
  const at = { 'position.x': Number(place['x']) + shift.x, 'position.y': Number(place['y']) + shift.y };
  const moves = [inset ? at : {}, movementOf(element, timeFrame, context.lasts, shift)];
  const look = carried(element, PICTURE);
  return [{ path, clip: built(content, shared, look, { position: place, 'position.z': z }, ...moves) }];
};
