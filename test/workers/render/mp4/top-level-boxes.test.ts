import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import {
  allTopLevelBoxes,
  bodyOf,
  type Mp4Box,
  topLevelBoxes,
} from '../../../../workers/render/mp4/top-level-boxes.js';
import { rejection } from '../../../support/rejection.js';

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
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framewright-boxes-'));
  });
  after(() => rm(folder, { recursive: true }));

  const inFile = async <A>(
    parts: ReadonlyArray<Buffer>,
    use: (file: FileHandle) => Promise<A>,
  ): Promise<A> => {
    const path = join(folder, 'boxes.mp4');
    await writeFile(path, Buffer.concat(parts));
    const file = await open(path);
    try {
      return await use(file);
    } finally {
      await file.close();
    }
  };

  const walked = (...parts: ReadonlyArray<Buffer>): Promise<ReadonlyArray<Mp4Box>> =>
    inFile(parts, async (file) => {
      const boxes: Mp4Box[] = [];
      for await (const found of topLevelBoxes(file)) boxes.push(found);
      return boxes;
    });

  const all = (...parts: ReadonlyArray<Buffer>): Promise<ReadonlyArray<Mp4Box>> =>
    inFile(parts, allTopLevelBoxes);

  it('have sizes of 32 bits, of 64 bits, or reach to the end of the file', async () => {
    expect(
      await all(box('ftyp', 'isom'), largeBox('mdat', 'frames'), box('moov', 'tables', 0)),
    ).to.deep.equal([
      { type: 'ftyp', start: 0, size: 12, headerSize: 8 },
      { type: 'mdat', start: 12, size: 22, headerSize: 16 },
      { type: 'moov', start: 34, size: 14, headerSize: 8 },
    ]);
  });

  it('end before the first that does not fit the file', async () => {
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
      expect(await walked(whole, misfit)).to.have.length(1);
      expect(await rejection(all(whole, misfit)))
        .to.be.an('error')
        .with.property('message', 'the boxes do not fill the file');
    }
  });

  it('are at most 1000', async () => {
    const boxes = Array.from({ length: 1001 }, () => box('free'));
    expect(await walked(...boxes)).to.have.length(1000);
    expect(await rejection(all(...boxes)))
      .to.be.an('error')
      .with.property('message', 'the boxes do not fill the file');
  });

  it('return their content up to a size limit', async () => {
    const bodies = (most: number) =>
      inFile([box('free', 'four'), largeBox('moov', 'tables')], async (file) => {
        const contents: (string | undefined)[] = [];
        for await (const found of topLevelBoxes(file))
          contents.push((await bodyOf(file, found, most))?.toString('latin1'));
        return contents;
      });
    expect(await bodies(22)).to.deep.equal(['four', 'tables']);
    expect(await bodies(21)).to.deep.equal(['four', undefined]);
  });
});
