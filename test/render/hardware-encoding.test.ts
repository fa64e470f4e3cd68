import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { ffmpegMediaEncoder } from '../../infrastructure/rendering/ffmpeg/ffmpeg.js';
import { hardwareEncoding } from '../../workers/render/run/pieces/hardware-encoding.js';
import { decodeFrames } from '../support/pictures/decoded-media.js';
import { fakeNvenc } from '../support/renders/fake-hardware.js';
import { compositionOf, render, studioForSuite } from '../support/renders/render.js';

/** Two pieces: the first stands still, and would be encoded once by x264. */
const composition = compositionOf(
  { duration: 2000, fps: 10, canvas: { width: 320, height: 180 }, backgroundColor: '#204060' },
  [
    {
      type: 'shape',
      timeFrame: { start: 1500, end: 2000 },
      size: { width: 40, height: 40 },
      position: { x: 10, y: 10 },
      shapeProperties: { shape: 'rectangle', fill: '#ff0000' },
      transition: { in: { type: 'slide', direction: 'right', duration: 400 } },
    },
  ],
);

describe('Hardware encoders', () => {
  const studio = studioForSuite();
  const renderedWith = async (program: string, choice: 'auto' | 'nvenc') => {
    const encoder = ffmpegMediaEncoder(program);
    const reports: string[] = [];
    const hardware = hardwareEncoding(choice, encoder, (message) => reports.push(message));
    const file = await render(studio, composition, { encoder, hardware });
    return { file, reports };
  };

  it('encode all pieces where they work, and are recorded', async () => {
    const { file, reports } = await renderedWith(await fakeNvenc(studio.folder, true), 'auto');
    expect(reports).to.deep.equal(['H.264 is encoded with nvenc']);
    expect(file.provenance.encoder?.video).to.include({ 'c:v': 'h264_nvenc', cq: '20' });
    expect(await decodeFrames(file.path)).to.have.length(20);
    await file.dispose();
  });

  it('are replaced by x264 if they fail mid-render, with the bytes of x264', async () => {
    const { file, reports } = await renderedWith(await fakeNvenc(studio.folder, false), 'nvenc');
    expect(reports).to.deep.equal([
      'H.264 is encoded with nvenc',
      'the hardware encoder failed: it is tested again before the next render',
    ]);
    expect(file.provenance.encoder?.video).to.include({ 'c:v': 'libx264' });
    const software = await render(studio, composition);
    expect((await readFile(file.path)).equals(await readFile(software.path))).to.equal(true);
    await file.dispose();
    await software.dispose();
  });

  it('are not used where ffmpeg has them but the machine does not', async () => {
    const { file, reports } = await renderedWith('ffmpeg', 'auto');
    expect(reports).to.deep.equal(['no hardware encoder works here: H.264 is encoded with x264']);
    expect(file.provenance.encoder?.video).to.include({ 'c:v': 'libx264' });
    await file.dispose();
  });
});
