import {
  between,
  FPS,
  FULL,
  HEIGHT,
  metadataOf,
  type RenderCase,
  shownBetween,
  SIZE,
  WIDTH,
} from './case.js';
import { madeIn } from './media.js';
import { lavfi } from '../../support/renders/lavfi.js';

/** How long a slide is shown, s. */
const SLIDE = 5;

/** Stills, each for five seconds, with a title for three of them. */
export const slideshow = async (folder: string, seconds: number): Promise<RenderCase> => {
  const slides = Array.from({ length: Math.ceil(seconds / SLIDE) }, (_, index) => index);
  const one = ['-frames:v', '1'];
  for (const index of slides) {
    const look = `mandelbrot=s=${SIZE}:start_x=-0.743${index}:start_scale=${(0.02 * (index + 1)).toFixed(2)}`;
    await madeIn(folder, `slide-${index}.jpg`, ...lavfi(look), ...one, '-q:v', '2');
    const title = `color=white@0:s=900x140,format=rgba,drawtext=text='Slide ${index}':fontsize=72:fontcolor=white:font=Montserrat`;
    await madeIn(folder, `title-${index}.png`, ...lavfi(title), ...one);
  }
  const textOf = (index: number, content: string): object => ({
    type: 'text',
    timeFrame: between(index * SLIDE + 1, index * SLIDE + 4),
    position: { x: 160, y: 860 },
    size: { width: 900, height: 140 },
    textProperties: { content, fontSize: 72, color: '#ffffff' },
  });
  const clips = (titleOf: (index: number) => string): ReadonlyArray<object> =>
    slides.flatMap((index) => [
      {
        type: 'image',
        source: `slide-${index}.jpg`,
        timeFrame: between(index * SLIDE, index * SLIDE + SLIDE),
        size: FULL,
      },
      textOf(index, titleOf(index)),
    ]);
  const metadata = metadataOf(seconds);
  const scaled = slides.map(
    (index) => `[${index}:v]scale=${WIDTH}:${HEIGHT},setsar=1,format=yuv420p[s${index}]`,
  );
  const titled = slides.map((index) => {
    const shown = shownBetween(index * SLIDE + 1, index * SLIDE + 4);
    return `[o${index}][${slides.length + index}:v]overlay=160:860:${shown}[o${index + 1}]`;
  });
  return {
    project: { metadata, clips: clips((index) => `Slide ${index}`) },
    changed: { metadata, clips: clips((index) => (index === 1 ? 'Changed' : `Slide ${index}`)) },
    naive: [
      ...slides.flatMap((index) => `-loop 1 -t ${SLIDE} -r ${FPS} -i slide-${index}.jpg`.split(' ')),
      ...slides.flatMap((index) => ['-i', `title-${index}.png`]),
      '-filter_complex',
      `${scaled.join(';')};${slides.map((index) => `[s${index}]`).join('')}concat=n=${slides.length}:v=1:a=0[o0];${titled.join(';')}`,
      '-map',
      `[o${slides.length}]`,
      '-t',
      String(seconds),
    ],
  };
};
