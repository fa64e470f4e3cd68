import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { scaledPictures } from '../../../../infrastructure/rendering/drawing/scaled-pictures.js';
import {
  putPixels,
  skiaSurface,
  skiaTools,
} from '../../../../infrastructure/rendering/drawing/skia-tools.js';
import type { RgbaImage } from '../../../../infrastructure/rendering/pictures/yuv.js';
import type { CoveringPicture } from '../../../../workers/render/draw/covering-pictures.js';

const FRAME = { width: 64, height: 36 };

/** An opaque picture of random pixels. */
const noise = (width: number, height: number, seed: string): RgbaImage => {
  const pixels = createHash('shake256', { outputLength: width * height * 4 })
    .update(seed)
    .digest();
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
  return { width, height, data: pixels };
};

const PICTURES = [noise(91, 57, 'first'), noise(77, 44, 'second')];

/** The frame as Skia draws it. */
const drawn = (covering: ReadonlyArray<CoveringPicture>): Uint8Array => {
  const target = skiaSurface(FRAME.width, FRAME.height);
  target.context.imageSmoothingQuality = 'high';
  for (const { picture, from, opacity } of covering) {
    const { width, height, data: pixels } = PICTURES[picture]!;
    const surface = skiaSurface(width, height);
    putPixels(surface, pixels);
    target.context.globalAlpha = opacity;
    skiaTools.draw(target.context, surface, from, { x: 0, y: 0, ...FRAME });
  }
  return target.canvas.data();
};

/** How light each px of a grey frame is. */
const lightOf = (rgba: Uint8Array): ReadonlyArray<number> =>
  Array.from({ length: rgba.length / 4 }, (_, px) => rgba[px * 4] ?? 0);

const furthest = (a: Uint8Array, b: Uint8Array): number => {
  expect(a.length).to.equal(b.length);
  return a.reduce((most, value, index) => Math.max(most, Math.abs(value - (b[index] ?? 0))), 0);
};

const whole = { x: 0, y: 0, width: 91, height: 57 };
const CASES: Readonly<Record<string, ReadonlyArray<CoveringPicture>>> = {
  'a whole picture': [{ picture: 0, from: { ...whole, height: 51.1875 }, opacity: 1 }],
  'a part of one': [{ picture: 0, from: { x: 7.3, y: 1.9, width: 80, height: 45 }, opacity: 1 }],
  'a part of its size': [{ picture: 0, from: { x: 5, y: 3, ...FRAME }, opacity: 1 }],
  'a part between its pixels': [{ picture: 0, from: { x: 5.5, y: 3.25, ...FRAME }, opacity: 1 }],
  'an enlarged part': [{ picture: 0, from: { x: 9.7, y: 4.2, width: 48, height: 27 }, opacity: 1 }],
  'a much enlarged part': [{ picture: 1, from: { x: 70.2, y: 40.1, width: 6.4, height: 3.6 }, opacity: 1 }],
  'a corner, much enlarged': [{ picture: 1, from: { x: 0, y: 0, width: 6.4, height: 3.6 }, opacity: 1 }],
  'a part enlarged in its height': [
    { picture: 0, from: { x: 3, y: 9, width: 76.8, height: 20 }, opacity: 1 },
  ],
  'one faded into another': [
    { picture: 0, from: { x: 7.3, y: 1.9, width: 80, height: 45 }, opacity: 1 },
    { picture: 1, from: { x: 9.7, y: 4.2, width: 48, height: 27 }, opacity: 0.3 },
  ],
};

describe('scaled pictures', () => {
  for (const [name, covering] of Object.entries(CASES))
    it(`are those that Skia draws, give or take two levels: ${name}`, () => {
      expect(furthest(scaledPictures(FRAME, PICTURES)(covering), drawn(covering))).to.be.at.most(2);
    });

  it('move evenly, by less than the steps in which Skia interpolates', () => {
    const ramp = Buffer.alloc(96 * 40 * 4, 255);
    for (let y = 0; y < 40; y += 1)
      for (let x = 0; x < 96; x += 1) ramp.fill(Math.min(255, 2 * x), (y * 96 + x) * 4, (y * 96 + x) * 4 + 3);
    const scaled = scaledPictures(FRAME, [{ width: 96, height: 40, data: ramp }]);
    const meanAt = (x: number): number => {
      const from = { x, y: 0, width: 70, height: 40 };
      const luma = lightOf(scaled([{ picture: 0, from, opacity: 1 }]));
      return luma.reduce((sum, value) => sum + value, 0) / luma.length;
    };
    const means = Array.from({ length: 41 }, (_, step) => meanAt(step / 40));
    const steps = means.slice(1).map((mean, index) => mean - means[index]!);
    const average = (means.at(-1)! - means[0]!) / steps.length;
    expect(Math.min(...steps)).to.be.at.least(0);
    expect(Math.max(...steps)).to.be.below(2 * average);
  });

  it('zoom for ten seconds without a jump or a stop', () => {
    const size = { width: 80, height: 45 };
    const disc = Buffer.alloc(size.width * size.height * 4, 255);
    for (let y = 0; y < size.height; y += 1)
      for (let x = 0; x < size.width; x += 1) {
        const light = 255 * Math.exp(-((x - 50) ** 2 + (y - 25) ** 2) / 60);
        const at = (y * size.width + x) * 4;
        disc.fill(Math.round(light), at, at + 3);
      }
    const scaled = scaledPictures(FRAME, [{ ...size, data: disc }]);
    const centroidAt = (side: number): number => {
      const from = { x: 0, y: 0, width: size.width * side, height: size.height * side };
      const luma = lightOf(scaled([{ picture: 0, from, opacity: 1 }]));
      const sum = luma.reduce((all, value) => all + value, 0);
      return luma.reduce((all, value, at) => all + value * (at % 64), 0) / sum;
    };
    const frames = 300;
    const places = Array.from({ length: frames + 1 }, (_, frame) =>
      centroidAt(1 / (1 + (0.1 * frame) / frames)),
    );
    const steps = places.slice(1).map((place, index) => place - places[index]!);
    const average = (places.at(-1)! - places[0]!) / frames;
    expect(average).to.be.closeTo((0.1 * 40.5) / frames, 0.002);
    expect(Math.min(...steps)).to.be.above(0);
    expect(Math.max(...steps)).to.be.below(2 * average);
  });
});
