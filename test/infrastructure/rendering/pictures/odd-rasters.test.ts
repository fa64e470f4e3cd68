import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { sharpRasterizer } from '../../../../infrastructure/rendering/pictures/stills.js';
import { openFontLibrary } from '../../../../infrastructure/rendering/text/fonts/fonts.js';
import { folderForSuite } from '../../../support/for-suite.js';
import { rightOf } from '../../../support/right-of.js';

describe('Rasters of images for scenes', () => {
  const folder = folderForSuite();

  it('are all of the image and nothing else, also with odd sides', async () => {
    const path = join(folder, 'white.png');
    await sharp({ create: { width: 320, height: 200, channels: 3, background: '#FFFFFF' } })
      .png()
      .toFile(path);
    const rasterizer = sharpRasterizer(openFontLibrary());
    const { signal } = new AbortController();
    for (const size of [
      { width: 100, height: 63 },
      { width: 101, height: 60 },
      { width: 321, height: 201 },
      { width: 1, height: 1 },
    ]) {
      const source = { _tag: 'Image', path, pages: [0] } as const;
      const raster = rightOf(
        await rasterizer.paint(
          { _tag: 'Raster', source, size },
          { width: 160, height: 100 },
          { folder, name: 'a', signal },
        )(),
      );
      expect(raster?.rect).to.deep.equal({ x: 0, y: 0, ...size });
      const pixels = await readFile(raster?.files[0] ?? '');
      expect(pixels).to.have.length(size.width * size.height * 4);
      expect(
        pixels.every((level) => level === 255),
        `${size.width} × ${size.height}`,
      ).to.equal(true);
    }
  });
});
