import { expect } from 'chai';

import { interruptible } from '../../../infrastructure/cli/interruptible.js';

const listeners = (): ReadonlyArray<number> => [
  process.listenerCount('SIGINT'),
  process.listenerCount('SIGTERM'),
];

describe('interruptible work of the command line', () => {
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    it(`is told of ${name}`, async () => {
      const aborted = await interruptible(async (signal) => {
        const before = signal.aborted;
        process.emit(name);
        return [before, signal.aborted];
      });
      expect(aborted).to.deep.equal([false, true]);
    });

  it('leaves no listener behind, whether it ends or fails', async () => {
    const before = listeners();
    await interruptible(async () => expect(listeners()).to.deep.equal(before.map((count) => count + 1)));
    expect(listeners()).to.deep.equal(before);

    const failed = await interruptible(() => Promise.reject(new Error('broken'))).catch(String);
    expect(failed).to.equal('Error: broken');
    expect(listeners()).to.deep.equal(before);
  });
});
