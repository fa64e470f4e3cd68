import { expect } from 'chai';
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saying } from '../../../../infrastructure/rendering/ffmpeg/features.js';

describe('What ffmpeg prints about itself', () => {
  it('is requested once, and again after the program was replaced', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ffmpeg-version-'));
    const program = join(folder, 'program');
    const install = async (version: string): Promise<void> => {
      await writeFile(`${program}.new`, `#!/bin/sh\necho "${version} $1 $(date +%s%N)"\n`);
      await chmod(`${program}.new`, 0o755);
      await rename(`${program}.new`, program);
    };
    await install('first');
    const first = await saying(program, '-version');
    expect(first).to.match(/^first -version \d+/);
    expect(await saying(program, '-version')).to.equal(first);
    expect(await saying(program, '-encoders')).to.match(/^first -encoders /);
    await install('second');
    expect(await saying(program, '-version')).to.match(/^second /);
    await rm(folder, { recursive: true });
  });
});
