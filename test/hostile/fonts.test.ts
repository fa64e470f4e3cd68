import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { RenderFailure } from '../../domain/render/render-failure.js';
import { fontFolders } from '../../infrastructure/rendering/text/fonts/font-files.js';
import { shippedFaces } from '../../infrastructure/rendering/text/fonts/shipped-fonts.js';
import { tableDirectory, withTables } from '../../infrastructure/rendering/text/fonts/font-tables.js';
import { glyphOf } from '../support/pictures/client-fonts.js';
import { picturedGlyph } from '../support/pictures/color-fonts.js';
import { chunk, header, packedZeros, png } from './corpus/png.js';
import { mostMs, startVictim } from './victim.js';
import { LONG, sampled } from '../support/long-form.js';
import { forSuite } from '../support/for-suite.js';

const TTF = `${fontFolders()[0]}/400Regular/Montserrat_400Regular.ttf`;
const WOFF2 = shippedFaces('inter')[0]?.path ?? '';

/** A copy with this many bytes changed, the same for the same seed. */
const damaged = (font: Buffer, count: number, seed: number): Buffer => {
  const copy = Buffer.from(font);
  let state = seed;
  for (let change = 0; change < count; change += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // After the table directory, so that the damage is not found by the first check.
    copy[400 + (state % (copy.length - 400))] = state >>> 24;
  }
  return copy;
};

/** A copy with a modified table. */
const withTable = (font: Buffer, name: string, change: (table: Buffer) => void): Buffer => {
  const copy = Buffer.from(font);
  for (let record = 12; record < 12 + copy.readUInt16BE(4) * 16; record += 16)
    if (copy.toString('latin1', record, record + 4) === name) {
      const offset = copy.readUInt32BE(record + 8);
      change(copy.subarray(offset, offset + copy.readUInt32BE(record + 12)));
    }
  return copy;
};

/** A file that claims to decompress to two gigabytes. */
const bomb = (woff2: Buffer): Buffer => {
  const copy = Buffer.from(woff2);
  copy.writeUInt32BE(0x7f_ff_ff_ff, 16);
  return copy;
};

/** A black picture with as many rows as columns, one bit for each pixel. */
const picture = (side: number): Buffer =>
  png(header(side, side, 1, 0), chunk('IDAT', packedZeros(side * (Math.ceil(side / 8) + 1))));

const glyphsIn = (font: Buffer): number =>
  font.readUInt16BE((tableDirectory(font, 0).get('maxp')?.offset ?? 0) + 4);

/** Asserts that the failure names the font, or the text that needs it. */
const expectClear = (failure: RenderFailure, folder: string): void => {
  expect(failure.stage).to.be.oneOf(['decode', 'compose']);
  expect(failure.message).to.match(/^the (?:font "Own" could not be read|text |font needs )[^\n/\\]{5,200}$/);
  expect(JSON.stringify(failure)).to.not.include(folder);
};

describe('hostile fonts', function () {
  this.timeout(600_000);
  const victim = forSuite(startVictim, ({ close }) => close());
  let files: Readonly<Record<string, Buffer>>;
  before(async () => {
    const [ttf, woff2] = await Promise.all([readFile(TTF), readFile(WOFF2)]);
    const seeds = LONG ? 40 : 2;
    files = {
      empty: Buffer.alloc(0),
      page: Buffer.from('<!doctype html><title>no font</title>'),
      'only a directory': ttf.subarray(0, 300),
      'half of a WOFF2 file': woff2.subarray(0, woff2.length / 2),
      'a WOFF2 file without its last byte': woff2.subarray(0, -1),
      'the header of a WOFF2 file': woff2.subarray(0, 48),
      'thousands of tables': withTables(
        ttf,
        0,
        Object.fromEntries(
          Array.from({ length: 3000 }, (_, index) => [String(index).padStart(4, '0'), Buffer.alloc(4)]),
        ),
      ),
      'a picture of a letter with a billion pixels': withTables(ttf, 0, {
        sbix: picturedGlyph(glyphOf('O'), glyphsIn(ttf), 50, picture(30_000)),
      }),
      'a WOFF2 file that decompresses to gigabytes': bomb(woff2),
      'nothing but tables': Buffer.concat([
        Buffer.from([0, 1, 0, 0, 0xff, 0xff]),
        Buffer.alloc(1_100_000, 7),
      ]),
      'letters of immense size': withTable(ttf, 'head', (head) => {
        head.writeUInt16BE(16, 18);
        head.writeInt16BE(32_767, 42);
      }),
      'no units': withTable(ttf, 'head', (head) => head.writeUInt16BE(0, 18)),
      'glyphs in the wrong places': withTable(ttf, 'loca', (loca) => loca.fill(0xff)),
      'noise for outlines': withTable(ttf, 'glyf', (glyf) => glyf.set(damaged(glyf, glyf.length, 9))),
      ...Object.fromEntries(
        Array.from({ length: seeds }, (_, seed) => [
          [`a TTF file damaged by ${seed}`, damaged(ttf, 2000, seed)],
          [`a WOFF2 file damaged by ${seed}`, damaged(woff2, 20, seed)],
        ]).flat(),
      ),
    };
  });

  it('end in a clear failure or in a picture, in time, and leave nothing behind', async () => {
    const waiting = [...sampled(Object.entries(files), 2)];
    const suffer = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [name, content] = next;
        const source = victim.server.serve(`/${encodeURIComponent(name)}`, content);
        const textProperties = { content: 'Office 123 affluent', fontFamily: 'Own', fontSize: 24 };
        const result = await victim.render([{ type: 'text', textProperties }], mostMs(), {
          fonts: [{ family: 'Own', source }],
        });
        if (process.env['SHOW_OUTCOMES'])
          console.log(name, E.isLeft(result) ? JSON.stringify(result.left) : 'rendered');
        if (E.isRight(result)) await result.right.dispose();
        else expectClear(result.left, victim.folder);
      }
    };
    await Promise.all([suffer(), suffer()]);
    expect(await victim.leftovers()).to.deep.equal([]);
  });
});
