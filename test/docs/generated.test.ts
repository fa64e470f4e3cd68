import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { formattedPages } from '../../docs/generate/main.js';
import { PROBLEM_PAGES } from '../../docs/generate/problems.js';
import { slugOf, typeAddress, typeOf } from '../../infrastructure/http/contract/problem.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';

describe('The generated pages of docs/', () => {
  it('are what the code says ("npm run docs:write" writes them)', async () => {
    const pages = await formattedPages();
    expect(pages.size).to.be.greaterThan(50);
    for (const [file, text] of pages) expect(readFileSync(file, 'utf8'), file).to.equal(text);
  });

  it('have one page for each type of problem, at the address that errors name, and no other', () => {
    const files = readdirSync(join(packageRoot, 'docs/errors')).map((file) => basename(file, '.md'));
    const types = Object.keys(PROBLEM_PAGES) as ReadonlyArray<keyof typeof PROBLEM_PAGES>;
    expect(files.toSorted()).to.deep.equal(types.map(slugOf).toSorted());
    for (const type of types) {
      const { example } = PROBLEM_PAGES[type];
      expect(typeOf(example._tag), type).to.equal(type);
      expect(files).to.include(typeAddress(example).replace('/guide/errors/', ''));
    }
  });
});
