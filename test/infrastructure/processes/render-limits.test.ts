import { expect } from 'chai';
import { piecesAtOnce, renderConcurrency } from '../../../infrastructure/processes/parts/render-limits.js';

const GiB = 1024 ** 3;

describe('the number of renders that use the processor of a worker', () => {
  const on = (cores: number, memory: number, configured?: number) =>
    renderConcurrency({ renderConcurrency: configured }, { cores, memory: memory * GiB });

  it('is one for every 8 cores and 4 GiB, whichever are fewer, and at least one', () => {
    expect([on(1, 1), on(15, 64), on(16, 64), on(64, 64), on(64, 11)]).to.deep.equal([1, 1, 2, 8, 2]);
  });

  it('is RENDER_CONCURRENCY, whatever the machine has', () => {
    expect([on(2, 2, 3), on(64, 64, 1)]).to.deep.equal([3, 1]);
  });

  it('shares the cores: each makes as many pieces at once as it has of them, at most 8', () => {
    const pieces = [piecesAtOnce(1, 2), piecesAtOnce(1, 64), piecesAtOnce(8, 64), piecesAtOnce(4, 8)];
    expect([...pieces, piecesAtOnce(3, 2)]).to.deep.equal([2, 8, 8, 2, 1]);
  });
});
