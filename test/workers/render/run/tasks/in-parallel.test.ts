import { expect } from 'chai';
import * as fc from 'fast-check';
import { inParallel } from '../../../../../workers/render/run/tasks.js';

const { signal } = new AbortController();

describe('Work in parallel', () => {
  it('returns results in the order of the items, and respects the concurrency limit', () =>
    fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.integer(), { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (scheduler, items, limit) => {
          let [now, most] = [0, 0];
          const results = inParallel(items, limit, signal, async (item) => {
            now += 1;
            most = Math.max(most, now);
            await scheduler.schedule(Promise.resolve());
            now -= 1;
            return item * 2;
          });
          await scheduler.waitFor(results);
          expect(await results).to.deep.equal(items.map((item) => item * 2));
          expect(most).to.be.at.most(limit);
        },
      ),
    ));

  it('stops and awaits the others when one fails, and starts no more', async () => {
    const failure = new Error('the second failed');
    const ended: number[] = [];
    const begun: number[] = [];
    const working = inParallel([0, 1, 2, 3], 2, signal, async (item, signal) => {
      begun.push(item);
      if (item === 1) throw failure;
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        else signal.addEventListener('abort', () => resolve(), { once: true });
      });
      ended.push(item);
    });
    expect(await working.catch((error: unknown) => error)).to.equal(failure);
    expect(ended).to.deep.equal(begun.filter((item) => item !== 1));
    expect(begun).to.not.include(3);
  });

  it('does nothing if the signal is already aborted', async () => {
    const begun: number[] = [];
    const aborted = AbortSignal.abort('enough');
    const working = inParallel([1, 2], 1, aborted, async (item) => void begun.push(item));
    expect(await working.catch((error: unknown) => error)).to.equal('enough');
    expect(begun).to.deep.equal([]);
  });
});
