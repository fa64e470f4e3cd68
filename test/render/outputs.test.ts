import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import type { Output } from '../../domain/composition/fields/output.js';
import {
  decodeFrames,
  decodeSound,
  type Picture,
  probeOutput,
  psnr,
} from '../support/pictures/decoded-media.js';
import {
  compositionOf,
  drawFrame,
  render,
  renderFrameTo,
  tryRender,
  studioForSuite,
} from '../support/renders/render.js';
import { unzip } from '../support/zip.js';
import { lavfi } from '../support/renders/lavfi.js';
import { track } from '../support/pictures/keyframes.js';

const CANVAS = { width: 160, height: 90 };
const clips = [
  {
    type: 'shape',
    timeFrame: { start: 0, end: 1000 },
    position: { x: 10, y: 10 },
    size: { width: 60, height: 60 },
    shapeProperties: { shape: 'ellipse', fill: '#E04020' },
    keyframes: [track('position.x', [0, 10], [1000, 90])],
  },
  {
    type: 'text',
    timeFrame: { start: 500, end: 1000 },
    position: { x: 0, y: 60 },
    size: { width: 160, height: 30 },
    textProperties: { content: 'Second half', fontSize: 20, color: '#FFFFFF' },
  },
  { type: 'audio', source: 'tone.wav', timeFrame: { start: 0, end: 1000 }, volume: 0.5 },
];

