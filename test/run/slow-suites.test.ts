import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

describe('the slow suites', () => {
  it('are files that there are, each once and in order', () => {
    const suites = JSON.parse(readFileSync('test/run/slow-suites.json', 'utf8')) as ReadonlyArray<string>;
    expect(suites.filter((file) => !existsSync(file))).to.deep.equal([]);
    expect(suites).to.deep.equal([...new Set(suites)].toSorted());
  });
});
