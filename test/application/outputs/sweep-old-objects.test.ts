import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { sweepOldObjects } from '../../../application/outputs/sweep-old-objects.js';
import { localFiles } from '../../../infrastructure/storage/local-files.js';

const DAY_S = 86_400;

describe('The sweep of old objects', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pins-'));
    for (const days of [0, 29, 31]) {
      const path = join(folder, `of-${days}`);
      await writeFile(path, '');
      const at = Date.now() / 1000 - days * DAY_S - 1;
      await utimes(path, at, at);
    }
  });
  afterEach(() => rm(folder, { recursive: true }));

  const swept = async (days: number) => {
    const count = await sweepOldObjects(localFiles(folder), days);
    return [count, await readdir(folder)];
  };

  it('deletes those that were last stored longer ago than they are kept', async () => {
    expect(await swept(30)).to.deep.equal([1, ['of-0', 'of-29']]);
  });

  it('deletes all if none are to be kept, and none if they are kept forever', async () => {
    expect(await swept(Infinity)).to.deep.equal([0, ['of-0', 'of-29', 'of-31']]);
    expect(await swept(0)).to.deep.equal([3, []]);
  });
});
