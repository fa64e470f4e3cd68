import { readdir, readFile, stat } from 'node:fs/promises';
import { expect } from 'chai';
import sharp from 'sharp';
import { EXAMPLES } from './examples.js';
import { FOLDER, PAGE, pageOf } from './page.js';
import { encoded, endingOf, LARGEST_FILE, openPainter, type Painter } from './pictures.js';

/** The long form draws every example, the short form one of five. */
const LONG = process.env['LONG_TESTS'] === '1';
const LARGEST_GALLERY = 3_000_000;
/** Mean difference of a channel: encoders of other releases may choose other colours of a palette. */
const NEAR = 3;

describe('The gallery', function () {
  this.timeout(120_000);
  let painter: Painter;
  before(async () => {
    painter = await openPainter();
  });
  after(() => painter.dispose());

  for (const example of EXAMPLES.filter((_, index) => LONG || index % 5 === 0))
    it(`shows what is drawn: ${example.name}`, async () => {
      const drawn = await painter.framesOf(example);
      const path = `${FOLDER}/${example.name}.${endingOf(drawn)}`;
      expect((await stat(path)).size).to.be.at.most(LARGEST_FILE);
      const pixels = (from: Buffer) => sharp(from, { animated: true }).removeAlpha().raw().toBuffer();
      const [kept, made] = [await pixels(await readFile(path)), await pixels(await encoded(drawn))];
      expect(kept.length).to.equal(made.length);
      const apart = kept.reduce((sum, value, index) => sum + Math.abs(value - (made[index] ?? 0)), 0);
      expect(apart / kept.length).to.be.below(NEAR);
    });

  it('is the page that its examples generate, without superfluous files', async () => {
    const files = await readdir(FOLDER);
    const endings = new Map(files.map((file) => [file.replace(/\.\w+$/, ''), file.replace(/^.*\./, '')]));
    expect([...endings.keys()].toSorted()).to.deep.equal(EXAMPLES.map(({ name }) => name).toSorted());
    expect(await readFile(PAGE, 'utf8')).to.equal(await pageOf(endings));
    const sizes = await Promise.all(files.map(async (file) => (await stat(`${FOLDER}/${file}`)).size));
    expect(sizes.reduce((a, b) => a + b, 0)).to.be.at.most(LARGEST_GALLERY);
  });
});
