import { expect } from 'chai';
import sharp from 'sharp';
import { animationReader } from '../../../../infrastructure/rendering/pictures/animation-reader.js';

describe('Reading an animation', () => {
  const [width, height, pages] = [8, 6, 23];
  const grey = (page: number): number => page * 11;

  for (const kind of ['gif', 'webp'] as const)
    it(`returns any page of a ${kind}, whatever was decoded before`, async () => {
      const pictures = await Promise.all(
        Array.from({ length: pages }, (_, page) => {
          const level = grey(page);
          const background = { r: level, g: level, b: level };
          return sharp({ create: { width, height, channels: 3, background } })
            .png()
            .toBuffer();
        }),
      );
      const animation = sharp(pictures, { join: { animated: true } });
      const file = await (kind === 'gif' ? animation.gif() : animation.webp({ lossless: true })).toBuffer();
      for (const atOnce of [1, 7, 1000]) {
        const open = await animationReader(file, atOnce * width * height);
        for (const page of [0, 1, 6, 7, 13, 14, 22, 3, 21]) {
          const { data, info } = await (await open(page)).raw().toBuffer({ resolveWithObject: true });
          expect([info.width, info.height]).to.deep.equal([width, height]);
          expect(new Set(data), `page ${page}, ${atOnce} at once`).to.deep.equal(new Set([grey(page), 255]));
        }
      }
    });
});
