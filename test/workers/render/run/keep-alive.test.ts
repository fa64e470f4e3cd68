import { expect } from 'chai';
import { mock } from 'node:test';
import type { RenderOutcomes } from '../../../../application/ports/render-outcomes.js';
import { keepAlive } from '../../../../workers/render/run/keep-alive.js';
import { at, owner, renderId, snapshot } from '../../../support/examples.js';
import { memoryJob, type MemoryRenders, memoryRenders } from '../../../support/memory-renders.js';

const BEAT_MS = 1000;

describe('Keeping a job', () => {
  let renders: MemoryRenders;
  let outcomes: RenderOutcomes;
  beforeEach(async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    renders = memoryRenders();
    outcomes = renders.outcomesOf('this worker');
    renders.handle({
      type: 'RequestRender',
      renderId,
      ownerId: owner,
      video: snapshot(),
      autoGenerateCaptionWords: false,
      captionLanguageCode: 'en',
      at: at(0),
    });
    await outcomes.start(renderId)();
  });
  afterEach(() => mock.timers.reset());

  /** Lets the time of one beat pass, and all that follows from it happen. */
  const beat = async (): Promise<void> => {
    mock.timers.tick(BEAT_MS);
    await new Promise((resolve) => setImmediate(resolve));
  };

  it('says at every beat that the worker is at work, until it ends', async () => {
    const job = memoryJob(renderId);
    const { lost, end } = keepAlive(outcomes, job, 1);
    await beat();
    await beat();
    expect([job.heartbeats(), lost.aborted]).to.deep.equal([2, false]);
    end();
    await beat();
    expect(job.heartbeats()).to.equal(2);
  });

  it('goes on while the store is out of reach', async () => {
    const job = memoryJob(renderId);
    const { lost, end } = keepAlive(outcomes, job, 1);
    renders.reach(false);
    await beat();
    expect([job.heartbeats(), lost.aborted]).to.deep.equal([1, false]);
    end();
  });

  for (const [what, reason, happen] of [
    [
      'cancelled',
      'over',
      () => renders.handle({ type: 'CancelRender', renderId, ownerId: owner, at: at(2) }),
    ],
    [
      'taken by another worker',
      'taken',
      () => renders.handle({ type: 'StartRender', renderId, workerId: 'another', at: at(2) }),
    ],
  ] as const)
    it(`tells the worker that the render was ${what}`, async () => {
      const { lost, end } = keepAlive(outcomes, memoryJob(renderId), 1);
      happen();
      await beat();
      expect([lost.aborted, lost.reason]).to.deep.equal([true, reason]);
      end();
    });

  it('tells the worker that there is no such render', async () => {
    const { lost, end } = keepAlive(memoryRenders().outcomesOf('this worker'), memoryJob(renderId), 1);
    await beat();
    expect(lost.reason).to.equal('over');
    end();
  });
});
