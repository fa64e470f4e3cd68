import type { DraftClip } from '../draft.js';
import { colorIn } from '../reading/colors.js';
import { present } from '../reading/json-object.js';
import { sourceOf } from '../reading/sources.js';
import type { Reader } from '../reading/reader.js';
import { table } from '../reading/table.js';
import type { VisualContext } from './contents.js';

const MODES = table({
  normal: 'none',
  none: 'none',
  'one-word': 'none',
  karaoke: 'karaoke',
  highlight: 'none',
  progressive: 'wordByWord',
  fill: 'karaoke',
  pop: 'pop',
  bounce: 'bounce',
  fade: 'none',
  typewriter: 'wordByWord',
  slide: 'slide',
});

const ANCHORS = table({
  'top-left': 'topLeft',
  'top-center': 'top',
  'top-right': 'topRight',
  'center-left': 'left',
  'center-center': 'center',
  'center-right': 'right',
  'bottom-left': 'bottomLeft',
  'bottom-center': 'bottom',
  'bottom-right': 'bottomRight',
});

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
      return {
        start: from,
        end: Math.max(from, word.time('end') ?? end),
        word: word.text('text') ?? '',
        line,
      };
    });
  });

/** The captions of a project, as a clip. */
export const subtitleOf = (project: Reader, { canvas, fonts }: VisualContext): ReadonlyArray<DraftClip> => {
  if (!project.has('subtitle')) return [];
  const subtitle = project.child('subtitle');
  const styles = subtitle.child('styles');
  const size = styles.numberIn('fontSize', 1, 2000) ?? 50;
  const active = styles.child('activeWord');
  const outline = styles.child('outline');
  const mode = styles.text('mode') ?? 'normal';
  const letters = present({
    ...fonts.fields(styles.text('fontFamily') ?? 'Poppins', (message) =>
      styles.differs('fontFamily', message),
    ),
    fontSize: size,
    fontWeight: styles.flag('isBold') === true ? 700 : undefined,
    fontStyle: styles.flag('isItalic') === true ? 'italic' : undefined,
    color: colorIn(styles, 'color') ?? '#FFFFFF',
    backgroundColor: colorIn(styles, 'background'),
    padding: styles.number('backgroundPadding'),
    strokeWidth: outline.number('width'),
    strokeColor: colorIn(outline, 'color'),
    textTransform: styles.choice(
      'textTransform',
      table({ uppercase: 'uppercase', lowercase: 'lowercase', capitalize: 'capitalize' }),
    ),
  });
  styles.lacks('the corners of the background are square', 'backgroundRadius');
  styles.lacks('words slide up', 'slideDirection');
  active.lacks('the corners of the background are square', 'radius');
  const anchor = styles.choice('position', ANCHORS) ?? 'bottom';
  const [down, across] = [styles.number('marginV') ?? 40, styles.number('marginH') ?? 40];
  const width = canvas.width - across * 2;
  const spoken = present({ color: colorIn(active, 'color'), backgroundColor: colorIn(active, 'background') });
  return [
    {
      path: subtitle.path,
      clip: {
        type: 'caption',
        timeFrame: { end: 'video' },
        size: { width: Math.max(1, width), height: size * 3 },
        position: {
          anchor,
          relativeTo: anchor,
          x: 0,
          y: anchor.startsWith('top') ? down : anchor.startsWith('bottom') ? -down : 0,
          z: 1000,
        },
        captionProperties: present({
          ...(subtitle.has('src')
            ? { subtitles: { source: sourceOf(subtitle, 'src') } }
            : { words: wordsOf(subtitle) }),
          animation: styles.choice('mode', MODES),
          maxWidth: Math.max(1, width),
          maxWordsInFrame: mode === 'one-word' ? 1 : 1000,
          nonHighlightTextProperties: letters,
          highlightTextProperties: { ...letters, ...spoken },
        }),
      },
    },
  ];
};
