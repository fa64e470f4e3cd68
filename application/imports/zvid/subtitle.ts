import type { DraftClip } from '../draft.js';
import { behindLines, captionsOver, SPOKEN } from '../reading/captions.js';
import { carried, type FieldTable } from '../reading/fields.js';
import { present } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';

// The subtitle of Zvid: https://docs.zvid.io/docs/structure/subtitle/

/** The words of a text. The time of each is in proportion to its length. Times in ms. */
const wordsIn = (text: string, start: number, end: number, line: number): ReadonlyArray<object> => {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const letters = words.reduce((sum, { length }) => sum + length, 0);
  let before = 0;
  const next = (): number => Math.round(start + (Math.max(0, end - start) * before) / letters);
  return words.map((word) => {
    const from = next();
    before += word.length;
    return { start: from, end: next(), word, line };
  });
};

/** The words of each caption, which may have times of their own. */
const wordsOf = (subtitle: Reader): ReadonlyArray<ReadonlyArray<object>> =>
  subtitle.children('captions').map((caption, line) => {
    const [start, end] = [caption.time('start') ?? 0, caption.time('end') ?? 0];
    const words = caption.children('words');
    const text = caption.text('text') ?? '';
    if (words.length === 0) return wordsIn(text, start, end, line);
    return words.map((word) => {
      const from = word.time('start') ?? start;
      const until = Math.max(from, word.time('end') ?? end);
      return { start: from, end: until, word: word.text('text') ?? '', line };
    });
  });

const STROKE: FieldTable = { width: rule.number('strokeWidth'), color: rule.color('strokeColor') };

const FONT: FieldTable = {
  color: rule.color('color'),
  ...rule.each('fontFamily family', rule.family),
  ...rule.each('fontSize size', rule.number('fontSize', 1, 2000)),
  ...rule.each('isBold bold', rule.flag('fontWeight', 700)),
  ...rule.each('isItalic italic', rule.flag('fontStyle', 'italic')),
  ...rule.each('textTransform transform', rule.textCase),
};

const LETTERS: FieldTable = {
  ...FONT,
  ...behindLines('background', 'backgroundPadding', 'backgroundRadius'),
  outline: rule.inside(STROKE),
  slideDirection: rule.left('words slide up'),
};

/** Of a subtitle that does not have the `styles` of earlier projects. */
const FLAT: FieldTable = {
  font: rule.inside(FONT),
  stroke: rule.inside(STROKE),
  background: rule.inside(behindLines('color', 'padding', 'radius')),
  direction: rule.left('words slide up'),
};

/** The captions of a project. */
export const subtitleOf = (project: Reader): ReadonlyArray<DraftClip> => {
  if (!project.has('subtitle')) return [];
  const subtitle = project.child('subtitle');
  const isFlat = !subtitle.has('styles');
  const styles = isFlat ? subtitle : subtitle.child('styles');
  const mode = isFlat ? 'animation' : 'mode';
  const letters = {
    fontFamily: 'Poppins',
    fontSize: 50,
    color: '#FFFFFF',
    ...carried(styles, isFlat ? FLAT : LETTERS),
  };
  const active = styles.child('activeWord');
  active.lacks('the corners of the background are square', 'radius');
  const anchor = styles.anchor('position') ?? 'bottom';
  const margin = isFlat ? subtitle.child('margin') : styles;
  const down = margin.number(isFlat ? 'y' : 'marginV') ?? 40;
  const across = margin.number(isFlat ? 'x' : 'marginH') ?? 40;
  const captions = wordsOf(subtitle);
  // The words of a caption are shown at once.
  const most = Math.max(1, ...captions.map(({ length }) => length));
  if ((subtitle.number('maxWordsPerLine') ?? most) < most)
    subtitle.differs('maxWordsPerLine', 'lines have as many words as they have room for');
  const width = Math.max(1, project.shared.canvas.width - across * 2);
  const spoken = { color: active.color('color'), backgroundColor: active.color('background') };
  const clip = captionsOver([letters, spoken], [anchor, down], width, {
    ...(subtitle.has('src') ? { subtitles: { source: subtitle.source('src') } } : { words: captions.flat() }),
    ...present({ animation: styles.choice(mode, SPOKEN) }),
    maxWordsInFrame: styles.text(mode) === 'one-word' ? 1 : subtitle.has('src') ? 1000 : most,
  });
  return [{ path: subtitle.path, clip }];
};
