import { between, type BenchProject, FPS, FULL, metadataOf, type RenderCase, SIZE, SOURCE } from './case.js';
import { contentInput, madeIn } from './media.js';

const CONTENT_NAMES = ['photographic pan', 'screen', 'animation', 'random noise', 'talking head'];
/** How long each source and each clip is, s. */
const [SOURCE_SECONDS, CLIP_SECONDS] = [12, 3];
const sourceOf = (index: number): string => `part-${index % CONTENT_NAMES.length}.mp4`;
const offsetOf = (index: number): number => ((index * 7) % (SOURCE_SECONDS - CLIP_SECONDS)) + 0.5;

const projectOf = (count: number, titleOf: (index: number) => string): BenchProject => ({
  metadata: metadataOf(count * CLIP_SECONDS),
  clips: Array.from({ length: count }, (_, index) => [
    {
      type: 'video',
      source: sourceOf(index),
      timeFrame: {
        ...between(index * CLIP_SECONDS, (index + 1) * CLIP_SECONDS),
        offset: offsetOf(index) * 1000,
      },
      size: FULL,
    },
    {
      type: 'text',
      timeFrame: between(index * CLIP_SECONDS + 0.5, index * CLIP_SECONDS + 2.5),
      position: { x: 160, y: 820 },
      size: { width: 1200, height: 140 },
      textProperties: { content: titleOf(index), fontSize: 72, color: '#ffffff' },
    },
  ]).flat(),
});

/** Clips of three seconds of five contents in turn, each with a title. 600 s have 200 clips. */
export const manyClips = async (folder: string, seconds: number): Promise<RenderCase> => {
  for (const [index, content] of CONTENT_NAMES.entries()) {
    const input = contentInput(content, SIZE, FPS, SOURCE_SECONDS);
    await madeIn(folder, `part-${index}.mp4`, ...input, '-crf', '20', ...SOURCE);
  }
  const count = Math.max(1, Math.round(seconds / CLIP_SECONDS));
  const clips = Array.from({ length: count }, (_, index) => index);
  const title = (index: number): string => `Part ${index + 1} of ${count}`;
  const titles = clips.map((index) => {
    const from = index * CLIP_SECONDS;
    return `drawtext=text='${title(index)}':font=Montserrat:fontsize=72:fontcolor=white:x=160:y=850:enable='between(t,${from + 0.5},${from + 2.49})'`;
  });
  return {
    project: projectOf(count, title),
    changed: projectOf(count, (index) => (index === Math.floor(count / 2) ? 'Changed' : title(index))),
    naive: [
      ...clips.flatMap((index) =>
        `-ss ${offsetOf(index)} -t ${CLIP_SECONDS} -i ${sourceOf(index)}`.split(' '),
      ),
      '-filter_complex',
      `${clips.map((index) => `[${index}:v]`).join('')}concat=n=${count}:v=1:a=0,${titles.join(',')}[v]`,
      '-map',
      '[v]',
    ],
  };
};
