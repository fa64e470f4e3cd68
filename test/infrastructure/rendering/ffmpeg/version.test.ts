import { expect } from 'chai';
import { chmod, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programVersion } from '../../../../infrastructure/rendering/ffmpeg/version.js';
import { folderForSuite } from '../../../support/for-suite.js';

describe('The version of ffmpeg', () => {
  const folder = folderForSuite();

  it('is requested once, and again after the program was replaced', async () => {
    const program = join(folder, 'program');
    const install = async (version: string): Promise<void> => {
      await writeFile(`${program}.new`, `#!/bin/sh\necho "ffmpeg version ${version}-$(date +%s%N) of $1"\n`);
      await chmod(`${program}.new`, 0o755);
      await rename(`${program}.new`, program);
    };
    await install('first');
    const first = await programVersion(program);
    expect(first).to.match(/^first-\d+/);
    expect(await programVersion(program)).to.equal(first);
    await install('second');
    expect(await programVersion(program)).to.match(/^second-/);
  });
});
