import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FPS, metadataOf, type RenderCase, SIZE, SOURCE } from './case.js';
import { contentInput, madeIn } from './media.js';

const TALL = { width: 1080, height: 1920 };
const WORD_MS = 400;
/** How many words form a line. */
const A_LINE = 5;
const SAID = 'watch how a service renders words that light up while they are spoken'.split(' ');

const clock = (ms: number): string => {
  const pad = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `0:${pad(ms / 60_000)}:${pad((ms / 1000) % 60)}.${pad((ms % 1000) / 10)}`;
};

/** The words as Advanced SubStation Alpha with karaoke. */
const subtitles = (
  words: ReadonlyArray<{ readonly start: number; readonly end: number; readonly word: string }>,
): string =>
  [
    '[Script Info]',
    `PlayResX: ${TALL.width}`,
    `PlayResY: ${TALL.height}`,
    '[V4+ Styles]',
    'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV',
    'Style: W,DejaVu Sans,72,&H0000D6FF,&H00FFFFFF,&H00000000,&H00000000,1,1,4,0,2,60,60,400',
    '[Events]',
    'Format: Layer, Start, End, Style, Text',
    ...Array.from({ length: words.length / A_LINE }, (_, line) => {
      const said = words.slice(line * A_LINE, (line + 1) * A_LINE);
      const text = said.map(({ word }) => `{\\k${WORD_MS / 10}}${word}`).join(' ');
      return `Dialogue: 0,${clock(said[0]?.start ?? 0)},${clock(said.at(-1)?.end ?? 0)},W,${text}`;
    }),
  ].join('\n');

/** An upright video that fills a tall canvas, with captions whose words are highlighted. */
export const captions = async (folder: string, seconds: number): Promise<RenderCase> => {
  const words = Array.from({ length: (seconds * 1000) / WORD_MS }, (_, index) => ({
    start: index * WORD_MS,
    end: (index + 1) * WORD_MS,
    word: SAID[index % SAID.length] ?? '',
  }));
  await madeIn(folder, 'wide.mp4', ...contentInput('animation', SIZE, FPS, seconds), ...SOURCE);
  await writeFile(join(folder, 'words.ass'), subtitles(words));
  const style = { fontSize: 72, borderWidth: 4, borderColor: '#000000' };
  const timeFrame = { end: seconds * 1000 };
  return {
    project: {
      metadata: metadataOf(seconds, TALL),
      clips: [
        { type: 'video', source: 'wide.mp4', timeFrame, size: TALL, fit: 'cover' },
        {
          type: 'caption',
          timeFrame,
          position: { x: 60, y: 1300 },
          size: { width: 960, height: 260 },
          captionProperties: {
            words,
            maxWidth: 960,
            highlightTextProperties: { ...style, color: '#FFD600' },
            nonHighlightTextProperties: { ...style, color: '#FFFFFF' },
          },
          effects: { shadow: { y: 6, blur: 12, color: '#00000080' } },
        },
      ],
    },
    naive: [
      '-i',
      'wide.mp4',
      '-vf',
      `scale=-2:${TALL.height},crop=${TALL.width}:${TALL.height},ass=words.ass`,
    ],
  };
};
