import type { DraftClip } from '../draft.js';
import { htmlClip } from '../html/html-clip.js';
import { colorIn } from '../reading/colors.js';
import { type JsonObject, present, presentOrNone } from '../reading/json-object.js';
import { keyframeList } from '../reading/keyframes.js';
import type { Reader } from '../reading/reader.js';
import { sourceOf } from '../reading/sources.js';
import { table } from '../reading/table.js';
import { whenOf } from '../reading/variables.js';
import type { ElementContext } from './context.js';
import { componentOf } from './components.js';
import { subtitlesOf } from './subtitles.js';
import { textOf } from './texts.js';
import { placeOf, sizeOf, rotationOf, motionOf, looksOf, cropOf } from './pictures.js';

// The elements of JSON2Video: https://json2video.com/docs/v2/reference/json-syntax

const FITS = table({ cover: 'cover', fit: 'contain', contain: 'contain', fill: 'stretch' });

const soundOf = (element: Reader): JsonObject => ({
  volume: element.flag('muted') === true ? 0 : element.numberIn('volume', 0, 10),
});

const html = (
  element: Reader,
  { canvas, fonts }: ElementContext,
  size: JsonObject,
): JsonObject | undefined => {
  element.lacks('a web page is not drawn', 'src');
  element.ignore('wait');
  element.lacks('classes of Tailwind have no effect', 'tailwindcss');
  const drawn = htmlClip(element.text('html') ?? '', '', {
    canvas,
    fonts,
    width: Number(size['width']),
    height: Number(size['height']),
    base: { 'font-family': 'Arial', 'font-size': '16px', color: '#000000' },
    align: 'left',
    verticalAlign: 'top',
    differs: (message) => element.differs('html', message),
  });
  return drawn?.fields;
};

/** What the type of an element adds to its clip; undefined if it cannot be carried over. */
const contentOf = (element: Reader, context: ElementContext): JsonObject | undefined => {
  const { canvas } = context;
  const kind = element.knownText('type')?.toLowerCase();
  const isMedia = kind === 'video' || kind === 'image';
  if (element.has('prompt') && !element.has('src')) {
    element.cannotCarryOver(kind, 'element', 'its media is generated from a prompt');
    return undefined;
  }
  if (isMedia && !element.has('src')) {
    element.cannotCarryOver(kind, 'element', 'it has no src');
    return undefined;
  }
  element.ignore('prompt', 'model', 'aspect-ratio', 'connection', 'model-settings');
  const size = kind === 'audio' ? {} : sizeOf(element, canvas, isMedia);
  switch (kind) {
    case 'video':
    case 'image':
      cropOf(element);
      return {
        type: kind,
        source: sourceOf(element, 'src'),
        ...(kind === 'video' ? soundOf(element) : {}),
        fit: element.choice('resize', FITS) ?? 'cover',
        size,
        motion: motionOf(element),
        effects: looksOf(element),
      };
    case 'audio':
      return { type: kind, source: sourceOf(element, 'src'), ...soundOf(element) };
    case 'text':
      return textOf(element, size, context);
    case 'component':
      return componentOf(element, size, context);
    case 'html':
      return html(element, context, size);
    case 'audiogram':
      element.lacks('the wave fills its box', 'amplitude');
      if (!element.has('src')) break;
      return {
        type: 'waveform',
        size,
        waveformProperties: {
          source: sourceOf(element, 'src'),
          style: 'line',
          color: colorIn(element, 'color') ?? '#FFFFFF',
        },
        effects: { opacity: element.numberIn('opacity', 0, 1) ?? 0.5 },
      };
    case 'subtitles':
      return subtitlesOf(element, context);
    case 'voice':
      element.cannotCarryOver(kind, 'element', 'the speech is generated. Add a recording as an audio clip');
      return undefined;
    case undefined:
    default:
  }
  element.cannotCarryOver(kind, 'element');
  return undefined;
};

/** When an element plays: -1 is the length of its media, -2 that of the scene or movie. */
const timeOf = (element: Reader, type: string): JsonObject => {
  const start = element.time('start') ?? 0;
  const given = element.number('duration');
  const length = element.time('duration');
  const extra = element.time('extra-time') ?? 0;
  if (extra > 0) element.differs('extra-time', 'the element is shown during it too');
  const seek = element.time('seek') || undefined;
  const loop = element.number('loop');
  const isMedia = type === 'video' || type === 'audio';
  if (length !== undefined && length > 0)
    return present({
      start,
      end: start + length + extra,
      offset: seek,
      loop: loop === -1 ? true : loop && loop > 0 ? loop : undefined,
    });
  const fillsScene = given === -2 || !isMedia || loop === -1;
  return present({
    start,
    end: fillsScene ? 'video' : 'source',
    offset: seek,
    loop: loop === -1 ? true : loop && loop > 1 ? loop : undefined,
  });
};

/** The clip of an element; none if it cannot be carried over. */
export const clipOf = (element: Reader, context: ElementContext): ReadonlyArray<DraftClip> => {
  const content = contentOf(element, context);
  element.ignore('id', 'cache', 'comment');
  if (content === undefined) return [];
  const own = element.child('variables');
  for (const name of own.names())
    own.differs(name, 'is a variable of one element: its placeholder is not filled in');
  const type = String(content['type']);
  const timeFrame = timeOf(element, type);
  const fades = { in: element.time('fade-in'), out: element.time('fade-out') };
  const audio = presentOrNone({ fadeIn: fades.in || undefined, fadeOut: fades.out || undefined });
  const when = whenOf(element.text('condition'), (message) => element.differs('condition', message));
  const z = context.z + (element.number('z-index') ?? 0) * 1000;
  if (type === 'audio') {
    element.ignore('position', 'x', 'y', 'width', 'height', 'z-index', 'resize');
    return [{ path: element.path, clip: { ...content, audio, timeFrame, when } }];
  }
  const fade = (duration: number | undefined) => (duration ? { type: 'fade', duration } : undefined);
  const turned = rotationOf(element);
  const flip = presentOrNone({ x: element.flag('flip-horizontal'), y: element.flag('flip-vertical') });
  element.ignore('resize');
  const { at, ...fields } = content;
  return [
    {
      path: element.path,
      clip: {
        ...fields,
        ...(type === 'video' ? { audio } : {}),
        timeFrame,
        when,
        position:
          at === undefined
            ? placeOf(element, fields['size'] as JsonObject, z, context.canvas)
            : { ...(at as JsonObject), z },
        transform: presentOrNone({ rotation: turned.rotation, flip }),
        keyframes: keyframeList(turned.keyframes),
        transition: presentOrNone({ in: fade(fades.in), out: fade(fades.out) }),
      },
    },
  ];
};
