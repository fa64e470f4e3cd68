import { expect } from 'chai';
import { decodeFrames, type Picture, probeOutput } from '../support/pictures/decoded-media.js';
import { compositionOf, render, studioForSuite } from '../support/renders/render.js';
import { renderedFrames } from '../support/renders/rendered-frames.js';
import { LONG } from '../support/long-form.js';
import { lavfi } from '../support/renders/lavfi.js';

const SOURCE_RATE = 25;
const SOURCE_FRAMES = 100;

/** Every rate has its own plan, which is proved apart; rendered here are two fractional ones and a fast one. */
const RENDERED_RATES = LONG ? [23.976, 24, 25, 29.97, 30, 50, 59.94, 60, 120] : [29.97];

/**
 * The source frame whose grey level a picture shows in one of its columns of 64 pixels, or undefined where it shows
 * the blue background.
 */
const shownIn = (picture: Picture, column: number): number | undefined => {
  const [r, g, b] = picture.at(column * 64 + 32, 32);
  return b > r + 100 && b > g + 100 ? undefined : Math.round((g * 219) / 255 / 2);
};

const shownFrame = (picture: Picture): number | undefined => shownIn(picture, 0);

describe('The time of each frame', () => {
  const studio = studioForSuite();
  const grey = [
    ...lavfi(`color=black:s=64x64:r=${SOURCE_RATE},format=yuv420p,geq=lum='16+N*2':cb=128:cr=128`),
    '-frames:v',
    String(SOURCE_FRAMES),
  ];

  before(async () => {
    // Long groups of pictures with B-frames: a jump must land on the very frame.
    await studio.make('grey.mp4', ...grey, '-c:v', 'libx264', '-qp', '1', '-g', '60', '-bf', '3');
    await studio.make('grey.mkv', '-i', `${studio.folder}/grey.mp4`, '-c', 'copy');
    await studio.make('grey.ts', '-i', `${studio.folder}/grey.mp4`, '-c', 'copy');
    const scaled = (scale: number) => ['-c', 'copy', '-video_track_timescale', String(scale)];
    await studio.make('frames.mp4', '-i', `${studio.folder}/grey.mp4`, ...scaled(SOURCE_RATE));
    await studio.make('film.mov', '-i', `${studio.folder}/grey.mp4`, ...scaled(600));
    // These count time in frames.
    await studio.make('grey.avi', ...grey, '-c:v', 'ffv1');
    await studio.make('grey.ogv', ...grey, '-c:v', 'libtheora', '-q:v', '10');
    await studio.make('grey.webm', ...grey, ...'-c:v libvpx -crf 4 -b:v 2M -auto-alt-ref 1'.split(' '));
    // As browsers record: without a length, and without an index.
    await studio.make('live.webm', '-i', `${studio.folder}/grey.webm`, '-c', 'copy', '-live', '1');
    // Frames 0, 1, 4, 9, 16, … of the same: each stays until the next.
    await studio.make(
      'variable.mp4',
      '-i',
      `${studio.folder}/grey.mp4`,
      ...'-vf select=not(mod(sqrt(n)\\,1)) -fps_mode vfr -c:v libx264 -qp 1'.split(' '),
    );
  });

  const clip = (source: string, timeFrame: object, column = 0) => ({
    type: 'video',
    source,
    timeFrame,
    position: { x: column * 64, y: 0 },
    size: { width: 64, height: 64 },
  });
  const project = (fps: number, duration: number, clips: object[]) =>
    compositionOf(
      { fps, duration, canvas: { width: clips.length * 64, height: 64 }, backgroundColor: '#0000FF' },
      clips,
    );

  for (const fps of RENDERED_RATES)
    it(`is n / fps at ${fps} fps, across pieces, with a start and an offset between frames`, async () => {
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

  it('is the same in every container, and holds a frame of a variable rate until the next begins', async () => {
    const containers = ['grey.mkv', 'grey.ts', 'grey.webm', 'live.webm', 'grey.avi', 'grey.ogv'];
    const frames = await renderedFrames(
      studio,
      project(25, 2000, [
        ...containers.map((source, column) => clip(source, { start: 0, end: 2000, offset: 1000 }, column)),
        clip('variable.mp4', { start: 0, end: 2000 }, containers.length),
      ]),
      { settings: { pieceSeconds: 0.7 } },
    );
    for (const [column, source] of containers.entries())
      expect(
        frames.map((frame) => shownIn(frame, column)),
        source,
      ).to.deep.equal(Array.from({ length: 50 }, (_, n) => n + 25));
    expect(frames.map((frame) => shownIn(frame, containers.length))).to.deep.equal(
      Array.from({ length: 50 }, (_, n) => Math.floor(Math.sqrt(n)) ** 2),
    );
  });

  it('is exact with an offset that lies between two units in which a file counts time', async () => {
    const [rate, duration] = [120, 300];
    const clips = [
      { source: 'frames.mp4', offset: 334.1, speed: 1 },
      { source: 'frames.mp4', offset: 349.5, speed: 1 },
      { source: 'frames.mp4', offset: 334.1, speed: 1.001 },
      { source: 'film.mov', offset: 334.1, speed: 1 },
      { source: 'grey.mkv', offset: 334.1, speed: 1 },
    ];
    const frames = await renderedFrames(
      studio,
      project(
        rate,
        duration,
        clips.map(({ source, ...playing }, column) =>
          clip(source, { start: 0, end: duration, ...playing }, column),
        ),
      ),
      { settings: { pieceSeconds: 0.15 } },
    );
    for (const [column, { offset, speed, source }] of clips.entries())
      expect(
        frames.map((frame) => shownIn(frame, column)),
        `${source} from ${offset} at ${speed}`,
      ).to.deep.equal(
        frames.map((_, n) => Math.floor(((offset + (n * 1000 * speed) / rate) * SOURCE_RATE) / 1000 + 0.015)),
      );
  });

  it('holds the last frame when the source ends, even in pieces and at offsets after its end', async () => {
    const frames = await renderedFrames(
      studio,
      project(10, 3000, [
        clip('grey.mp4', { start: 0, end: 2500, offset: 3000 }),
        clip('grey.mkv', { start: 0, end: 2500, offset: 90_000 }, 1),
      ]),
      { settings: { pieceSeconds: 0.6 } },
    );
    const shown = frames.map(shownFrame);
    expect(shown.slice(0, 11)).to.deep.equal([75, 77, 80, 82, 85, 87, 90, 92, 95, 97, 99]);
    expect(new Set(shown.slice(10, 25))).to.deep.equal(new Set([99]));
    expect(shown.slice(25)).to.deep.equal(Array.from({ length: 5 }, () => undefined));
    const past = frames.slice(0, 25).map((frame) => shownIn(frame, 1));
    expect(new Set(past)).to.deep.equal(new Set([99]));
  });
});
