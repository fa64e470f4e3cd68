import { expect } from 'chai';
import sharp from 'sharp';
import { decodeFrames } from '../support/pictures/decoded-media.js';
import { compositionOf, render, studioForSuite } from '../support/renders/render.js';
import { renderedFrames } from '../support/renders/rendered-frames.js';
import { LONG } from '../support/long-form.js';

describe('Animations', function () {
  this.timeout(240_000);
  const studio = studioForSuite();

  it('play animated GIF and WebP at their own frame rate, and repeat', async () => {
    const colours = ['#FF0000', '#00FF00', '#0000FF'];
    const pages = await Promise.all(
      colours.map((background) =>
        sharp({ create: { width: 16, height: 16, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const animation = sharp(pages, { join: { animated: true } });
    await animation
      .clone()
      .gif({ delay: [200, 100, 300], loop: 0 })
      .toFile(`${studio.folder}/a.gif`);
    await animation
      .clone()
      .webp({ delay: [200, 100, 300], loop: 0, lossless: true })
      .toFile(`${studio.folder}/a.webp`);
    await animation
      .clone()
      .gif({ delay: [200, 100, 300], loop: 1 })
      .toFile(`${studio.folder}/once.gif`);
    const clips = ['a.gif', 'a.webp', 'once.gif'].map((source, index) => ({
      type: 'image',
      source,
      timeFrame: { start: 0, end: 1300, offset: index === 1 ? 200 : 0 },
      position: { x: index * 16, y: 0 },
      size: { width: 16, height: 16 },
    }));
    const frames = await renderedFrames(
      studio,
      compositionOf({ duration: 1300, fps: 10, canvas: { width: 48, height: 16 } }, clips),
      { settings: { pieceSeconds: 0.5 } },
    );
    const shown = (x: number): string =>
      frames.map((frame) => 'RGB'[frame.at(x, 8).findIndex((value) => value > 128)]).join('');
    expect(shown(8)).to.equal('RRGBBBRRGBBBR');
    expect(shown(24)).to.equal('GBBBRRGBBBRRG');
    expect(shown(40).slice(0, 6)).to.equal('RRGBBB');
  });

  it('play an animation of many pages on the whole canvas, starting at any page', async () => {
    const [count, canvas] = LONG ? [200, { width: 1920, height: 1080 }] : [60, { width: 320, height: 180 }];
    const pages = await Promise.all(
      Array.from({ length: count }, (_, page) => {
        const background = { r: page + 20, g: page + 20, b: page + 20 };
        return sharp({
          create: { width: canvas.width / 4, height: canvas.height / 4, channels: 3, background },
        })
          .png()
          .toBuffer();
      }),
    );
    await sharp(pages, { join: { animated: true } })
      .webp({ delay: pages.map(() => 50), lossless: true, effort: 0 })
      .toFile(`${studio.folder}/many.webp`);
    // Every second page is passed over.
    const [skipped, shown] = [10, count / 2 - 10];
    const timeFrame = { start: 0, end: shown * 100, offset: skipped * 50 };
    const file = await render(
      studio,
      compositionOf({ duration: shown * 100, fps: 10, canvas }, [
        { type: 'image', source: 'many.webp', timeFrame, size: canvas },
      ]),
    );
    const frames = await decodeFrames(file.path, 'not(mod(n,5))');
    for (const [index, frame] of frames.entries())
      expect(frame.at(100, 100)[1], `frame ${index * 5}`).to.be.closeTo(skipped + index * 10 + 20, 1);
  });

  // The bytes of raw pages are pixels: uniform ones look like files of other formats, such as CD+G and MPEG-TS.
  it('show pages of every grey', async () => {
    const size = { width: 320, height: 180 };
    const pages = await Promise.all(
      Array.from({ length: 256 }, (_, grey) =>
        sharp({ create: { ...size, channels: 3, background: { r: grey, g: grey, b: grey } } })
          .png()
          .toBuffer(),
      ),
    );
    await sharp(pages, { join: { animated: true } })
      .webp({ delay: pages.map(() => 100), lossless: true, effort: 0 })
      .toFile(`${studio.folder}/greys.webp`);
    const timeFrame = { start: 0, end: 25_600 };
    const { path } = await render(
      studio,
      compositionOf({ duration: 25_600, fps: 10, canvas: size }, [
        { type: 'image', source: 'greys.webp', timeFrame, size },
      ]),
    );
    const shown = (await decodeFrames(path)).map((frame) => frame.at(16, 9)[1]);
    expect(shown).to.have.length(256);
    for (const [grey, value] of shown.entries()) expect(value, `page ${grey}`).to.be.closeTo(grey, 2);
  });
});
