import { expect } from 'chai';
import { renderPermits } from '../../../../../workers/render/run/loop/render-permits.js';

const { signal } = new AbortController();

/** Something that is held until it is let go. */
const held = () => {
  let release: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (release = resolve));
  return { gone, release: () => release() };
};

/** Whether a promise is settled once all that is ready has happened. */
const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  const pending = Symbol('pending');
  const later = new Promise((resolve) => setImmediate(() => resolve(pending)));
  return (await Promise.race([promise, later])) !== pending;
};

describe('The slots of a worker', () => {
  it('admit renders up to the fetch concurrency', async () => {
    const permits = renderPermits({ fetchConcurrency: 2, renderConcurrency: 1 });
    const first = permits.take();
    expect(await isSettled(permits.free(signal))).to.equal(true);
    permits.take();
    const free = permits.free(signal);
    expect(await isSettled(free)).to.equal(false);
    first.release();
    first.release();
    await free;
    permits.take();
    expect(await isSettled(permits.free(signal)), 'a permit that was left twice').to.equal(false);
  });

  it('admit one render at a time to the processor, in the order of requests', async () => {
    const permits = renderPermits({ fetchConcurrency: 8, renderConcurrency: 1 });
    const order: string[] = [];
    const holds = ['a', 'b', 'c'].map((name) => ({ name, permit: permits.take(), ...held() }));
    const work = holds.map(({ name, permit, gone }) =>
      permit.inSlot(signal, async () => {
        order.push(`${name} in`);
        await gone;
        order.push(`${name} out`);
      }),
    );
    for (const [index, { release }] of holds.entries()) {
      release();
      await work[index];
    }
    expect(order).to.deep.equal(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  });

  it('admit a further render while one uses the processor, but not while another waits for it', async () => {
    const permits = renderPermits({ fetchConcurrency: 2, renderConcurrency: 1 });
    const [one, two] = [held(), held()];
    const first = permits.take().inSlot(signal, () => one.gone);
    expect(await isSettled(permits.free(signal)), 'the slot is used').to.equal(true);
    const second = permits.take().inSlot(signal, () => two.gone);
    const free = permits.free(signal);
    expect(await isSettled(free), 'another waits').to.equal(false);
    one.release();
    await first;
    await free;
    two.release();
    await second;
  });

  it('are released by renders that stop while they wait, and by renders that fail', async () => {
    const permits = renderPermits({ fetchConcurrency: 8, renderConcurrency: 1 });
    const { gone, release } = held();
    const first = permits.take().inSlot(signal, () => gone.then(() => Promise.reject(new Error('failed'))));
    const stopped = new AbortController();
    const second = permits.take().inSlot(stopped.signal, () => Promise.resolve('done'));
    const third = permits.take().inSlot(signal, () => Promise.resolve('third'));
    stopped.abort(new Error('stopped'));
    const said = (work: Promise<unknown>) => work.catch((error: Error) => error.message);
    expect(await said(second)).to.equal('stopped');
    release();
    expect(await said(first)).to.equal('failed');
    expect(await third).to.equal('third');
    const ended = new AbortController();
    const full = renderPermits({ fetchConcurrency: 1, renderConcurrency: 1 });
    full.take();
    const waiting = full.free(ended.signal);
    ended.abort();
    await waiting;
  });

  it('admit as many renders to the processor as there are slots', async () => {
    const permits = renderPermits({ fetchConcurrency: 8, renderConcurrency: 2 });
    const holds = [held(), held(), held()];
    const begun: number[] = [];
    const work = holds.map(({ gone }, index) =>
      permits.take().inSlot(signal, () => {
        begun.push(index);
        return gone;
      }),
    );
    expect(await isSettled(permits.free(signal)), 'the third waits').to.equal(false);
    expect(begun).to.deep.equal([0, 1]);
    holds[1]?.release();
    await work[1];
    expect(await isSettled(permits.free(signal))).to.equal(true);
    expect(begun).to.deep.equal([0, 1, 2]);
    for (const { release } of holds) release();
    await Promise.all(work);
  });

  it('are not given out while many finished files are being stored, and storing holds none', async () => {
    const permits = renderPermits({ fetchConcurrency: 8, renderConcurrency: 1 });
    const slow = held();
    const stored = Array.from({ length: 4 }, () => {
      const permit = permits.take();
      permit.release();
      return permit.storing(() => slow.gone);
    });
    expect(await isSettled(permits.take().inSlot(signal, () => Promise.resolve()))).to.equal(true);
    expect(await isSettled(permits.free(signal))).to.equal(false);
    slow.release();
    await Promise.all(stored);
    expect(await isSettled(permits.free(signal))).to.equal(true);
  });
});
