import type { Anchor } from '../../../domain/composition/fields/place.js';
import { anchorFractions } from '../../../domain/composition/geometry/anchors.js';
import { behindLines, captionClip, FILLED_LATER, SPOKEN } from '../reading/captions.js';
import { carried, type FieldTable, rectangle } from '../reading/fields.js';
import { type JsonObject, present } from '../reading/json-object.js';
import { wordWidth } from '../reading/letter-widths.js';
import { HORIZONTAL, VERTICAL } from '../reading/places.js';
import type { Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';
import { FONT, shadow, sidesOf, statedSize, stroke } from './texts.js';

const CAPTION: FieldTable = {
  font: rule.inside({ ...FONT, stroke: rule.color('strokeColor'), strokeWidth: rule.number('strokeWidth') }),
  background: rule.inside({ ...behindLines('color', 'padding', 'borderRadius'), wrap: rule.unseen }),
  style: rule.inside({ letterSpacing: rule.positive('letterSpacing'), textTransform: rule.textCase }),
};

const RICH_CAPTION: FieldTable = {
  ...CAPTION,
  background: (asset, name, context) =>
    asset.child(name).flag('wrap') === true ? CAPTION['background']?.(asset, name, context) : undefined,
  stroke,
  shadow,
  border: (asset, name) => {
    asset.child(name).ignore('color', 'opacity', 'radius');
    return asset.child(name).number('width') ? asset.differs(name, 'the words have no border') : undefined;
  },
};

const ACTIVE: FieldTable = {
  font: rule.inside({ ...FONT, background: rule.color('backgroundColor') }),
  stroke,
  shadow,
};

/** Files that are shown as they are; what is said in others is transcribed. */
const MEDIA_FILE = /\.(mp4|mov|webm|m4v|mkv|mp3|wav|m4a|flac|aac|ogg|opus)(\?|$)/i;

/**
 * The words of a caption: from a subtitle file, of a voice, else to be filled by transcription.
 * @param voices the ids of clips that speak texts, by the references to them
 */
const wordsOf = (asset: Reader, voices: ReadonlyMap<string, string>): JsonObject => {
  const source = asset.text('src') ?? '';
  const from = voices.get(source);
  if (from !== undefined) return { words: { from } };
  const isSpoken = source === '' || source.startsWith('alias://') || MEDIA_FILE.test(source);
  if (!isSpoken) return { subtitles: { source: asset.source('src') } };
  asset.differs('src', FILLED_LATER, 'toDo');
  return { words: [] };
};

/** How the words look and move, and those that are spoken. */
const styled = (
  asset: Reader,
  letters: JsonObject,
  width: number,
  place: JsonObject,
  voices: ReadonlyMap<string, string>,
): JsonObject =>
  captionClip(letters, carried(asset.child('active'), ACTIVE), {
    ...place,
    'timeFrame.offset': asset.time('trim') || undefined,
    'captionProperties.maxWidth': width,
    captionProperties: present({
      ...wordsOf(asset, voices),
      textAlign: asset.child('align').choice('horizontal', HORIZONTAL) ?? 'center',
      animation: asset.child('animation').choice('style', SPOKEN),
    }),
  });

/** Captions, which lie within margins of the canvas. */
export const captionOf = (asset: Reader, z: number, voices: ReadonlyMap<string, string>): JsonObject => {
  const { canvas } = asset.shared;
  const margin = asset.child('margin');
  const side = (name: string, otherwise: number) => margin.number(name) ?? otherwise;
  const [start, end] = [side('left', 0.1) * canvas.width, side('right', 0.1) * canvas.width];
  const top = side('top', 0.8) * canvas.height;
  const defaults = { fontFamily: 'Open Sans', fontSize: 16, color: '#FFFFFF' };
  const letters = { ...defaults, ...carried(asset, CAPTION) };
  const width = Math.max(1, canvas.width - start - end);
  const least = letters.fontSize * 3;
  const size = { width, height: Math.max(least, canvas.height - top) };
  const position = { z, x: start, y: Math.min(top, canvas.height - least) };
  return styled(asset, letters, width, { size, position }, voices);
};

/** The box of a clip with rich captions, unless it wraps the words. */
const boxBehind = (background: Reader, size: object): JsonObject | undefined => {
  const fill = background.flag('wrap') === true ? undefined : background.opaque('color');
  if (fill === undefined) return undefined;
  background.differs('color', 'is also seen while nothing is said');
  return { ...rectangle(size, fill), 'effects.borderRadius': background.number('borderRadius') };
};

/** The height of a line of captions, as a factor of the size of their font. */
const LINE_HEIGHT = 1.2;
/** Most lines for which words are shown at once: longer pages end at pauses. */
const LINES = 2;

/**
 * Rich captions, which lie in the box of their clip and fill nine tenths of its width if it has no padding.
 */
export const richCaptionOf = (
  clip: Reader,
  asset: Reader,
  anchor: Anchor,
  voices: ReadonlyMap<string, string>,
): JsonObject => {
  const defaults = { fontFamily: 'Roboto', fontSize: 24, color: '#FFFFFF' };
  const letters = { ...defaults, ...carried(asset, RICH_CAPTION) };
  const { width, height } = statedSize(clip);
  const [top = 0, right = 0, bottom = 0, left = 0] = asset.isObject('padding')
    ? sidesOf(asset.child('padding'))
    : Array<number>(4).fill(asset.number('padding') ?? 0);
  const beside = left + right > 0 ? left : width * 0.05;
  const across = Math.max(1, left + right > 0 ? width - left - right : width * 0.9);
  const room = Math.max(1, height - top - bottom);
  const lines = Math.max(1, Math.min(LINES, Math.floor(room / (letters.fontSize * LINE_HEIGHT))));
  const at = anchorFractions(anchor);
  const words = Math.max(1, Math.floor((lines * across) / wordWidth(letters)));
  const place = {
    size: { width: across, height: room },
    shift: { x: beside - (width - across) * at.x, y: top - (height - room) * at.y },
    behind: boxBehind(asset.child('background'), { width, height }),
    'captionProperties.maxWordsInFrame': words,
    'captionProperties.verticalAlign': asset.child('align').choice('vertical', VERTICAL) ?? 'middle',
  };
  return styled(asset, letters, across, place, voices);
};
