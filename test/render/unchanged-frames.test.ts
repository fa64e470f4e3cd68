import sharp from 'sharp';
import { composedFrames, expectUnchanged } from '../support/pictures/composed-frames.js';
import { approvedComposition } from '../support/pictures/golden-compositions.js';
import { compositionOf, type Studio, studioForSuite } from '../support/renders/render.js';
import { PLAIN_COMPOSITIONS } from '../workers/render/compose/plain-compositions.js';
import { LONG, sampled } from '../support/long-form.js';
import { lavfi } from '../support/renders/lavfi.js';

/** The frames per second of the short form: compositing depends on the instant of a frame, not on their number. */
const FEW = 3;

/** The golden compositions that use nothing new. */
const PLAIN_GOLDEN = ['text', 'long-words-and-strokes', 'scripts-without-spaces'] as const;

/** Media that are the same on every machine: encoded without loss, by one thread. */
const makeMedia = async ({ make, folder }: Studio): Promise<void> => {
  const lossless = ['-c:v', 'libx264', '-qp', '0', '-preset', 'ultrafast', '-threads', '1'];
  const sound = lavfi('sine=440:r=44100');
  await make('photo.png', ...lavfi('testsrc2=s=200x150'), '-frames:v', '1');
  await make('music.mp3', ...sound, '-t', '0.5');
  const colors = ['-pix_fmt', 'yuv420p', '-colorspace', 'smpte170m', '-color_range', 'tv'];
  const picture = lavfi('testsrc2=s=480x270:r=25');
  await make('talk.mp4', ...picture, ...sound, '-t', '6', ...lossless, ...colors, '-c:a', 'aac');
  const pages = await Promise.all(
    ['#FF0000', '#00FF00', '#0000FF'].map((background) =>
      sharp({ create: { width: 100, height: 50, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  await sharp(pages, { join: { animated: true } })
    .gif({ delay: [100, 200, 50], loop: 2 })
    .toFile(`${folder}/wave.gif`);
};

describe('A project that uses no extension of the format', function () {
  this.timeout(LONG ? 600_000 : 120_000);
  const studio = studioForSuite();
  before(async () => {
    await makeMedia(studio);
  });

  for (const [name, { metadata, clips }] of sampled(Object.entries(PLAIN_COMPOSITIONS), 2))
    it(`has the same frames in every release: ${name}`, async () => {
      const composition = compositionOf(LONG ? metadata : { ...metadata, fps: FEW }, clips);
      const { frames } = await composedFrames(studio, composition);
      await expectUnchanged(LONG ? `${name}, all frames` : name, frames);
    });

  for (const name of sampled(PLAIN_GOLDEN, 3))
    it(`has the same frames in every release: golden composition ${name}`, async () => {
      const { frames } = await composedFrames(studio, (await approvedComposition(name)).composition);
      await expectUnchanged(`golden composition ${name}`, frames);
    });
});
