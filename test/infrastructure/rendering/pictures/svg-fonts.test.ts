import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { openImage, rawPixels, readImage } from '../../../../infrastructure/rendering/pictures/images.js';
import { folderForSuite } from '../../../support/for-suite.js';

const SIZE = { width: 400, height: 60 };
const pictureWith = (style: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="60"><text x="5" y="40" font-size="32" ${style}>Hamburg illi</text></svg>`;

describe('Texts in SVG pictures', () => {
  const folder = folderForSuite();

  const drawn = async (style: string): Promise<Buffer> => {
    const path = join(folder, 'text.svg');
    await writeFile(path, pictureWith(style));
    const { data } = await rawPixels(await openImage(await readImage(path), 0, SIZE));
    return Buffer.from(data);
  };
  const inkOf = (rgba: Buffer): number => {
    let sum = 0;
    for (let at = 3; at < rgba.length; at += 4) sum += rgba[at] ?? 0;
    return sum / 255;
  };

  it('find the families of the service, in their weights and styles', async () => {
    const unknown = await drawn('font-family="No Such Family"');
    const families = ['Inter', 'Pacifico', 'Bebas Neue', 'JetBrains Mono', 'Montserrat', 'Playfair Display'];
    const pictures: Buffer[] = [];
    for (const family of families) pictures.push(await drawn(`font-family="${family}"`));
    expect(new Set([unknown, ...pictures].map((picture) => picture.toString('base64'))).size).to.equal(
      families.length + 1,
    );
    for (const family of ['Inter', 'Poppins', 'Montserrat']) {
      const inks = [];
      for (const weight of [100, 400, 900])
        inks.push(inkOf(await drawn(`font-family="${family}" font-weight="${weight}"`)));
      expect(inks, family).to.deep.equal(inks.toSorted((a, b) => a - b));
      expect(inks[2], family).to.be.above(2 * (inks[0] ?? 0));
    }
    const [upright, italic] = [
      await drawn('font-family="Lora"'),
      await drawn('font-family="Lora" font-style="italic"'),
    ];
    expect(upright.equals(italic)).to.equal(false);
  });
});
