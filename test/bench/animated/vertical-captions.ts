import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AnimatedCase, ENCODED } from './case.js';

const [width, height, fps, seconds] = [1080, 1920, 30, 20];
const WORD_MS = 400;
const SAID = 'watch how a service renders words that light up while they are spoken'.split(' ');
const words = Array.from({ length: (seconds * 1000) / WORD_MS }, (_, index) => ({
  start: index * WORD_MS,
  end: (index + 1) * WORD_MS,
  word: SAID[index % SAID.length] ?? '',
}));
/** How many words of `subtitles` form a line. */
const A_LINE = 5;

const clock = (ms: number): string => {
  const pad = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `0:${pad(ms / 60_000)}:${pad((ms / 1000) % 60)}.${pad((ms % 1000) / 10)}`;
};

/** The words as Advanced SubStation Alpha with karaoke. */
const subtitles = (): string =>
  [
    '[Script Info]',
    `PlayResX: ${width}`,
    `PlayResY: ${height}`,
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
export const verticalCaptions: AnimatedCase = {
  name: 'vertical clip with captions',
  seconds,
  prepare: async ({ make, folder }) => {
    await make(
      'wide.mp4',
      '-f',
      'lavfi',
      '-i',
      `testsrc2=s=1920x1080:r=${fps}`,
      '-f',
      'lavfi',
      '-i',
      'sine=440:r=48000',
      '-t',
      String(seconds),
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-pix_fmt',
      'yuv420p',
      '-colorspace',
      'bt709',
      '-c:a',
      'aac',
    );
    await writeFile(join(folder, 'words.ass'), subtitles());
  },
  metadata: { duration: seconds * 1000, fps, canvas: { width, height } },
  clips: [
    {
      type: 'video',
      source: 'wide.mp4',
      timeFrame: { end: seconds * 1000 },
      size: { width, height },
      fit: 'cover',
    },
    {
      type: 'caption',
      timeFrame: { end: seconds * 1000 },
      position: { x: 60, y: 1300 },
      size: { width: 960, height: 260 },
      captionProperties: {
        words,
        maxWidth: 960,
        highlightTextProperties: { fontSize: 72, color: '#FFD600', borderWidth: 4, borderColor: '#000000' },
        nonHighlightTextProperties: {
          fontSize: 72,
          color: '#FFFFFF',
          borderWidth: 4,
          borderColor: '#000000',
        },
      },
      effects: { shadow: { y: 6, blur: 12, color: '#00000080' } },
    },
  ],
  ffmpeg: [
    '-i',
    'wide.mp4',
    '-vf',
    `scale=-2:${height},crop=${width}:${height},ass=words.ass,format=yuv420p`,
    ...ENCODED('hand.mp4'),
  ],
  melt: undefined,
};
