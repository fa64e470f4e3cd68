import { expect } from 'chai';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ArchiveEntry, writeZip } from '../../../../../workers/render/run/outputs/png-frames.js';
import { unzip } from '../../../../support/zip.js';

async function* entriesOf(...entries: ReadonlyArray<ArchiveEntry>): AsyncGenerator<ArchiveEntry> {
  yield* entries;
}

describe('Archives of pictures', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'archiver-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const FRAMES = ['b.png', 'a.png'].map((file) => ({ name: file, bytes: Buffer.from(`bytes of ${file}`) }));
  const zip = async (file: string, frames: ReadonlyArray<ArchiveEntry> = FRAMES): Promise<string> => {
    await writeZip(entriesOf(...frames), join(folder, file));
    return join(folder, file);
  };

  it('writes the files with their names, in the given order', async () => {
    expect(unzip(await zip('one.zip'), folder)).to.deep.equal(FRAMES.map((frame) => frame.name));
    for (const frame of FRAMES)
      expect((await readFile(join(folder, frame.name))).equals(frame.bytes)).to.equal(true);
  });

  it('writes the same bytes for the same files', async () => {
    const [one, other] = [await readFile(await zip('one.zip')), await readFile(await zip('other.zip'))];
    expect(one.equals(other)).to.equal(true);
  });

  it('writes an empty archive', async () => {
    expect(unzip(await zip('empty.zip', []), folder)).to.deep.equal([]);
  });
});
