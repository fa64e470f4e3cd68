import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import {
  allTopLevelBoxes,
  movieBody,
  type TopLevelBox,
} from '../../../../workers/render/mp4/top-level-boxes.js';
import { rejection } from '../../../support/rejection.js';
import { folderForSuite } from '../../../support/for-suite.js';

const box = (type: string, body = '', size = 8 + body.length): Buffer => {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(size);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, Buffer.from(body, 'latin1')]);
};

/** A box with a 64-bit size. */
const largeBox = (type: string, body: string, size = 16 + body.length): Buffer => {
  const [header, rest] = [box(type, '', 1), Buffer.alloc(8)];
  rest.writeBigUInt64BE(BigInt(size));
  return Buffer.concat([header, rest, Buffer.from(body, 'latin1')]);
};

describe('The top-level boxes of an MP4 file', () => {
  const folder = folderForSuite();

  const written = async (parts: ReadonlyArray<Buffer>): Promise<string> => {
    const path = join(folder, 'boxes.mp4');
    await writeFile(path, Buffer.concat(parts));
    return path;
  };

  const all = async (...parts: ReadonlyArray<Buffer>): Promise<ReadonlyArray<TopLevelBox>> => {
    const file = await open(await written(parts));
    try {
      return await allTopLevelBoxes(file);
    } finally {
      await file.close();
    }
  };

  it('have sizes of 32 bits, of 64 bits, or reach to the end of the file', async () => {
    expect(
      await all(box('ftyp', 'isom'), largeBox('mdat', 'frames'), box('moov', 'tables', 0)),
    ).to.deep.equal([
      { type: 'ftyp', start: 0, size: 12, headerSize: 8 },
      { type: 'mdat', start: 12, size: 22, headerSize: 16 },
      { type: 'moov', start: 34, size: 14, headerSize: 8 },
    ]);
  });

  it('fill the file', async () => {
    const whole = box('ftyp', 'isom');
    const misfits = [
      box('moov', 'tables', 15),
      box('moov', 'tables', 7),
      largeBox('moov', 'tables', 15),
      largeBox('moov', 'tables', 2 ** 60),
      box('moov').subarray(0, 7),
      largeBox('moov', '').subarray(0, 12),
    ];
    for (const misfit of misfits) {
      expect(await rejection(all(whole, misfit)))
        .to.be.an('error')
        .with.property('message', 'the boxes do not fill the file');
    }
  });

  it('are at most 1000', async () => {
    const boxes = Array.from({ length: 1001 }, () => box('free'));
    expect(await rejection(all(...boxes)))
      .to.be.an('error')
      .with.property('message', 'the boxes do not fill the file');
  });

  it('have one movie, which is read up to a size limit', async () => {
    const movie = async (most: number, ...parts: ReadonlyArray<Buffer>) =>
      (await movieBody(await written(parts), most))?.toString('latin1');
    const [free, moov] = [box('free', 'four'), largeBox('moov', 'tables')];
    expect(await movie(22, free, moov)).to.equal('tables');
    expect(await movie(21, free, moov)).to.equal(undefined);
    for (const others of [[free], [moov, moov], [moov, box('moof')]])
      expect(await movie(22, ...others)).to.equal(undefined);
  });
});
