import {
  between,
  type BenchProject,
  FPS,
  FULL,
  metadataOf,
  type RenderCase,
  shownBetween,
  SIZE,
  SOURCE,
} from './case.js';
import { contentInput, madeIn } from './media.js';
import { lavfi } from '../../support/renders/lavfi.js';

const TEXTS = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth'];
const WORDS = ['every', 'word', 'is', 'shown', 'when', 'it', 'is', 'spoken'];
const WORD_COUNT = 40;
const WORDS_SHOWN = 4;
const LOGOS = ['orange', 'teal', 'purple'];
const wordAt = (index: number): string => WORDS[index % WORDS.length] ?? '';

const makeMedia = async (folder: string, seconds: number): Promise<void> => {
  const video = (name: string, content: string, size: string, length: number) =>
    madeIn(folder, name, ...contentInput(content, size, FPS, length), '-crf', '18', ...SOURCE);
  await video('opening.mp4', 'photographic pan', SIZE, seconds / 2);
  await video('closing.mp4', 'animation', SIZE, seconds / 2);
  await video('small.mp4', 'talking head', '960x540', seconds);
  for (const [index, color] of LOGOS.entries()) {
    const picture = [...lavfi(`color=${color}@0.6:s=300x160,format=rgba`), '-frames:v', '1'];
    await madeIn(folder, `logo-${index}.png`, ...picture);
  }
  const tone = [...lavfi(`sine=220:r=48000:d=${seconds},volume=0.4`), '-ac', '2', '-c:a', 'aac'];
  await madeIn(folder, 'music.m4a', ...tone);
};

const logoSpan = (index: number, seconds: number): readonly [number, number] => [
  (index * seconds) / 4,
  (index * seconds) / 4 + seconds / 3,
];
const textSpan = (index: number, seconds: number): readonly [number, number] => [
  (index * seconds) / 6,
  (index * seconds) / 6 + seconds / 9,
];

const projectOf = (seconds: number, texts: ReadonlyArray<string>): BenchProject => ({
  metadata: metadataOf(seconds),
  clips: [
    { type: 'video', source: 'opening.mp4', timeFrame: between(0, seconds / 2), size: FULL },
    { type: 'video', source: 'closing.mp4', timeFrame: between(seconds / 2, seconds), size: FULL },
    {
      type: 'video',
      source: 'small.mp4',
      timeFrame: between(0, seconds),
      position: { x: 1200, y: 120 },
      size: { width: 560, height: 316 },
      transform: { rotation: 8 },
    },
    ...LOGOS.map((_, index) => ({
      type: 'image',
      source: `logo-${index}.png`,
      timeFrame: between(...logoSpan(index, seconds)),
      position: { x: 80 + index * 360, y: 60 },
      size: { width: 300, height: 160 },
      effects: { opacity: 0.8 },
    })),
    ...texts.map((content, index) => ({
      type: 'text',
      timeFrame: between(...textSpan(index, seconds)),
      position: { x: 160, y: 480 },
      size: { width: 900, height: 140 },
      textProperties: {
        content: `${content} of six texts`,
        fontSize: 72,
        fontFamily: 'Montserrat',
        color: '#ffffff',
      },
    })),
    {
      type: 'caption',
      timeFrame: between(0, seconds),
      position: { x: 260, y: 860 },
      size: { width: 1400, height: 160 },
      captionProperties: {
        words: Array.from({ length: WORD_COUNT }, (_, index) => ({
          word: wordAt(index),
          start: Math.round((index * seconds * 1000) / WORD_COUNT),
          end: Math.round(((index + 1) * seconds * 1000) / WORD_COUNT),
        })),
        maxWordsInFrame: WORDS_SHOWN,
        highlightTextProperties: { fontFamily: 'Arial', fontSize: 60, color: '#ffdd00' },
        nonHighlightTextProperties: { fontFamily: 'Arial', fontSize: 60, color: '#ffffff' },
      },
    },
    { type: 'audio', source: 'music.m4a', timeFrame: between(0, seconds) },
  ],
});

/** One graph for the same picture, except that a caption shows its four words in one colour. */
const graphOf = (seconds: number): ReadonlyArray<string> => {
  const turned = '8*PI/180';
  const steps = [
    '[0:v][1:v]concat=n=2:v=1:a=0[b]',
    `[2:v]scale=560:316,format=rgba,rotate=${turned}:ow=rotw(${turned}):oh=roth(${turned}):c=none[s]`,
    '[b][s]overlay=x=1480-w/2:y=278-h/2:format=auto[o]',
    ...LOGOS.map((_, index) => {
      const shown = shownBetween(...logoSpan(index, seconds));
      return `[${3 + index}:v]scale=300:160,colorchannelmixer=aa=0.8[l${index}];[${index === 0 ? 'o' : `o${index - 1}`}][l${index}]overlay=${80 + index * 360}:60:${shown}:format=auto[o${index}]`;
    }),
  ];
  const texts = TEXTS.map(
    (text, index) =>
      `drawtext=text='${text} of six texts':font=Montserrat:fontsize=72:fontcolor=white:x=160:y=500:${shownBetween(...textSpan(index, seconds))}`,
  );
  const captions = Array.from({ length: WORD_COUNT / WORDS_SHOWN }, (_, group) => {
    const said = Array.from({ length: WORDS_SHOWN }, (_, index) => wordAt(group * WORDS_SHOWN + index)).join(
      ' ',
    );
    const length = (seconds * WORDS_SHOWN) / WORD_COUNT;
    return `drawtext=text='${said}':font=Arial:fontsize=60:fontcolor=white:x=(w-tw)/2:y=910:${shownBetween(group * length, (group + 1) * length)}`;
  });
  return [
    ...[
      'opening.mp4',
      'closing.mp4',
      'small.mp4',
      ...LOGOS.map((_, index) => `logo-${index}.png`),
      'music.m4a',
    ].flatMap((name) => ['-i', name]),
    '-filter_complex',
    `${steps.join(';')};[o${LOGOS.length - 1}]${[...texts, ...captions, 'format=yuv420p'].join(',')}[v]`,
    ...'-map [v] -map 6:a -c:a aac -b:a 192k'.split(' '),
  ];
};

/**
 * A demanding project: two full-canvas videos in sequence, a turned and scaled one above, three translucent images, six
 * texts, captions and music.
 */
export const reference = async (folder: string, seconds: number): Promise<RenderCase> => {
  await makeMedia(folder, seconds);
  return {
    project: projectOf(seconds, TEXTS),
    changed: projectOf(
      seconds,
      TEXTS.map((text) => (text === 'Third' ? 'Changed' : text)),
    ),
    naive: graphOf(seconds),
  };
};
