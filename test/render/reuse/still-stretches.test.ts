import { execFile } from 'node:child_process';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { repeatPictures } from '../../../workers/render/ways/repeated/repeat-pictures.js';
import { repeatPicturesInFile } from '../../../infrastructure/rendering/engine/repeat-pictures-in-file.js';
import { copyableTrackOf } from '../../../workers/render/mp4/copyable-track.js';
import { H264_QUALITIES } from '../../../workers/render/compose/h264-qualities.js';
import { encodedAs } from '../../../workers/render/compose/picture-codec.js';
import { ffmpegSays, framesOf, keyFramesOf } from '../../support/pictures/decoded-media.js';
import { encodingFlags } from '../../support/renders/ffmpeg-arguments.js';
import { compositionOf, render, studioForSuite } from '../../support/renders/render.js';
import { LONG } from '../../support/long-form.js';
import { lavfi } from '../../support/renders/lavfi.js';

const run = promisify(execFile);
const canvas = { width: 320, height: 180 };
const RATE = { num: 10, den: 1 };

describe('Renders of stretches in which nothing moves', () => {
  const studio = studioForSuite();
  before(async () => {
    await studio.make('photo.png', ...lavfi('mandelbrot=s=320x180'), '-frames:v', '1');
    await studio.make('moving.mp4', ...lavfi('testsrc2=s=320x180:r=10:d=2'), '-c:v', 'libx264');
  });

  it('repeat pictures without loss, with every quality', async () => {
    const qualities = Object.entries(H264_QUALITIES);
    for (const [quality, settings] of LONG ? qualities : [qualities[0]!, qualities.at(-1)!]) {
      const pictures = await studio.make(
        `${quality}.mp4`,
        ...lavfi('testsrc2=s=322x182:r=10:d=1'),
        ...encodingFlags({
          frames: 5,
          ...encodedAs({ _tag: 'H264', ...settings, threads: 1, repeated: true }, RATE),
        }),
      );
      const encoded = await framesOf(pictures);
      const shown = [
        { picture: 0, frames: 33 },
        { picture: 1, frames: 15 },
        { picture: 4, frames: 2 },
        { picture: 2, frames: 21 },
        { picture: 3, frames: 2 },
        { picture: 0, frames: 3 },
        { picture: 1, frames: 19 },
        { picture: 4, frames: 41 },
      ];
      const path = join(studio.folder, `${quality}-held.mp4`);
      await copyFile(pictures, path);
      repeatPicturesInFile(path, { shown, most: 20, rate: RATE });
      expect(await framesOf(path), quality).to.deep.equal(
        shown.flatMap(({ picture, frames }) => Array.from({ length: frames }, () => encoded[picture])),
      );
      expect(await ffmpegSays('-v', 'warning', '-i', path, '-f', 'null', '-')).to.equal('');
      const keys = await keyFramesOf(path);
      const ends = [...keys, 136].slice(1);
      expect(Math.max(...ends.map((end, index) => end - (keys[index] ?? 0)))).to.be.at.most(20);
      expect(Math.min(...ends.map((end, index) => end - (keys[index] ?? 0)))).to.be.at.least(2);
    }
  });

  it('show no frame without the frame that it depends on', async () => {
    const pictures = await studio.make(
      'alone.mp4',
      ...lavfi('testsrc2=s=322x182:r=10:d=1'),
      ...encodingFlags({
        frames: 4,
        ...encodedAs({ _tag: 'H264', ...H264_QUALITIES.balanced, threads: 1, repeated: true }, RATE),
      }),
    );
    const [file, track] = [await readFile(pictures), await copyableTrackOf(pictures)];
    if (!track) throw new Error('the pictures can be read');
    const samples = track.samples.map(({ start, length }) => file.subarray(start, start + length));
    const hold = (...shown: ReadonlyArray<number>) =>
      repeatPictures(
        { sets: track.sets, samples },
        { shown: shown.map((picture) => ({ picture, frames: 5 })), most: 20 },
      );
    expect(hold(0, 1)).not.to.equal(undefined);
    for (const shown of [[1], [0, 3], [0, 1, 1]]) expect(hold(...shown), shown.join()).to.equal(undefined);
  });

  it('encode each picture once, between parts that move, with every frame at its time', async () => {
    const project = compositionOf({ duration: 8000, fps: 10, canvas, backgroundColor: '#204060' }, [
      { type: 'image', source: 'photo.png', timeFrame: { start: 0, end: 3000 }, size: canvas },
      {
        type: 'text',
        timeFrame: { start: 1000, end: 2000 },
        size: { width: 320, height: 60 },
        textProperties: { content: 'Still', fontSize: 40, color: '#ffffff' },
      },
      { type: 'video', source: 'moving.mp4', timeFrame: { start: 3000, end: 5000 }, size: canvas },
    ]);
    const file = await render(studio, project);
    const frames = await framesOf(file.path);
    const packets = await run('ffprobe', [
      ...'-v error -select_streams v -show_entries packet=pts_time -of csv=p=0'.split(' '),
      file.path,
    ]);
    const times = packets.stdout
      .trim()
      .split('\n')
      .map(Number)
      .toSorted((a, b) => a - b);
    await file.dispose();
    expect(times.map((time) => Math.round(time * 10))).to.deep.equal(frames.map((_, index) => index));
    expect(frames).to.have.length(80);
    expect(new Set(frames.slice(0, 10)).size).to.equal(1);
    expect(new Set(frames.slice(10, 20)).size).to.equal(1);
    expect(frames.slice(20, 30)).to.deep.equal(frames.slice(0, 10));
    expect(frames[10]).not.to.equal(frames[0]);
    expect(new Set(frames.slice(30, 50)).size).to.equal(20);
    expect(new Set(frames.slice(50)).size).to.equal(1);
  });
});
