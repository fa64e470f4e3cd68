import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { planarFrames } from '../../../../infrastructure/rendering/drawing/planar-frames.js';
import { fromDrawn } from '../../../../workers/render/ways/drawn/drawn-inputs.js';

/** Opaque frames of any colours, as RGBA: pseudorandom, with many channels at the ends of their range. */
const noise = (width: number, height: number, seed: string): Buffer => {
  const pixels = createHash('shake256', { outputLength: width * height * 4 })
    .update(seed)
    .digest();
  return Buffer.from(pixels.map((value) => (value < 64 ? 0 : value >= 192 ? 255 : value)));
};

/** What ffmpeg makes of a frame of an opaque drawn layer. */
const byFfmpeg = (rgba: Buffer, size: string): Buffer => {
  const { stdout } = spawnSync(
    'ffmpeg',
    `-v error -f rawvideo -pixel_format rgb0 -video_size ${size} -i - -vf ${fromDrawn(true)} -f rawvideo -`.split(
      ' ',
    ),
    { input: rgba, maxBuffer: 2 ** 26 },
  );
  return stdout;
};

describe('frames in planar YUV', function () {
  this.timeout(60_000);

  for (const [width, height] of [
    [8, 12],
    [24, 14],
    [200, 50],
    [640, 360],
  ] as const)
    it(`are what ffmpeg converts, at ${width}×${height}`, () => {
      const frame = noise(width, height, 'first');
      const converted = planarFrames({ width, height }).fromPixels(frame);
      expect(converted.length).to.equal(width * height * 1.5);
      expect(Buffer.compare(converted, byFfmpeg(frame, `${width}x${height}`))).to.equal(0);
    });

  it('stay until the next but one is converted', () => {
    const [first, second] = [noise(16, 16, 'first'), noise(16, 16, 'second')];
    const { fromPixels: convert } = planarFrames({ width: 16, height: 16 });
    const converted = convert(first);
    const before = Buffer.from(converted);
    const other = Buffer.from(convert(second));
    expect(Buffer.compare(converted, before)).to.equal(0);
    expect(Buffer.compare(other, before)).to.not.equal(0);
    expect(Buffer.compare(convert(first), before)).to.equal(0);
  });
});
