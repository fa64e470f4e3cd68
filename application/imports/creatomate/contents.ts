import { carriedIn, type Fields, type FieldTable, type FieldRule } from '../reading/fields.js';
import { clamped, same, table } from '../reading/json-object.js';
import { isAddress, type Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';
import { isSpeakable, speechOf } from '../reading/sources.js';
import type { MarkupContext } from './markup.js';
import { shapeFill, shapeOf } from './shapes.js';
import { textOf } from './texts.js';
import { transcriptOf } from './transcripts.js';
import { shareOf, type Timed, varying } from './values.js';

// Elements of a RenderScript: https://creatomate.com/docs/json/elements/common-properties

const FITS = table({ ...same('cover contain none'), fill: 'stretch' });

const volume: FieldRule<Timed> = (element, name, context) =>
  element.flag('muted') === true ? { volume: 0 } : varying('volume', shareOf)(element, name, context);

/** What media adds to its clip. Times are in `timing`, until it is known when the element plays. */
const SOUND: FieldTable<Timed> = {
  muted: rule.flag('volume', 0),
  volume,
  audio_fade_in: rule.time('audio.fadeIn'),
  audio_fade_out: rule.time('audio.fadeOut'),
  speed: rule.to('timing.speed', (element, name) => shareOf(element.raw(name))),
  trim_start: rule.time('timing.offset'),
  trim_duration: rule.time('timing.played'),
  loop: rule.flag('timing.loop'),
  provider: rule.unseen,
};

/** Which part of a picture its box shows, or where the picture lies in it. */
const alignment = (axis: 'x' | 'y'): FieldRule<Timed> =>
  rule.to(`fitAlign.${axis}`, (element, name) => clamped(0, 1, shareOf(element.raw(name)) ?? 0.5));
const PICTURE: FieldTable<Timed> = { x_alignment: alignment('x'), y_alignment: alignment('y') };

/** Whether media is made from its source, which is a text. */
const isMadeFromText = (element: Reader): boolean =>
  element.has('provider') && !isAddress(element.text('source') ?? '');

const isSpeech = (element: Reader): boolean =>
  String(element.peek('type')).toLowerCase() === 'audio' &&
  isMadeFromText(element) &&
  isSpeakable(element.peek('source'));

/** The ids of the elements of a composition that speak texts, by their own ids and names. */
export const voicesIn = (elements: ReadonlyArray<Reader>, prefix: string): ReadonlyMap<unknown, string> =>
  new Map(
    elements.flatMap((element, index) =>
      element.peek('visible') !== false && isSpeech(element)
        ? ['id', 'name'].map((name) => [element.peek(name), `${prefix}${index + 1}`] as const)
        : [],
    ),
  );

const mediaOf = (element: Reader, kind: string, context: MarkupContext): Fields | undefined => {
  const isGenerated = isMadeFromText(element);
  if (kind === 'audio' && isGenerated) {
    const speech = speechOf(element, 'source', 'provider');
    return speech && { ...speech, ...carriedIn(element, SOUND, context) };
  }
  const source = isGenerated ? element.missing('source') : element.source('source');
  const fit = kind === 'audio' ? undefined : (element.choice('fit', FITS) ?? 'cover');
  // Media never reaches beyond its box.
  element.ignore('clip');
  const sound = kind === 'image' ? { provider: rule.unseen } : SOUND;
  const rules = kind === 'audio' ? sound : { ...sound, ...PICTURE };
  return { type: kind, source, fit, ...carriedIn(element, rules, context) };
};

/** What the type of an element adds to its clip, and the paint behind a composition; undefined if it cannot be carried over. */
export const contentOf = (element: Reader, context: MarkupContext): Fields | undefined => {
  const kind = element.knownText('type')?.toLowerCase();
  switch (kind) {
    case 'video':
    case 'audio':
    case 'image':
      return mediaOf(element, kind, context);
    case 'text':
      return element.has('transcript_source')
        ? transcriptOf(element, context)
        : { type: 'text', ...textOf(element, context) };
    case 'shape':
      return { type: 'shape', ...shapeOf(element, context) };
    case 'composition':
      return {
        type: 'group',
        clip: element.flag('clip') || undefined,
        paint: shapeFill(element, context).paint,
      };
    case undefined:
    default:
      return element.cannotCarryOver(kind, 'element');
  }
};
