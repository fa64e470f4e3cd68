import { mock } from 'node:test';
import { expect } from 'chai';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { unavailable } from '../../../../../application/ports/fault.js';
import type { RenderId } from '../../../../../domain/ids.js';
import type { Renderer } from '../../../../../workers/render/ports/renderer.js';
import { at, clip, owner, renderId, requestRender, uuid } from '../../../../support/examples.js';
import { eventually } from '../../../../support/eventually.js';
import { memoryJob } from '../../../../support/renders/memory-renders.js';
import { DOWNLOAD_FAILED, type LoopInMemory, loopInMemory, untilStopped } from '../loop-in-memory.js';

const otherId = uuid(77) as RenderId;
const TRANSCRIBED = { clips: [clip('a')], wordCount: 3, recogniser: 'r' };

describe('The render loop', () => {
  let loop: LoopInMemory;
  beforeEach(async () => {
    loop = await loopInMemory();
    loop.renders.handle(requestRender({ renderId }));
  });
  afterEach(() => loop.remove());

  it('stores the file, records its key, and only then acknowledges the job', async () => {
    const job = memoryJob(renderId);
    await loop.run(loop.succeeding, [job]);
    const event = loop.renders.events(renderId).at(-1);
    if (event?.type !== 'RenderCompleted') throw new Error('not completed');
    expect(await readdir(join(loop.folder, 'outputs'), { recursive: true })).to.include(
      event.data.output.key,
    );
    expect(event.data).to.include({ attempt: 1 });
    expect([job.state(), loop.kept(), loop.disposed()]).to.deep.equal(['acknowledged', 1, 1]);
    const [started, completed, ...others] = loop.notices();
    expect([started, ...others]).to.deep.equal([['started', { attempt: 1 }]]);
    expect(completed?.[0]).to.equal('completed');
    expect(completed?.[1], 'stages').to.have.all.keys('encode', 'store').and.include({ encode: 1 });
  });

  it('fetches the sources of the next render while one is encoded', async () => {
    loop.renders.handle(requestRender({ renderId: otherId }));
    let fetched: ReadonlyArray<RenderId> = [];
    const renderer: Renderer = {
      render:
        ({ renderId: id }, hooks) =>
        async () => {
          fetched = [...fetched, id];
          return hooks.inSlot(async () => {
            if (id === renderId) await eventually(() => expect(fetched).to.include(otherId));
            return E.right(await loop.rendered());
          });
        },
    };
    const jobs = [memoryJob(renderId), memoryJob(otherId)];
    await loop.run(renderer, jobs);
    expect(jobs.map((job) => job.state())).to.deep.equal(['acknowledged', 'acknowledged']);
  });

  it('records a failure without internal details', async () => {
    const job = memoryJob(renderId);
    await loop.run(
      loop.rendering(async () => E.left(DOWNLOAD_FAILED)),
      [job],
    );
    expect(loop.renders.events(renderId).at(-1)).to.have.nested.property('data.failure').that.deep.equals({
      stage: 'download',
      message: 'not found',
      retryable: false,
    });
    expect(job.state()).to.equal('acknowledged');
  });

  it('records that a finished file could not be stored, and removes it', async () => {
    const job = memoryJob(renderId);
    const full = { put: () => TE.left(unavailable('storage')('full')) };
    await loop.run(loop.succeeding, [job], { storage: full });
    expect(loop.renders.events(renderId).at(-1)).to.have.nested.property('data.failure.stage', 'store');
    expect([job.state(), loop.kept(), loop.disposed()]).to.deep.equal(['acknowledged', 0, 1]);
  });

  it('publishes progress with its attempt, and records words before the video is drawn', async () => {
    const renderer = loop.rendering(async (hooks) => {
      hooks.onPlanned?.({ frames: 200 });
      hooks.onProgress(0.5, { stage: 'encode', encoded: 0.4 });
      await hooks.onCaptioned(TRANSCRIBED);
      expect(loop.recorded()).to.deep.equal(['RenderRequested', 'RenderStarted', 'CaptionWordsGenerated']);
      return E.right(await loop.rendered());
    });
    await loop.run(renderer, [memoryJob(renderId)]);
    const told = { renderId, attempt: 1, fraction: 0.5, totalFrames: 200 };
    expect(loop.progress).to.deep.equal([
      { ...told, stage: 'encode', frames: 80 },
      { ...told, stage: 'store', frames: 200, fps: loop.progress[1]?.fps },
    ]);
    expect(loop.recorded().at(-1)).to.equal('RenderCompleted');
  });

  it('acknowledges jobs whose render does not exist or is over', async () => {
    loop.renders.handle({ type: 'CancelRender', renderId, ownerId: owner, at: at(1) });
    const jobs = [memoryJob(renderId), memoryJob(otherId)];
    await loop.run(loop.succeeding, jobs);
    expect(jobs.map((job) => job.state())).to.deep.equal(['acknowledged', 'acknowledged']);
    expect(loop.recorded()).to.deep.equal(['RenderRequested', 'RenderCancelled']);
    expect(loop.disposed()).to.equal(0);
  });

  it('releases a job with a delay if the store is unavailable', async () => {
    loop.renders.reach(false);
    const job = memoryJob(renderId);
    await loop.run(loop.succeeding, [job]);
    expect(job.state()).to.deep.equal({ releasedForMs: 2000 });
  });

  it('releases a job if its words can’t be recorded', async () => {
    const job = memoryJob(renderId);
    const renderer = loop.rendering(async (hooks) => {
      loop.renders.reach(false);
      await hooks.onCaptioned(TRANSCRIBED).catch(() => undefined);
      loop.renders.reach(true);
      return E.right(await loop.rendered());
    });
    await loop.run(renderer, [job]);
    expect([job.state(), loop.disposed()]).to.deep.equal([{ releasedForMs: 2000 }, 1]);
    expect(loop.recorded()).to.deep.equal(['RenderRequested', 'RenderStarted']);
  });

  it('releases a job if its outcome can’t be recorded', async () => {
    const job = memoryJob(renderId);
    const renderer = loop.rendering(async () => {
      loop.renders.reach(false);
      return E.right(await loop.rendered());
    });
    await loop.run(renderer, [job]);
    expect([job.state(), loop.disposed()]).to.deep.equal([{ releasedForMs: 2000 }, 1]);
    expect(loop.recorded()).to.deep.equal(['RenderRequested', 'RenderStarted']);
  });

  it('leaves a job to the worker that has taken over the render', async () => {
    const job = memoryJob(renderId);
    const renderer = loop.rendering(async () => {
      loop.renders.handle({ type: 'StartRender', renderId, workerId: 'another', at: at(2) });
      return E.right(await loop.rendered());
    });
    await loop.run(renderer, [job], { isOver: () => loop.disposed() === 1 });
    expect(job.state()).to.equal('waiting');
    expect(loop.recorded()).to.deep.equal(['RenderRequested', 'RenderStarted', 'RenderStarted']);
  });

  it('abandons a render that is cancelled, and does not count it as lost to another worker', async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    try {
      const job = memoryJob(renderId);
      const renderer = loop.rendering(async (hooks) => {
        loop.renders.handle({ type: 'CancelRender', renderId, ownerId: owner, at: at(2) });
        mock.timers.tick(1000);
        await untilStopped(hooks);
        return E.left({ _tag: 'Stopped' });
      });
      await loop.run(renderer, [job]);
      expect(job.state()).to.equal('acknowledged');
      expect(loop.notices().map(([what]) => what)).to.deep.equal(['started', 'cancelled']);
    } finally {
      mock.timers.reset();
    }
  });

  it('releases its jobs immediately when it is stopped', async () => {
    const job = memoryJob(renderId);
    const renderer = loop.rendering(async (hooks) => {
      queueMicrotask(() => loop.stop());
      await untilStopped(hooks);
      return E.left({ _tag: 'Stopped' });
    });
    await loop.run(renderer, [job]);
    expect(job.state()).to.deep.equal({ releasedForMs: 0 });
    expect(loop.recorded()).to.deep.equal(['RenderRequested', 'RenderStarted']);
  });

  it('hands a finished render back if the storage does not take it soon after a stop, and records nothing later', async () => {
    const job = memoryJob(renderId);
    let fail: () => void = () => undefined;
    const stuck = new Promise<void>((_resolve, reject) => {
      fail = () => reject(new Error('the storage is gone'));
    });
    const put = () => TE.tryCatch(() => stuck, unavailable('storage'));
    const isStoring = () => loop.progress.at(-1)?.stage === 'store';
    await loop.run(loop.succeeding, [job], { storage: { put }, isOver: isStoring });
    expect(job.state()).to.deep.equal({ releasedForMs: 0 });
    expect([loop.kept(), loop.disposed(), loop.notices().at(-1)?.[0]]).to.deep.equal([0, 1, 'released']);
    fail();
    await new Promise((resolve) => setImmediate(resolve));
    expect(loop.recorded()).to.deep.equal(['RenderRequested', 'RenderStarted']);
  });

  it('reports a job that could not be acknowledged', async () => {
    await loop.run(loop.succeeding, [memoryJob(renderId, false)], {
      isOver: () => loop.notices().length === 3,
    });
    expect(loop.notices().map(([what]) => what)).to.deep.equal(['started', 'completed', 'unacknowledged']);
  });

  it('rejects with a defect', async () => {
    const defect = new Error('a defect');
    const outcome = await loop
      .run(
        loop.rendering(() => Promise.reject(defect)),
        [memoryJob(renderId)],
      )
      .catch((error: unknown) => error);
    expect(outcome).to.equal(defect);
  });
});
