import { expect } from 'chai';
import { splitIntoShards } from './shards.js';

describe('splitting tests into processes', () => {
  it('puts each file into one shard, of about the same length', () => {
    const durations = { 'a.test.ts': 60, 'b.test.ts': 40, 'c.test.ts': 20 };
    expect(
      splitIntoShards(['new.test.ts', 'c.test.ts', 'a.test.ts', 'b.test.ts'], 2, durations),
    ).to.deep.equal([
      ['a.test.ts', 'new.test.ts'],
      ['b.test.ts', 'c.test.ts'],
    ]);
  });

  it('leaves no shard empty', () => {
    expect(splitIntoShards(['a.test.ts'], 3, {})).to.deep.equal([['a.test.ts']]);
  });
});
