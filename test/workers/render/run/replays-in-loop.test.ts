import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { MAX_LOST_WORKERS } from '../../../../domain/render/attempts.js';
import type { Replayer } from '../../../../workers/render/ports/renderer.js';
import { at, owner, renderId, requestRender } from '../../../support/examples.js';
import { type MemoryJob, memoryJob } from '../../../support/renders/memory-renders.js';
import { DOWNLOAD_FAILED, type LoopInMemory, loopInMemory, untilStopped } from './loop-in-memory.js';

describe('The render loop, with the job of a completed render that is to be replayed', () => {
  let loop: LoopInMemory;
  beforeEach(async () => {
    loop = await loopInMemory();
    loop.renders.handle(requestRender({ renderId }));
  });
  afterEach(() => loop.remove());

  const verdict = { result: 'identical', files: [] } as const;
  const replaying = async (replayer: Replayer): Promise<MemoryJob> => {
    await loop.run(loop.succeeding, [memoryJob(renderId)]);
    loop.renders.handle({ type: 'RequestReplay', renderId, ownerId: owner, at: at(4) });
    const job = memoryJob(renderId);
    await loop.run(loop.succeeding, [job], { replayer });
    return job;
  };

  it('records the verdict, and only then takes the job off the queue', async () => {
    const job = await replaying({
      replay: ({ completed }, { inSlot }) =>
        TE.fromTask(() =>
          inSlot(async () => ({ ...verdict, result: completed ? 'identical' : 'different' })),
        ),
    });
    expect(loop.renders.events(renderId).at(-1)).to.deep.include({ type: 'ReplayCompleted' });
    expect(loop.renders.events(renderId).at(-1)?.data).to.deep.include({ replay: 1, attempt: 1, verdict });
    expect(job.state()).to.equal('acknowledged');
    expect(loop.notices()).to.deep.equal([
      ['started', { attempt: 1, replay: 1 }],
      ['replayed', { result: 'identical' }],
    ]);
  });

  it('hands the replay back when the worker stops, without counting as a lost worker', async () => {
    await loop.run(loop.succeeding, [memoryJob(renderId)]);
    loop.renders.handle({ type: 'RequestReplay', renderId, ownerId: owner, at: at(4) });
    const again = async (isOver: () => boolean, replay: Replayer['replay']): Promise<MemoryJob> => {
      const job = memoryJob(renderId);
      await loop.run(loop.succeeding, [job], { isOver, replayer: { replay } });
      return job;
    };
    for (let n = 0; n <= MAX_LOST_WORKERS; n += 1) {
      let isAtWork = false;
      const job = await again(
        () => isAtWork,
        (_render, hooks) => {
          isAtWork = true;
          return TE.fromTask(async () => {
            await untilStopped(hooks);
            return verdict;
          });
        },
      );
      expect(job.state()).to.deep.equal({ releasedForMs: 0 });
    }
    await again(
      () => loop.recorded().at(-1) === 'ReplayCompleted',
      () => TE.right(verdict),
    );
    expect(loop.recorded().slice(-2)).to.deep.equal(['ReplayStarted', 'ReplayCompleted']);
    const { data } = loop.renders.events(renderId).at(-2) ?? {};
    expect(data).to.include({ attempt: MAX_LOST_WORKERS + 2, handedBack: true });
  });

  it('records why there is no verdict', async () => {
    const job = await replaying({ replay: () => TE.left(DOWNLOAD_FAILED) });
    expect(loop.recorded().slice(-2)).to.deep.equal(['ReplayStarted', 'ReplayFailed']);
    expect(job.state()).to.equal('acknowledged');
  });
});
