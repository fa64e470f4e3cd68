import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { boxAt } from '../../../../../workers/render/compose/h264/boxes.js';
import { joinedSamples, pieceTables } from '../../../../../workers/render/compose/h264/joined-movie.js';
import { openStudio, type Studio } from '../../../../support/renders/render.js';

const RATE = { num: 10, den: 1 };
const FRAMES = 15;

describe('The tables of joined pieces', function () {
  this.timeout(60_000);
  let studio: Studio;
  let moov: Uint8Array;
  before(async () => {
    studio = await openStudio();
    const source = ['-f', 'lavfi', '-i', 'testsrc2=s=64x36:r=10:d=1.5', '-pix_fmt', 'yuv420p'];
    const piece = await studio.make('piece.mp4', ...source, '-g', '10', '-bf', '2', '-b_strategy', '0');
    moov = boxAt(await readFile(piece), 'moov') ?? new Uint8Array();
  });
  after(() => studio.dispose());

  it('map each sample to its frame, piece after piece, in one track', () => {
    const tables = pieceTables(moov, RATE);
    if (!tables) throw new Error('the piece can be read');
    expect([...tables.keys]).to.deep.equal([0, 10]);
    expect(tables.places).to.not.deep.equal([...tables.places.keys()], 'B-frames are decoded later');
    expect(tables.places.toSorted((a, b) => a - b)).to.deep.equal([...tables.places.keys()]);
    const samples = joinedSamples([tables, { ...tables, delay: tables.delay + 1 }]);
    const shown = samples.map(({ delay }, index) => index + delay - tables.delay - 1);
    const second = tables.places.map((place) => place + FRAMES);
    expect(shown).to.deep.equal([...tables.places, ...second]);
    expect(pieceTables(moov, { num: 7, den: 1 }), 'another rate').to.equal(undefined);
  });

  it('are read safely if they are damaged', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(moov.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        fc.nat(moov.length),
        (changes, length) => {
          const damaged = Uint8Array.from(moov);
          for (const [at, byte] of changes) damaged[at] = byte;
          for (const one of [pieceTables(damaged, RATE), pieceTables(moov.subarray(0, length), RATE)])
            expect(one?.samples.length ?? FRAMES).to.equal(FRAMES);
        },
      ),
      { numRuns: 300 },
    );
  });
});
