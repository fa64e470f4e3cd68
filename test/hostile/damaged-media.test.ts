import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import sharp from 'sharp';
import { HARMLESS_COLOR } from './corpus/hostile-case.js';
import { BT709, flat, makeMedia, tone } from './corpus/make-media.js';
import { expectClearFailure, expectPicture, watchMemory } from './outcomes.js';
import { mostMs, startVictim } from './victim.js';
import { LONG } from '../support/long-form.js';
import { lavfi } from '../support/renders/lavfi.js';
import { forSuite } from '../support/for-suite.js';

/** How many damaged files are rendered: in the short form, one of every other original. Each is determined by its number. */
const FILES = LONG ? 2000 : 9;

/** Pseudo-random numbers from 0 inclusive to 1 exclusive, the same for the same seed (mulberry32). */
const randomNumbers = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Applies one to six mutations: changes single bytes, blanks, drops, doubles or swaps parts, or cuts off the end. */
const damaged = (file: Buffer, random: () => number): Buffer => {
  let bytes = Buffer.from(file);
  const below = (limit: number) => Math.floor(random() * limit);
  for (let times = 1 + below(6); times > 0; times -= 1) {
    const from = below(bytes.length);
    const to = Math.min(bytes.length, from + 1 + below(1 + below(2000)));
    const [before, part, after] = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)];
    switch (below(6)) {
      case 0:
      case 1:
        bytes[from] = below(256);
        break;
      case 2:
        part.fill(below(2) * 255);
        break;
      case 3:
        bytes = Buffer.concat([before, after]);
        break;
      case 4:
        bytes = Buffer.concat([before, part, part, after]);
        break;
      default:
        bytes =
          random() < 0.3 ? Buffer.from(before) : Buffer.concat([before, Buffer.from(part).reverse(), after]);
    }
    if (bytes.length === 0) return bytes;
  }
  return bytes;
};

interface Original {
  readonly clip: 'video' | 'image' | 'audio';
  readonly file: Buffer;
}

const originals = async (folder: string): Promise<ReadonlyArray<Original>> => {
  const make = (name: string, ...args: ReadonlyArray<string>) => makeMedia(folder, name, args);
  const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', ...BT709];
  const moving = lavfi('testsrc2=s=96x64:r=25:d=1');
  const picture = sharp({ create: { width: 96, height: 64, channels: 3, background: HARMLESS_COLOR } });
  const media: ReadonlyArray<readonly [Original['clip'], string, ReadonlyArray<string>]> = [
    ['video', 'a.mp4', [...moving, ...tone(), ...h264, '-c:a', 'aac']],
    ['video', 'b.mkv', [...moving, ...tone(), ...h264, '-c:a', 'libopus']],
    ['video', 'c.webm', [...flat(), '-c:v', 'libvpx', '-deadline', 'realtime', '-b:v', '200k']],
    ['video', 'd.ts', [...moving, ...h264]],
    ['video', 'e.mov', [...moving, '-c:v', 'prores_ks']],
    ['video', 'f.avi', [...moving, '-c:v', 'mpeg4']],
    ['audio', 'g.mp3', tone()],
    ['audio', 'h.wav', tone()],
    ['audio', 'i.flac', tone()],
    ['audio', 'j.ogg', [...tone(), '-c:a', 'libvorbis']],
    ['audio', 'k.m4a', [...tone(), '-c:a', 'aac']],
    ['image', 'l.gif', moving],
  ];
  const made: Original[] = [];
  for (const [clip, name, args] of media) made.push({ clip, file: await make(name, ...args) });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="64"><defs><linearGradient id="g">
    <stop offset="0" stop-color="#00a000"/><stop offset="1" stop-color="#0000a0"/></linearGradient></defs>
    <rect width="96" height="64" fill="url(#g)"/><text x="9" y="30" font-size="20">text</text></svg>`;
  const noisy = sharp({
    create: {
      width: 96,
      height: 64,
      channels: 3,
      background: HARMLESS_COLOR,
      noise: { type: 'gaussian', mean: 90, sigma: 30 },
    },
  });
  const images = await Promise.all([
    noisy.clone().png().toBuffer(),
    noisy.clone().jpeg().toBuffer(),
    noisy.clone().webp().toBuffer(),
    noisy.clone().tiff().toBuffer(),
    picture.clone().avif().toBuffer(),
  ]);
  const pictures = [...images, Buffer.from(drawing)];
  return [...made, ...pictures.map((file): Original => ({ clip: 'image', file }))];
};

describe('damaged media', function () {
  this.timeout(7_200_000);
  const victim = forSuite(startVictim, ({ close }) => close());

  it(`does not harm the worker: ${FILES} files end in a clear failure or in a picture`, async () => {
    const files = await originals(victim.canaries.folder);
    const memory = watchMemory();
    const problems: string[] = [];
    let [next, failed, rendered] = [0, 0, 0];
    const suffer = async (number: number): Promise<void> => {
      const { clip, file } = files[(LONG ? number : 2 * number) % files.length]!;
      const source = victim.server.serve(`/${number}`, damaged(file, randomNumbers(number)));
      const result = await victim.render([{ type: clip, source }], mostMs());
      if (E.isLeft(result)) failed += 1;
      else rendered += 1;
      if (E.isLeft(result)) expectClearFailure(result.left, victim.folder);
      else await expectPicture(result.right);
    };
    const sufferAll = async (): Promise<void> => {
      for (let number = next++; number < FILES; number = next++) {
        await suffer(number).catch((error: unknown) => problems.push(`${number}: ${String(error)}`));
      }
    };
    await Promise.all([sufferAll(), sufferAll()]).finally(memory.stop);
    expect(problems).to.deep.equal([]);
    // Damage that breaks all files or none would test nothing.
    expect(Math.min(failed, rendered)).to.be.above(FILES / 20);
    expect(await victim.leftovers()).to.deep.equal([]);
    expect(victim.canary.connections()).to.equal(0);
    memory.expectBounded();
  });
});
