import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { boxAt } from '../../../../../workers/render/compose/h264/boxes.js';
import {
  type CopyableTrack,
  copyableTrack,
} from '../../../../../workers/render/compose/h264/copyable-track.js';
import { TABLES } from '../../../../../workers/render/compose/h264/sample-tables.js';
import { samplesIn } from '../../../../../workers/render/compose/h264/sample-tables.js';
import { writeCopy } from '../../../../../workers/render/run/copies/write-copy.js';
import { openStudio, type Studio } from '../../../../support/renders/render.js';

const FIRST_GROUP = { from: 0, to: 10 };
const DELAY = 2;

describe('A copy of frames of a source', function () {
  this.timeout(60_000);
  let studio: Studio;
  let path: string;
  let file: Uint8Array;
  let moov: Uint8Array;
  let track: CopyableTrack;
  before(async () => {
    studio = await openStudio();
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=128x72:r=10:d=3', '-pix_fmt', 'yuv420p'];
    path = await studio.make('source.mp4', ...picture, '-g', '10');
    file = await readFile(path);
    moov = boxAt(file, 'moov') ?? new Uint8Array();
    const found = copyableTrack(moov);
    if (!found) throw new Error('it can be copied');
    track = found;
  });
  after(() => studio.dispose());

  const copy = (changed: Partial<CopyableTrack> = {}, delay = DELAY): Promise<boolean> => {
    const headers = { file, moov, delay, rate: { num: 10, den: 1 } };
    return writeCopy(path, { ...track, ...changed }, FIRST_GROUP, headers, join(studio.folder, 'copy.mp4'));
  };

  it('has the slices of the source, and is as long as its boxes say', async () => {
    expect(await copy()).to.equal(true);
    const copied = await readFile(join(studio.folder, 'copy.mp4'));
    const tables = boxAt(copied, ...TABLES) ?? new Uint8Array();
    const ranges = samplesIn(tables) ?? [];
    const bytesOf = (of: Uint8Array, { start, length }: { start: number; length: number }) =>
      Buffer.from(of.subarray(start, start + length)).toString('hex');
    expect(ranges.map((range) => bytesOf(copied, range)).slice(1)).to.deep.equal(
      track.samples.slice(1, 10).map((range) => bytesOf(file, range)),
    );
    expect(boxAt(tables, 'stss')?.subarray(8)).to.deep.equal(Buffer.from([0, 0, 0, 1]));
  });

  it('is refused if frames are decoded too late', async () => {
    expect(await copy({}, 0)).to.equal(false);
  });

  it('is refused if a sample contains anything but slices of the kind that the tables state', async () => {
    expect(await copy({ groups: [] }), 'a key frame').to.equal(false);
    const cut = track.samples.map((sample, index) => (index === 9 ? { ...sample, length: 8 } : sample));
    expect(await copy({ samples: cut }), 'half a sample').to.equal(false);
  });

  it('is refused if the source ends before a sample', async () => {
    const beyond = track.samples.map((sample, index) =>
      index === 9 ? { ...sample, start: file.length - 4 } : sample,
    );
    expect(await copy({ samples: beyond })).to.equal(false);
  });
});
