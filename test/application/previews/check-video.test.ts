import { expect } from 'chai';
import { timeProblems } from '../../../application/previews/check-video.js';
import { predictedCost } from '../../../application/renders/forecast.js';

/** Renders took 10 to 20 s for 100 megapixel-frames. */
const HISTORY = { speeds: [5, 5, 8, 10, 10], densities: [] };
const WORK = 100;

describe('the check of a video', () => {
  const found = (mostSeconds: number) => timeProblems(predictedCost(WORK, HISTORY), mostSeconds);

  it('reports a render that would take longer than the maximum', () => {
    const [problem] = found(9);
    expect(problem).to.include({ severity: 'error', path: 'metadata.duration' });
    expect(problem?.message).to.equal(
      'at the speed of earlier renders this one takes 10 s to 20 s, and a render may take 9 s',
    );
  });

  it('warns if only slow renders would take longer', () => {
    expect(found(15).map(({ severity }) => severity)).to.deep.equal(['warning']);
    expect(found(20)).to.deep.equal([]);
  });

  it('reports nothing without a history', () =>
    expect(timeProblems(predictedCost(WORK, { speeds: [5], densities: [] }), 1)).to.deep.equal([]));
});
