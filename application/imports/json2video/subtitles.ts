import { captionsOver, FILLED_LATER } from '../reading/captions.js';
import { built, carried, type FieldTable } from '../reading/fields.js';
import { type JsonObject, table, each } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';

const STYLES = table({
  'classic-progressive': 'wordByWord',
  ...each('classic classic-one-word boxed-line', 'none'),
  'boxed-word': 'box',
});

/** The letters of words that are not spoken at the moment. */
const LETTERS: FieldTable = {
  'font-url': (settings, name) => {
    settings.shared.fonts.add(settings.source(name), settings.text('font-family'));
    return undefined;
  },
  'font-family': rule.family,
  'font-weight': rule.number('fontWeight'),
  'font-size': rule.number('fontSize', 1, 2000),
  'font-color': rule.color('color'),
  'line-color': rule.color('color'),
  'outline-color': rule.color('strokeColor'),
  'outline-width': rule.number('strokeWidth', 0, 500),
  'shadow-offset': (settings, name) => {
    const offset = settings.number(name) ?? 0;
    const color = settings.color('shadow-color') ?? '#000000';
    return offset > 0 ? { shadow: { x: offset, y: offset, blur: 0, color } } : undefined;
  },
  'all-caps': rule.flag('textTransform', 'uppercase'),
  ...rule.each('keywords replace', rule.left('only a transcription needs it')),
};

const USUAL = { fontFamily: 'Arial', color: '#FFFFFF', strokeColor: '#000000', strokeWidth: 0 };

/**
 * Captions of the whole movie: from a file or text, of a voice, else to be filled by transcription.
 * @param voice the id of the only one that is heard where they are
 */
export const subtitlesOf = (element: Reader, voice: string | undefined): JsonObject => {
  const { canvas } = element.shared;
  const settings = element.child('settings');
  const style = settings.text('style') ?? 'classic';
  const captions = element.text('captions') ?? element.text('src') ?? '';
  element.ignore('language', 'model', 'connection', 'src', 'width', 'height', 'resize', 'position', 'x', 'y');
  const isAutomatic = captions === '';
  if (isAutomatic && voice === undefined) element.differs('type', FILLED_LATER, 'toDo');
  const letters: JsonObject = {
    ...USUAL,
    fontSize: canvas.width * 0.05,
    ...carried(settings, LETTERS),
  };
  const box = settings.color('box-color') ?? '#000000';
  const space = Number(letters['fontSize']) * 0.15;
  const textBackground = { color: box, paddingX: space, paddingY: space };
  const line = style === 'boxed-line' ? { ...letters, textBackground } : letters;
  const spoken = {
    color: settings.color('word-color') ?? '#FFFF00',
    ...(style === 'boxed-word' ? { backgroundColor: box } : {}),
  };
  const most = settings.number('max-words-per-line') ?? (isAutomatic ? 4 : undefined);
  const subtitles = captions.startsWith('http') ? { source: captions } : { content: captions };
  const isFree = settings.text('position') === 'custom';
  const anchor = isFree ? 'topLeft' : (settings.anchor('position') ?? 'bottom');
  const [x, y] = [settings.number('x') ?? 0, settings.number('y') ?? 0];
  const clip = captionsOver([line, spoken], [anchor, canvas.height * 0.1], canvas.width * 0.9, {
    ...(isAutomatic ? { words: voice === undefined ? [] : { from: voice } } : { subtitles }),
    animation: settings.choice('style', STYLES),
    maxWordsInFrame: style === 'classic-one-word' ? 1 : most,
  });
  return isFree ? built(clip, { 'position.x': x, 'position.y': y }) : clip;
};
