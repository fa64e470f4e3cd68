import { between, FPS, metadataOf, type RenderCase, SOURCE } from './case.js';
import { contentInput, madeIn } from './media.js';

const CANVAS = { width: 3840, height: 2160 };

/** A 4K video with a scaled one and a text above it. */
export const fourK = async (folder: string, seconds: number): Promise<RenderCase> => {
  const video = (name: string, content: string, size: string) =>
    madeIn(folder, name, ...contentInput(content, size, FPS, seconds), '-crf', '20', ...SOURCE);
  await video('large.mp4', 'photographic pan', '3840x2160');
  await video('corner.mp4', 'talking head', '1280x720');
  const projectOf = (content: string) => ({
    metadata: metadataOf(seconds, CANVAS),
    clips: [
      { type: 'video', source: 'large.mp4', timeFrame: between(0, seconds), size: CANVAS },
      {
        type: 'video',
        source: 'corner.mp4',
        timeFrame: between(0, seconds),
        position: { x: 2600, y: 160 },
        size: { width: 1080, height: 608 },
      },
      {
        type: 'text',
        timeFrame: between(seconds / 2, (seconds * 3) / 4),
        position: { x: 240, y: 1700 },
        size: { width: 2400, height: 240 },
        textProperties: { content, fontSize: 160, color: '#ffffff' },
      },
    ],
  });
  const graph = (overlay: string): ReadonlyArray<string> => [
    '-i',
    'large.mp4',
    '-i',
    'corner.mp4',
    '-filter_complex',
    `[1:v]scale=1080:608[c];[0:v][c]overlay=2600:160${overlay},drawtext=text='Four thousand pixels':font=Montserrat:fontsize=160:fontcolor=white:x=240:y=1740:enable='between(t,${seconds / 2},${(seconds * 3) / 4})',format=yuv420p[v]`,
    '-map',
    '[v]',
  ];
  return {
    project: projectOf('Four thousand pixels'),
    changed: projectOf('Changed'),
    naive: graph(':format=auto'),
    careful: graph(':format=yuv420'),
  };
};
