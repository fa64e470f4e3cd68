import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '../../infrastructure/platform/package-root.js';

describe('The list of long forms in CONTRIBUTING.md', () => {
  it('names tests that have one', async () => {
    const contributing = await readFile(join(packageRoot, 'CONTRIBUTING.md'), 'utf8');
    const section = contributing.split('## Long forms\n')[1]?.split('\n## ')[0] ?? '';
    const listed = [...section.matchAll(/^\| `(test\/\S+)`/gm)].map(([, file = '']) => file);
    expect(listed).to.have.length.above(30);
    for (const file of listed)
      expect(await readFile(join(packageRoot, file), 'utf8'), file).to.include("process.env['LONG_TESTS']");
  });
});
