import { colorIn } from '../reading/colors.js';
import { type JsonObject, present, presentOrNone } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { isAddress, sourceOf } from '../reading/sources.js';
import { table } from '../reading/table.js';
import { shapeOf } from './shapes.js';
import { textOf, type TextContext } from './texts.js';
import { changing, fillOf, shareOf } from './values.js';

// Elements of a RenderScript: https://creatomate.com/docs/json/elements/common-properties

const FITS = table({ cover: 'cover', contain: 'contain', fill: 'stretch', none: 'none' });

/** What the type of an element adds to its clip. */
export interface Content {
  readonly fields: JsonObject;
  readonly keyframes: ReadonlyArray<JsonObject | undefined>;
  readonly timing: JsonObject;
  readonly fill?: string | JsonObject | undefined;
}

const soundOf = (element: Reader, length: number | undefined): Content => {
  const volume = changing(element, 'volume', 'volume', shareOf, length);
  const fades = presentOrNone({
    fadeIn: element.time('audio_fade_in') || undefined,
    fadeOut: element.time('audio_fade_out') || undefined,
  });
  const speed = shareOf(element.raw('speed'));
  const isMuted = element.flag('muted') === true;
  const played = element.time('trim_duration');
  return {
    fields: { volume: isMuted ? 0 : volume.value, audio: fades },
    keyframes: isMuted ? [] : [volume.keyframes],
    timing: present({
      offset: element.time('trim_start') || undefined,
      speed,
      played,
      loop: element.flag('loop') || undefined,
    }),
  };
};

const isSource = (source: string | undefined): boolean =>
  source !== undefined && (isAddress(source) || source.includes('{{'));

/** A text that shows what is spoken elsewhere: a caption that transcription fills. */
const transcript = (element: Reader, context: TextContext): Content => {
  const { properties, keyframes } = textOf(element, context);
  const {
    content: _content,
    spans: _spans,
    fitText: _fit,
    verticalAlign: _vertical,
    lineHeight: _line,
    textBackground: behind,
    textAlign,
    overflow: _overflow,
    ...letters
  } = properties;
  const spoken = colorIn(element, 'transcript_color');
  element.ignore('transcript_source');
  element.differs(
    'transcript_source',
    'the words are filled by transcription when a render has autoGenerateCaptionWords',
  );
  element.lacks(
    'captions highlight the word that is spoken, in lines that fill their width',
    'transcript_effect',
    'transcript_split',
    'transcript_placement',
    'transcript_maximum_length',
  );
  if (behind !== undefined) element.differs('background_color', 'is not drawn behind captions');
  return {
    fields: {
      type: 'caption',
      captionProperties: present({
        words: [],
        textAlign,
        maxWidth: Math.max(1, (context.frame.width ?? 1080) * 0.9),
        nonHighlightTextProperties: letters,
        highlightTextProperties: { ...letters, ...present({ color: spoken }) },
      }),
    },
    keyframes,
    timing: {},
  };
};

/** What the type of an element adds to its clip; undefined if it cannot be carried over. */
export const contentOf = (element: Reader, context: TextContext): Content | undefined => {
  const { frame, length } = context;
  const kind = element.knownText('type')?.toLowerCase();
  if (kind === 'video' || kind === 'audio' || kind === 'image') {
    if (!isSource(element.text('source'))) {
      const because = element.has('provider')
        ? 'it is generated'
        : element.has('source')
          ? 'its source is not a URL'
          : 'it has no source';
      element.cannotCarryOver(kind, 'element', because);
      return undefined;
    }
    element.ignore('provider');
    const sound = kind === 'image' ? undefined : soundOf(element, length);
    const fit = kind === 'audio' ? {} : { fit: element.choice('fit', FITS) ?? 'cover' };
    return {
      fields: { type: kind, source: sourceOf(element, 'source'), ...fit, ...sound?.fields },
      keyframes: sound?.keyframes ?? [],
      timing: sound?.timing ?? {},
    };
  }
  if (kind === 'text') {
    if (element.has('transcript_source')) return transcript(element, context);
    const { properties, keyframes } = textOf(element, context);
    return { fields: { type: 'text', textProperties: properties }, keyframes, timing: {} };
  }
  if (kind === 'shape') {
    const { fields, keyframes, fill } = shapeOf(element, frame, length);
    return { fields: { type: 'shape', ...fields }, keyframes, timing: {}, fill };
  }
  if (kind === 'composition') {
    const fill = fillOf(element, length);
    return {
      fields: { type: 'group', clip: element.flag('clip') || undefined },
      keyframes: [],
      timing: {},
      fill: fill.gradient ?? fill.value,
    };
  }
  element.cannotCarryOver(kind, 'element');
  return undefined;
};
