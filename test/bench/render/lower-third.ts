import { between, FPS, FULL, metadataOf, type RenderCase, shownBetween, SIZE, SOURCE } from './case.js';
import { contentInput, madeIn } from './media.js';
import { lavfi } from '../../support/renders/lavfi.js';

const SHOWN = 5;

/** One video of a high bit rate, with a lower third for five seconds. */
export const lowerThird = async (folder: string, seconds: number): Promise<RenderCase> => {
  const input = contentInput('film grain', SIZE, FPS, seconds);
  await madeIn(folder, 'high.mp4', ...input, '-b:v', '25M', '-g', '60', ...SOURCE);
  const name = [...lavfi('color=navy@0.7:s=900x180,format=rgba'), '-frames:v', '1'];
  await madeIn(folder, 'name.png', ...name);
  const at = Math.max(0, Math.floor(seconds / 3));
  return {
    project: {
      metadata: metadataOf(seconds),
      clips: [
        { type: 'video', source: 'high.mp4', timeFrame: between(0, seconds), size: FULL },
        {
          type: 'image',
          source: 'name.png',
          timeFrame: between(at, at + SHOWN),
          position: { x: 120, y: 820 },
          size: { width: 900, height: 180 },
        },
      ],
    },
    naive: [
      ...'-i high.mp4 -i name.png -filter_complex'.split(' '),
      `[0:v][1:v]overlay=120:820:${shownBetween(at, at + SHOWN)}:format=auto[v]`,
      '-map',
      '[v]',
    ],
  };
};
