import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';

const run = promisify(execFile);

export const SPEECH = 'frame wright renders every version of your video, and proves it';

/** The media files of the demo, by name, all in one folder. */
export interface DemoMedia {
  readonly folder: string;
  readonly video: string;
  readonly image: string;
  readonly speech: string;
  /** Duration of the speech, in ms. */
  readonly speechMs: number;
}

/** `options` are constants, split at spaces; paths are passed separately. */
const ffmpeg = (input: ReadonlyArray<string>, options: string, output: string) =>
  run('ffmpeg', ['-y', '-v', 'error', ...input, ...options.split(' '), output]);

const generated = (...sources: ReadonlyArray<string>): ReadonlyArray<string> =>
  sources.flatMap((source) => ['-f', 'lavfi', '-i', source]);

const movingPicture = (path: string) =>
  ffmpeg(
    generated('testsrc2=size=640x360:rate=30:duration=6', 'sine=frequency=330:duration=6'),
    '-c:v libx264 -preset veryfast -pix_fmt yuv420p -c:a aac -shortest',
    path,
  );

/** A landscape at dusk: soft gradients with grain, as in a photograph. */
const photo = async (path: string): Promise<void> => {
  const [width, height] = [960, 640];
  const landscape = Buffer.from(`
    <svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <defs>
        <linearGradient id="sky" x2="0" y2="1">
          <stop offset="0" stop-color="#1b2a5a"/><stop offset=".55" stop-color="#e5738a"/><stop offset="1" stop-color="#ffd27f"/>
        </linearGradient>
        <radialGradient id="sun"><stop offset="0" stop-color="#fff6d8"/><stop offset="1" stop-color="#ffb45e" stop-opacity="0"/></radialGradient>
      </defs>
      <rect width="100%" height="100%" fill="url(#sky)"/>
      <circle cx="640" cy="380" r="170" fill="url(#sun)"/>
      <path d="M0 470 Q160 330 330 450 T640 430 T960 460 V640 H0Z" fill="#4a3b63"/>
      <path d="M0 540 Q240 450 470 540 T960 530 V640 H0Z" fill="#241d3b"/>
    </svg>`);
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 14 },
    },
  })
    .png()
    .toBuffer();
  await sharp(landscape)
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toFile(path);
};

/** The length of the header of a WAV file, in bytes. */
const WAVE_HEADER = 44;

const spokenWords = async (path: string): Promise<number> => {
  await run('espeak-ng', ['-v', 'en-us', '-s', '140', '-w', path, SPEECH]);
  const wave = await readFile(path);
  const bytesPerSecond = wave.readUInt32LE(28);
  return Math.round(((wave.length - WAVE_HEADER) / bytesPerSecond) * 1000);
};

/** Creates the media files in the folder. */
export const makeMedia = async (folder: string): Promise<DemoMedia> => {
  await mkdir(folder, { recursive: true });
  const media = { folder, video: 'moving-picture.mp4', image: 'dusk.jpg', speech: 'speech.wav' };
  const [, , speechMs] = await Promise.all([
    movingPicture(join(folder, media.video)),
    photo(join(folder, media.image)),
    spokenWords(join(folder, media.speech)),
  ]);
  return { ...media, speechMs };
};

/** Twelve frames from the whole video in one PNG. */
export const contactSheet = (video: string, durationMs: number, png: string) =>
  ffmpeg(
    ['-i', video],
    `-vf fps=${12_000 / durationMs},scale=480:-2,tile=4x3:padding=6:margin=6:color=0x202020 -frames:v 1`,
    png,
  );
