import { type AnimatedCase, ENCODED, MELT_ENCODED } from './case.js';

const [width, height, fps, seconds] = [1920, 1080, 30, 15];
const SLIDE_MS = 500;
const END_MS = seconds * 1000;
const inner = { x: 1240, y: 80, width: 600, height: 338 };
const slideSeconds = SLIDE_MS / 1000;

const video = (source: string): ReadonlyArray<string> => [
  '-f',
  'lavfi',
  '-i',
  source,
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
];

/** A video over a video that slides in and, at the end, out. */
export const pictureInPicture: AnimatedCase = {
  name: 'picture in picture that slides',
  seconds,
  prepare: async ({ make }) => {
    await make('below.mp4', ...video(`testsrc2=s=${width}x${height}:r=${fps}`));
    await make('above.mp4', ...video(`mandelbrot=s=1280x720:r=${fps}`));
  },
  metadata: { duration: END_MS, fps, canvas: { width, height } },
  clips: [
    { type: 'video', source: 'below.mp4', timeFrame: { end: END_MS }, size: { width, height } },
    {
      type: 'video',
      source: 'above.mp4',
      timeFrame: { end: END_MS },
      position: { x: inner.x, y: inner.y },
      size: { width: inner.width, height: inner.height },
      transition: {
        in: {
          type: 'slide',
          direction: 'left',
          distance: 'canvas',
          duration: SLIDE_MS,
          easing: 'easeOutCubic',
        },
        out: {
          type: 'slide',
          direction: 'right',
          distance: 'canvas',
          duration: SLIDE_MS,
          easing: 'easeInCubic',
        },
      },
    },
  ],
  ffmpeg: [
    '-i',
    'below.mp4',
    '-i',
    'above.mp4',
    '-filter_complex',
    `[1:v]scale=${inner.width}:${inner.height}[b];[0:v][b]overlay=eval=frame:y=${inner.y}:x='${inner.x}+${width}*(pow(1-min(1,t/${slideSeconds}),3)+pow(max(0,(t-${seconds - slideSeconds})/${slideSeconds}),3))',format=yuv420p[v]`,
    '-map',
    '[v]',
    ...ENCODED('hand.mp4'),
  ],
  melt: [
    'below.mp4',
    '-track',
    'above.mp4',
    '-transition',
    'composite',
    'a_track=0',
    'b_track=1',
    `geometry=0=${inner.x + width}/${inner.y}:${inner.width}x${inner.height}; ${slideSeconds * fps}=${inner.x}/${inner.y}:${inner.width}x${inner.height}; ${(seconds - slideSeconds) * fps}=${inner.x}/${inner.y}:${inner.width}x${inner.height}; -1=${inner.x + width}/${inner.y}:${inner.width}x${inner.height}`,
    ...MELT_ENCODED('melt.mp4', width, height),
  ],
};
