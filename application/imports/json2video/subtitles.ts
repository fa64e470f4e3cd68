import { colorIn } from '../reading/colors.js';
import { type JsonObject, present } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { sourceOf } from '../reading/sources.js';
import { table } from '../reading/table.js';
import type { ElementContext } from './context.js';

const STYLES: Readonly<Record<string, string>> = table({
  classic: 'none',
  'classic-progressive': 'wordByWord',
  'classic-one-word': 'none',
  'boxed-line': 'none',
  'boxed-word': 'box',
});

const ANCHORS = table({
  'top-left': 'topLeft',
  'top-center': 'top',
  'top-right': 'topRight',
  'center-left': 'left',
  'center-center': 'center',
  'center-right': 'right',
  'mid-bottom-center': 'bottom',
  'mid-top-center': 'top',
  'bottom-left': 'bottomLeft',
  'bottom-center': 'bottom',
  'bottom-right': 'bottomRight',
  custom: 'topLeft',
});

/** The letters of words that are not spoken at the moment. */
const lettersOf = (
  settings: Reader,
  { canvas, fonts }: ElementContext,
): JsonObject & { readonly fontSize: number } => {
  const offset = settings.number('shadow-offset') ?? 0;
  const shadowColor = colorIn(settings, 'shadow-color') ?? '#000000';
  if (settings.has('font-url')) fonts.add(sourceOf(settings, 'font-url'), settings.text('font-family'));
  return {
    ...present({
      ...fonts.fields(settings.text('font-family') ?? 'Arial', (message) =>
        settings.differs('font-family', message),
      ),
      fontWeight: settings.number('font-weight'),
      color: colorIn(settings, 'line-color') ?? colorIn(settings, 'font-color') ?? '#FFFFFF',
      strokeColor: colorIn(settings, 'outline-color') ?? '#000000',
      strokeWidth: settings.number('outline-width') ?? 0,
      shadow: offset > 0 ? { x: offset, y: offset, color: shadowColor } : undefined,
      textTransform: settings.flag('all-caps') === true ? 'uppercase' : undefined,
    }),
    fontSize: settings.numberIn('font-size', 1, 2000) ?? canvas.width * 0.05,
  };
};

const placeOf = (settings: Reader, { canvas }: ElementContext): JsonObject => {
  const anchor = settings.choice('position', ANCHORS) ?? 'bottom';
  const [x, y] = [settings.number('x') ?? 0, settings.number('y') ?? 0];
  if (settings.text('position') === 'custom') return { x, y };
  const margin = anchor.startsWith('bottom') ? -0.1 : anchor.startsWith('top') ? 0.1 : 0;
  return { anchor, relativeTo: anchor, x: 0, y: margin * canvas.height };
};

/** Captions of the whole movie: from a file or text, else to be filled by transcription. */
export const subtitlesOf = (element: Reader, context: ElementContext): JsonObject => {
  const settings = element.child('settings');
  const style = settings.text('style') ?? 'classic';
  const captions = element.text('captions') ?? element.text('src') ?? '';
  element.ignore('language', 'model', 'connection', 'src', 'width', 'height', 'resize', 'position', 'x', 'y');
  settings.lacks('only a transcription needs it', 'keywords', 'replace');
  const isAutomatic = captions === '';
  if (isAutomatic)
    element.differs(
      'type',
      'the subtitles are filled by transcription when a render has autoGenerateCaptionWords',
    );
  const letters = lettersOf(settings, context);
  const box = { backgroundColor: colorIn(settings, 'box-color') ?? '#000000' };
  const line = { ...letters, ...(style === 'boxed-line' ? box : {}) };
  const spoken = {
    color: colorIn(settings, 'word-color') ?? '#FFFF00',
    ...(style === 'boxed-word' ? box : {}),
  };
  const most = settings.number('max-words-per-line') ?? (isAutomatic ? 4 : undefined);
  const subtitles = captions.startsWith('http') ? { source: captions } : { content: captions };
  const width = context.canvas.width * 0.9;
  return {
    type: 'caption',
    size: { width, height: letters.fontSize * 3 },
    at: placeOf(settings, context),
    captionProperties: present({
      ...(isAutomatic ? { words: [] } : { subtitles }),
      animation: settings.choice('style', STYLES),
      maxWidth: width,
      maxWordsInFrame: style === 'classic-one-word' ? 1 : most,
      nonHighlightTextProperties: line,
      highlightTextProperties: { ...line, ...spoken },
    }),
  };
};
