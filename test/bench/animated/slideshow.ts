import { type AnimatedCase, ENCODED, MELT_ENCODED } from './case.js';

const [width, height, fps] = [1920, 1080, 30];
const PICTURES = 6;
const SHOWN_MS = 5500;
const STEP_MS = 5000;
const FADE_MS = 500;
const seconds = (PICTURES * STEP_MS) / 1000;

const picture = (index: number): string => `photo-${index}.jpg`;
const indices = Array.from({ length: PICTURES }, (_, index) => index);
/** The final zoom factor, and the point it centres on. */
const ZOOM = 1.2;
const shownSeconds = (index: number): number => (index === PICTURES - 1 ? STEP_MS : SHOWN_MS) / 1000;

/** Six pictures, each zoomed into for 5 s, with cross-fades and music. */
export const slideshow: AnimatedCase = {
  name: 'slideshow: Ken Burns, fades and music',
  seconds,
  prepare: async ({ make }) => {
    for (const index of indices)
      await make(
        picture(index),
        '-f',
        'lavfi',
        '-i',
        `mandelbrot=s=2400x1350:start_x=-0.743${index}:start_scale=${(0.02 * (index + 1)).toFixed(2)}`,
        '-frames:v',
        '1',
        '-q:v',
        '2',
      );
    await make(
      'music.m4a',
      '-f',
      'lavfi',
      '-i',
      `sine=220:r=48000:d=${seconds},volume=0.5`,
      '-ac',
      '2',
      '-c:a',
      'aac',
    );
  },
  metadata: { duration: seconds * 1000, fps, canvas: { width, height } },
  clips: [
    ...indices.map((index) => ({
      type: 'image',
      source: picture(index),
      timeFrame: { start: index * STEP_MS, duration: shownSeconds(index) * 1000 },
      size: { width, height },
      fit: 'cover',
      motion: { from: { scale: 1 }, to: { scale: ZOOM, x: 0.3, y: 0.4 } },
      ...(index === 0 ? {} : { transition: { in: { type: 'fade', duration: FADE_MS } } }),
    })),
    { type: 'audio', source: 'music.m4a', timeFrame: { end: seconds * 1000 } },
  ],
  ffmpeg: [
    ...indices.flatMap((index) => ['-i', picture(index)]),
    '-i',
    'music.m4a',
    '-filter_complex',
    [
      ...indices.map((index) => {
        const frames = shownSeconds(index) * fps;
        return `[${index}:v]zoompan=z='1+${ZOOM - 1}*on/${frames}':x='0.3*(iw-iw/zoom)':y='0.4*(ih-ih/zoom)':d=${frames}:s=${width}x${height}:fps=${fps},format=yuv420p,setsar=1[p${index}]`;
      }),
      ...indices
        .slice(1)
        .map(
          (index) =>
            `[${index === 1 ? 'p0' : `x${index - 1}`}][p${index}]xfade=transition=fade:duration=${FADE_MS / 1000}:offset=${(index * STEP_MS) / 1000}[x${index}]`,
        ),
    ].join(';'),
    '-map',
    `[x${PICTURES - 1}]`,
    '-map',
    `${PICTURES}:a`,
    '-t',
    String(seconds),
    ...ENCODED('hand.mp4'),
  ],
  melt: [
    ...indices.flatMap((index) => [
      picture(index),
      `out=${Math.round(shownSeconds(index) * fps) - 1}`,
      '-attach-cut',
      'affine',
      `transition.rect=0=0 0 ${width} ${height} 1; -1=${-Math.round(width * (ZOOM - 1) * 0.3)} ${-Math.round(height * (ZOOM - 1) * 0.4)} ${width * ZOOM} ${height * ZOOM} 1`,
      ...(index === 0 ? [] : ['-mix', String((FADE_MS / 1000) * fps), '-mixer', 'luma']),
    ]),
    '-audio-track',
    'music.m4a',
    ...MELT_ENCODED('melt.mp4', width, height),
  ],
};
