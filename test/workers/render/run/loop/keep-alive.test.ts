import { expect } from 'chai';
import { mock } from 'node:test';
import type { RenderOutcomes } from '../../../../../application/ports/render-outcomes.js';
import { keepAlive } from '../../../../../workers/render/run/loop/render-loop.js';
import { at, owner, renderId, requestRender } from '../../../../support/examples.js';
import { memoryJob, type MemoryRenders, memoryRenders } from '../../../../support/renders/memory-renders.js';

const BEAT_MS = 1000;
const WORK = { replay: 0, attempt: 1 };

describe('Keep-alive of a job', () => {
  let renders: MemoryRenders;
  let outcomes: RenderOutcomes;
  beforeEach(async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    renders = memoryRenders();
    outcomes = renders.outcomesOf('this worker');
    renders.handle(requestRender());
    await outcomes.start(renderId)();
  });
  afterEach(() => mock.timers.reset());

  /** Lets the time of one beat pass, and all that follows from it happen. */
  const beat = async (): Promise<void> => {
    mock.timers.tick(BEAT_MS);
    await new Promise((resolve) => setImmediate(resolve));
  };

  it('sends a heartbeat at every interval until it ends', async () => {
    const job = memoryJob(renderId);
    const { lost, end } = keepAlive(outcomes, job, WORK);
    await beat();
    await beat();
    expect([job.heartbeats(), lost.aborted]).to.deep.equal([2, false]);
    end();
    await beat();
    expect(job.heartbeats()).to.equal(2);
  });

  it('continues while the store is unavailable', async () => {
    const job = memoryJob(renderId);
    const { lost, end } = keepAlive(outcomes, job, WORK);
    renders.reach(false);
    await beat();
    expect([job.heartbeats(), lost.aborted]).to.deep.equal([1, false]);
    end();
  });

  for (const [what, reason, happen] of [
    [
      'cancelled',
      'cancelled',
      () => renders.handle({ type: 'CancelRender', renderId, ownerId: owner, at: at(2) }),
    ],
    [
      'taken by another worker',
      'taken',
      () => renders.handle({ type: 'StartRender', renderId, workerId: 'another', at: at(2) }),
    ],
  ] as const)
    it(`tells the worker that the render was ${what}`, async () => {
      const { lost, end } = keepAlive(outcomes, memoryJob(renderId), WORK);
      happen();
      await beat();
      expect([lost.aborted, lost.reason]).to.deep.equal([true, reason]);
      end();
    });

  it('tells the worker that there is no such render', async () => {
    const { lost, end } = keepAlive(memoryRenders().outcomesOf('this worker'), memoryJob(renderId), WORK);
    await beat();
    expect(lost.reason).to.equal('over');
    end();
  });
});
