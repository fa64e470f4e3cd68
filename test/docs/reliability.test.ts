import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '../../infrastructure/platform/package-root.js';

const page = readFileSync(join(packageRoot, 'docs/reliability.md'), 'utf8');

describe('docs/reliability.md', () => {
  it('names a test that exists for every fault', () => {
    const rows = page.split('\n').filter((line) => /^\| .*\|$/.test(line));
    const faults = rows.filter((row) => row.split('|').length === 5 && !/^\| (fault|-)/.test(row));
    expect(faults).to.have.length.greaterThan(30);
    for (const row of faults) {
      const [, file] =
        /^`(?:LONG_TESTS=1 )?(test\/\S+\.ts|npm run \S+)`$/.exec(row.split('|')[3]?.trim() ?? '') ?? [];
      expect(file, row).to.not.equal(undefined);
      if (!file?.startsWith('npm')) expect(existsSync(join(packageRoot, file ?? '')), file).to.equal(true);
    }
  });

  it('is one page', () => {
    expect(page.split(/\s+/).filter((word) => /\w/.test(word))).to.have.length.at.most(900);
  });
});
