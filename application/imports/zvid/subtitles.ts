import type { DraftClip } from '../draft.js';
import { captionsOver, SPOKEN } from '../reading/captions.js';
import { carried, type FieldTable } from '../reading/fields.js';
import { family } from '../reading/fonts.js';
import { present } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';

/** The words of captions; a caption without words is one. */
const wordsOf = (subtitle: Reader): ReadonlyArray<object> =>
  subtitle.children('captions').flatMap((caption, line) => {
    const [start, end] = [caption.time('start') ?? 0, caption.time('end') ?? 0];
    const words = caption.children('words');
    const text = caption.text('text') ?? '';
    if (words.length === 0)
      return text === '' ? [] : [{ start, end: Math.max(start, end), word: text, line }];
    return words.map((word) => {
      const from = word.time('start') ?? start;
      const until = Math.max(from, word.time('end') ?? end);
      return { start: from, end: until, word: word.text('text') ?? '', line };
    });
  });

const LETTERS: FieldTable = {
  fontFamily: family,
  fontSize: rule.number('fontSize', 1, 2000),
  isBold: rule.flag('fontWeight', 700),
  isItalic: rule.flag('fontStyle', 'italic'),
  color: rule.color('color'),
  background: rule.color('backgroundColor'),
  backgroundPadding: rule.number('padding'),
  outline: rule.inside({ width: rule.number('strokeWidth'), color: rule.color('strokeColor') }),
  textTransform: rule.textCase,
  backgroundRadius: rule.left('the corners of the background are square'),
  slideDirection: rule.left('words slide up'),
};

/** The captions of a project, as a clip. */
export const subtitleOf = (project: Reader): ReadonlyArray<DraftClip> => {
  if (!project.has('subtitle')) return [];
  const subtitle = project.child('subtitle');
  const styles = subtitle.child('styles');
  const letters = {
    fontFamily: 'Poppins',
    fontSize: 50,
    color: '#FFFFFF',
    ...carried(styles, LETTERS, undefined),
  };
  const active = styles.child('activeWord');
  active.lacks('the corners of the background are square', 'radius');
  const anchor = styles.anchor('position') ?? 'bottom';
  const [down, across] = [styles.number('marginV') ?? 40, styles.number('marginH') ?? 40];
  const width = Math.max(1, project.shared.canvas.width - across * 2);
  const spoken = { color: active.color('color'), backgroundColor: active.color('background') };
  const clip = captionsOver([letters, spoken], [anchor, down], width, {
    ...(subtitle.has('src')
      ? { subtitles: { source: subtitle.source('src') } }
      : { words: wordsOf(subtitle) }),
    ...present({ animation: styles.choice('mode', SPOKEN) }),
    maxWordsInFrame: styles.text('mode') === 'one-word' ? 1 : 1000,
  });
  return [{ path: subtitle.path, clip }];
};
