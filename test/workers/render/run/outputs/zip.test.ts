import { expect } from 'chai';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NUMBER } from '../../../../../workers/render/ports/media-engine.js';
import { zipFrames } from '../../../../../workers/render/run/outputs/encode-picture.js';
import { unzip } from '../../../../support/zip.js';

describe('Archives of pictures', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'archiver-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const FRAMES = ['frame-000001.png', 'frame-000002.png'];
  const zip = async (file: string): Promise<Buffer> => {
    for (const frame of FRAMES) await writeFile(join(folder, `of-${frame}`), `bytes of ${frame}`);
    await zipFrames(join(folder, `of-frame-${NUMBER}.png`), FRAMES.length, join(folder, file));
    return readFile(join(folder, file));
  };

  it('take the files in their order, and leave none behind', async () => {
    await zip('one.zip');
    expect(await readdir(folder)).to.deep.equal(['one.zip']);
    expect(unzip(join(folder, 'one.zip'), folder)).to.deep.equal(FRAMES);
    for (const frame of FRAMES)
      expect(await readFile(join(folder, frame), 'utf8')).to.equal(`bytes of ${frame}`);
  });

  it('have the same bytes for the same files', async () => {
    const [one, other] = [await zip('one.zip'), await zip('other.zip')];
    expect(one.equals(other)).to.equal(true);
  });
});
