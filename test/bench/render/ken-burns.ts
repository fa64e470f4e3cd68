import { FPS, FULL, HEIGHT, metadataOf, type RenderCase, WIDTH } from './case.js';
import { madeIn } from './media.js';
import { lavfi } from '../../support/renders/lavfi.js';

/** How long a picture is shown alone, and fades into the next one, s. */
const [STEP, FADE] = [5, 0.5];
/** The final zoom factor. */
const ZOOM = 1.2;

/** Pictures of 5 s, each zoomed into, with cross-fades and music. */
export const kenBurns = async (folder: string, seconds: number): Promise<RenderCase> => {
  const pictures = Array.from({ length: Math.ceil(seconds / STEP) }, (_, index) => `photo-${index}.jpg`);
  for (const [index, picture] of pictures.entries()) {
    const look = `mandelbrot=s=2400x1350:start_x=-0.743${index}:start_scale=${(0.02 * (index + 1)).toFixed(2)}`;
    await madeIn(folder, picture, ...lavfi(look), '-frames:v', '1', '-q:v', '2');
  }
  const tone = `sine=220:r=48000:d=${seconds},volume=0.5`;
  await madeIn(folder, 'music.m4a', ...lavfi(tone), '-ac', '2', '-c:a', 'aac');
  const shown = (index: number): number => (index === pictures.length - 1 ? STEP : STEP + FADE);
  const zooms = pictures.map((_, index) => {
    const frames = shown(index) * FPS;
    return `[${index}:v]zoompan=z='1+${ZOOM - 1}*on/${frames}':x='0.3*(iw-iw/zoom)':y='0.4*(ih-ih/zoom)':d=${frames}:s=${WIDTH}x${HEIGHT}:fps=${FPS},format=yuv420p,setsar=1[x${index}p]`;
  });
  const fades = pictures
    .slice(1)
    .map(
      (_, index) =>
        `[x${index}${index === 0 ? 'p' : ''}][x${index + 1}p]xfade=transition=fade:duration=${FADE}:offset=${(index + 1) * STEP}[x${index + 1}]`,
    );
  return {
    project: {
      metadata: metadataOf(seconds),
      clips: [
        ...pictures.map((source, index) => ({
          type: 'image',
          source,
          timeFrame: { start: index * STEP * 1000, duration: shown(index) * 1000 },
          size: FULL,
          fit: 'cover',
          motion: { from: { scale: 1 }, to: { scale: ZOOM, x: 0.3, y: 0.4 } },
          ...(index === 0 ? {} : { transition: { in: { type: 'fade', duration: FADE * 1000 } } }),
        })),
        { type: 'audio', source: 'music.m4a', timeFrame: { end: seconds * 1000 } },
      ],
    },
    naive: [
      ...pictures.flatMap((picture) => ['-i', picture]),
      ...'-i music.m4a -filter_complex'.split(' '),
      [...zooms, ...fades].join(';'),
      ...`-map [x${pictures.length - 1}] -map ${pictures.length}:a -t ${seconds} -c:a aac -b:a 192k`.split(
        ' ',
      ),
    ],
  };
};