describe('Outputs of a render', () => {
  const studio = studioForSuite();
  let unzips = 0;
  const opaque = (more = {}) =>
    compositionOf({ duration: 1000, fps: 10, canvas: CANVAS, backgroundColor: '#204060', ...more }, clips);
  const transparent = () => opaque({ backgroundColor: 'transparent' });

  before(async () => {
    await studio.make('tone.wav', ...lavfi('sine=440'), '-t', '1');
  });

  const write = async (outputs: ReadonlyArray<Output>, composition = opaque()) => {
    const { path, output, files } = await render(studio, composition, { outputs });
    return [{ path, file: { role: 'output', format: 'mp4', ...output } }, ...files];
  };

  it('have the composed frames, in several formats of one render', async () => {
    const outputs: ReadonlyArray<Output> = [
      { format: 'mp4' },
      { format: 'mp4', codec: 'h265' },
      { format: 'mp4', codec: 'av1' },
      { format: 'webm' },
      { format: 'mov' },
      { format: 'gif' },
      { format: 'pngSequence' },
      { format: 'hls' },
    ];
    const files = await write(outputs);
    const wanted = await unzipped(files[6]!.path);
    expect(psnr(wanted[7]!, await drawFrame(studio, opaque(), 700)), 'nothing is lost').to.equal(99);
    const least = { mp4: 32, webm: 32, mov: 45, gif: 24, hls: 32 } as const;
    const names = files.map(({ file }) => file.format);
    expect(names).to.deep.equal(['mp4', 'mp4', 'mp4', 'webm', 'mov', 'gif', 'pngSequence', 'hls', 'hls']);
    for (const [index, { path, file }] of files.entries()) {
      if (file.role === 'segments') continue;
      expect([file.width, file.height, file.frames, file.durationMs]).to.deep.equal([160, 90, 10, 1000]);
      expect(file.bytes).to.equal((await readFile(path)).length);
      if (file.format === 'pngSequence') continue;
      const frames = await decodeFrames(file.format === 'hls' ? await remuxed(path) : path);
      expect(frames.length, file.format).to.equal(10);
      const bound = least[file.format as 'mp4'];
      frames.forEach((frame, n) =>
        expect(psnr(frame, wanted[n]!), `${index} ${file.format} frame ${n}`).to.be.at.least(bound),
      );
    }
    const codecs = await Promise.all(
      files
        .slice(0, 5)
        .map(async ({ path }) => (await probeOutput(path)).streams.map((s) => s['codec_name'])),
    );
    expect(codecs).to.deep.equal([
      ['h264', 'aac'],
      ['hevc', 'aac'],
      ['av1', 'aac'],
      ['vp9', 'opus'],
      ['prores', 'pcm_s16le'],
    ]);
    const alone = await write([{ format: 'mp4' }]);
    expect(alone[0]?.file.sha256, 'the MP4 is the same with and without others').to.equal(
      files[0]?.file.sha256,
    );
  });

  /** What a player puts together from a playlist and its segments. */
  const remuxed = (playlist: string): Promise<string> =>
    studio.make('played.mp4', '-i', playlist, '-map', '0:v:0', '-c', 'copy');

  /** The frames in a ZIP of PNG files. */
  const unzipped = async (path: string): Promise<ReadonlyArray<Picture>> => {
    const folder = join(studio.folder, `unzipped-${(unzips += 1)}`);
    unzip(path, folder);
    return decodeFrames(join(folder, 'frame-%06d.png'));
  };

  it('keep transparency in the formats that support it', async () => {
    const files = await write(
      [
        { format: 'webm' },
        { format: 'mov' },
        { format: 'png', at: 800 },
        { format: 'webp' },
        { format: 'mp4' },
      ],
      transparent(),
    );
    const at = (pixels: Buffer) => (x: number, y: number) => pixels[(y * 160 + x) * 4 + 3] ?? -1;
    const alphaOf = async (path: string, decoder: string[] = []) => {
      const frame = '-vf select=eq(n\\,8),format=rgba -frames:v 1 -f rawvideo -'.split(' ');
      const raw = execFileSync('ffmpeg', ['-v', 'error', ...decoder, '-i', path, ...frame], {
        maxBuffer: 1e8,
      });
      return at(raw);
    };
    const [webm, mov, png, webp, mp4] = files;
    const still = await sharp(png!.path).ensureAlpha().raw().toBuffer();
    const animated = await sharp(webp!.path, { page: 8 }).ensureAlpha().raw().toBuffer();
    for (const alpha of [
      await alphaOf(webm!.path, ['-c:v', 'libvpx-vp9']),
      await alphaOf(mov!.path),
      at(still),
      at(animated),
    ]) {
      expect(alpha(2, 2)).to.equal(0);
      expect(alpha(104, 40)).to.equal(255);
    }
    const black = await decodeFrames(mp4!.path, 'eq(n,8)');
    expect(Math.max(...black[0]!.at(2, 2))).to.be.at.most(3);
  });

  it('play again and again, or once', async () => {
    const moving = [{ format: 'gif' }, { format: 'webp' }] as const;
    const files = await write([...moving, ...moving.map((output) => ({ ...output, loop: false }))]);
    const loops = await Promise.all(files.map(async ({ path }) => (await sharp(path).metadata()).loop));
    expect(loops).to.deep.equal([0, 0, 1, 1]);
  });

  it('scale and resample the same composition, and render a part of it', async () => {
    const [small, fast, part, cover, all, twice] = await write([
      { format: 'mp4', size: { width: 80, fit: 'contain' } },
      { format: 'mp4', fps: 20 },
      { format: 'mp4', range: { from: 300, to: 700 } },
      { format: 'mp4', size: { width: 90, height: 90, fit: 'cover' } },
      { format: 'pngSequence' },
      { format: 'pngSequence', fps: 20 },
    ]);
    expect([small!.file.width, small!.file.height, small!.file.frames]).to.deep.equal([80, 46, 10]);
    expect([fast!.file.frames, fast!.file.durationMs]).to.deep.equal([20, 1000]);
    expect([part!.file.frames, part!.file.durationMs]).to.deep.equal([4, 400]);
    expect([cover!.file.width, cover!.file.height]).to.deep.equal([90, 90]);
    const [slow, quick] = [await unzipped(all!.path), await unzipped(twice!.path)];
    slow.forEach((frame, n) => expect(psnr(frame, quick[n * 2]!), 'frames of the same instant').to.equal(99));
    (await decodeFrames(part!.path)).forEach((frame, n) =>
      expect(psnr(frame, slow[n + 3]!)).to.be.at.least(32),
    );
    (await decodeFrames(fast!.path)).forEach((frame, n) => expect(psnr(frame, quick[n]!)).to.be.at.least(32));
    const sound = await decodeSound(part!.path);
    expect(sound.length / 2).to.be.closeTo(48_000 * 0.4, 1100);
  });

  it('include stills, posters and thumbnails at a given time', async () => {
    const files = await write([
      { format: 'mp4', poster: { at: 700, format: 'png' }, thumbnail: { at: 700, format: 'jpg', width: 80 } },
      { format: 'jpg', at: 700 },
      { format: 'webp', at: 700 },
    ]);
    expect(files.map(({ file }) => [file.role, file.format])).to.deep.equal([
      ['output', 'mp4'],
      ['poster', 'png'],
      ['thumbnail', 'jpg'],
      ['output', 'jpg'],
      ['output', 'webp'],
    ]);
    const path = join(studio.folder, 'exact.png');
    await renderFrameTo(path, studio, opaque(), 700);
    const exact = await sharp(path).removeAlpha().raw().toBuffer();
    expect((await sharp(files[1]!.path).removeAlpha().raw().toBuffer()).equals(exact)).to.equal(true);
    expect((await sharp(files[2]!.path).metadata()).width).to.equal(80);
    for (const { path } of files.slice(3)) {
      const pixels = await sharp(path).removeAlpha().raw().toBuffer();
      const error = pixels.reduce((sum, value, i) => sum + (value - (exact[i] ?? 0)) ** 2, 0) / pixels.length;
      expect(10 * Math.log10(65_025 / error)).to.be.at.least(28);
    }
  });

  it('include audio alone, and a part of it', async () => {
    const [mp3, wav, m4a] = await write([
      { format: 'mp3' },
      { format: 'wav', range: { from: 250, to: 500 } },
      { format: 'm4a', quality: 80 },
    ]);
    const whole = await decodeSound(wav!.path);
    expect(whole.length / 2).to.equal(12_000);
    expect((await probeOutput(m4a!.path)).format['duration']).to.equal('1.000000');
    expect(mp3!.file.durationMs).to.equal(1000);
    const peak = (sound: Float32Array) => sound.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    for (const { path } of [mp3!, wav!, m4a!])
      expect(peak(await decodeSound(path))).to.be.closeTo(0.0625, 0.01);
  });

  it('fail if no frame lies in the range', async () => {
    const failed = await tryRender(studio, opaque(), { outputs: [{ format: 'mp4', range: { from: 5000 } }] });
    expect(failed).to.have.nested.property('left.message').that.contains('range');
  });
});
