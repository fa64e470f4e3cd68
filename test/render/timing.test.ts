import { expect } from 'chai';
import {
  compositionOf,
  decodeFrames,
  openStudio,
  type Picture,
  probeOutput,
  render,
  type Studio,
} from '../support/render.js';

const SOURCE_RATE = 25;
const SOURCE_FRAMES = 100;

/** The source frame whose grey level a picture shows, or undefined where it shows the blue background. */
const shownFrame = (picture: Picture): number | undefined => {
  const [r, g, b] = picture.at(32, 32);
  return b > r + 100 && b > g + 100 ? undefined : Math.round((g * 219) / 255 / 2);
};

describe('The instant each frame shows', function () {
  this.timeout(120_000);
  let studio: Studio;
  const grey = [
    '-f',
    'lavfi',
    '-i',
    `color=black:s=64x64:r=${SOURCE_RATE},format=yuv420p,geq=lum='16+N*2':cb=128:cr=128`,
    '-frames:v',
    String(SOURCE_FRAMES),
  ];

  before(async () => {
    studio = await openStudio();
    // Long groups of pictures with B-frames: a jump must land on the very frame.
    await studio.make('grey.mp4', ...grey, '-c:v', 'libx264', '-qp', '1', '-g', '60', '-bf', '3');
    await studio.make('grey.mkv', '-i', `${studio.folder}/grey.mp4`, '-c', 'copy');
    await studio.make('grey.ts', '-i', `${studio.folder}/grey.mp4`, '-c', 'copy');
    await studio.make(
      'grey.webm',
      ...grey,
      '-c:v',
      'libvpx',
      '-crf',
      '4',
      '-b:v',
      '2M',
      '-auto-alt-ref',
      '1',
    );
    // Frames 0, 1, 4, 9, 16, … of the same: each stays until the next.
    await studio.make(
      'variable.mp4',
      ...grey,
      '-vf',
      'select=not(mod(sqrt(n)\\,1))',
      '-fps_mode',
      'vfr',
      '-c:v',
      'libx264',
      '-qp',
      '1',
    );
  });
  after(() => studio.dispose());

  const clip = (source: string, timeFrame: object) => ({
    type: 'video',
    source,
    timeFrame,
    size: { width: 64, height: 64 },
  });
  const project = (fps: number, duration: number, clips: object[]) =>
    compositionOf({ fps, duration, canvas: { width: 64, height: 64 }, backgroundColor: '#0000FF' }, clips);

  for (const fps of [23.976, 24, 25, 29.97, 30, 50, 59.94, 60, 120])
    it(`is n / fps at ${fps} frames a second, across pieces, with a start and an offset off the grid`, async () => {
      const [start, end, offset, duration] = [217, 1411, 333, 1603];
      const file = await render(studio, project(fps, duration, [clip('grey.mp4', { start, end, offset })]), {
        settings: { pieceSeconds: 0.5 },
      });
      const frames = await decodeFrames(file.path);
      expect(frames).to.have.length(Math.round((duration * fps) / 1000));
      const wanted = frames.map((_, n) => {
        const instant = (n * 1000) / fps;
        return instant < start || instant >= end
          ? undefined
          : Math.floor(((offset + instant - start) * SOURCE_RATE) / 1000 + 0.015);
      });
      expect(frames.map(shownFrame)).to.deep.equal(wanted);
      const { streams } = await probeOutput(file.path);
      const [num = 0, den = 1] = String(streams[0]?.['avg_frame_rate']).split('/').map(Number);
      expect(num / den).to.be.closeTo(fps, 1e-6);
      await file.dispose();
    });

  for (const source of ['grey.mkv', 'grey.ts', 'grey.webm'])
    it(`is the same in ${source}`, async () => {
      const file = await render(
        studio,
        project(25, 2000, [clip(source, { start: 0, end: 2000, offset: 1000 })]),
        { settings: { pieceSeconds: 0.7 } },
      );
      const shown = (await decodeFrames(file.path)).map(shownFrame);
      expect(shown).to.deep.equal(Array.from({ length: 50 }, (_, n) => n + 25));
    });

  it('holds each frame of a variable rate until the next begins', async () => {
    const file = await render(studio, project(25, 2400, [clip('variable.mp4', { start: 0, end: 2400 })]), {
      settings: { pieceSeconds: 0.8 },
    });
    const shown = (await decodeFrames(file.path)).map(shownFrame);
    expect(shown).to.deep.equal(Array.from({ length: 60 }, (_, n) => Math.floor(Math.sqrt(n)) ** 2));
  });

  it('keeps the last frame when the source ends, also in pieces that begin after its end', async () => {
    const file = await render(
      studio,
      project(10, 6000, [clip('grey.mp4', { start: 0, end: 5000, offset: 3000 })]),
      { settings: { pieceSeconds: 1 } },
    );
    const shown = (await decodeFrames(file.path)).map(shownFrame);
    expect(shown.slice(0, 11)).to.deep.equal([75, 77, 80, 82, 85, 87, 90, 92, 95, 97, 99]);
    expect(new Set(shown.slice(10, 50))).to.deep.equal(new Set([99]));
    expect(new Set(shown.slice(50))).to.deep.equal(new Set([undefined]));
  });

  it('shows an offset past the end as the last frame', async () => {
    const file = await render(
      studio,
      project(10, 500, [clip('grey.mkv', { start: 0, end: 500, offset: 90_000 })]),
    );
    expect(new Set((await decodeFrames(file.path)).map(shownFrame))).to.deep.equal(new Set([99]));
  });
});
