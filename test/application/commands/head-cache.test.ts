import { expect } from 'chai';
import { headCache } from '../../../application/commands/cached-stream-heads.js';
import type { StreamHead } from '../../../application/commands/stream-head.js';

const MIB = 1024 * 1024;
const headOf = (state: string, count = 1): StreamHead<string> => ({ state, count });

describe('the cache of stream heads', () => {
  it('keeps the heads of thousands of small streams', () => {
    const { get, put } = headCache();
    for (let n = 0; n < 4000; n++) put(`stream-${n}`, headOf('x'.repeat(2000)));
    for (let n = 0; n < 4000; n++) expect(get(`stream-${n}`), String(n)).to.have.property('count', 1);
  });

  it('removes the least recently used heads when all take more than 16 MiB', () => {
    const { get, put } = headCache();
    for (let n = 0; n < 20; n++) put(`stream-${n}`, headOf('x'.repeat(MIB)));
    put('stream-6', headOf('x'.repeat(MIB), 2));
    put('another', headOf('x'.repeat(MIB)));
    const kept = Array.from({ length: 20 }, (_, n) => n).filter((n) => get(`stream-${n}`));
    expect(kept).to.deep.equal([6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    expect(get('another')).to.have.property('count', 1);
  });

  it('limits the number of heads even if their states are tiny', () => {
    const { get, put } = headCache();
    for (let n = 0; n < 10_000; n++) put(`stream-${n}`, headOf(''));
    expect(get('stream-0')).to.equal(undefined);
    expect(get('stream-9999')).to.have.property('count', 1);
  });

  it('does not replace a later head by an earlier one', () => {
    const { get, put } = headCache();
    put('a', headOf('', 3));
    put('a', headOf('', 2));
    expect(get('a')).to.have.property('count', 3);
  });
});
