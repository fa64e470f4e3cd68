import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ProgressFeed, RenderJob, RenderQueue } from '../../../application/ports/render-queue.js';
import type { RenderId } from '../../../domain/ids.js';
import { eventually } from '../../support/eventually.js';
import { rightOf } from '../../support/right-of.js';

/** A queue that was empty, and its server, which can be taken away. */
export interface RenderQueueUnderTest {
  readonly queue: RenderQueue;
  readonly feed: ProgressFeed;
  /** Ends the server without notice. */
  readonly crash: () => Promise<void>;
  /** Starts it again with its data. */
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const newRender = (): RenderId => randomUUID() as RenderId;

/** What the service and its workers expect of the queue between them. */
export const renderQueueContract = (name: string, open: () => Promise<RenderQueueUnderTest>): void => {
  describe(`render queue: ${name}`, () => {
    let tested: RenderQueueUnderTest;
    let queue: RenderQueue;
    before(async () => {
      tested = await open();
      ({ queue } = tested);
    });
    after(() => tested.close());

    /** The available jobs, taken one after the other by one worker. */
    const take = async (count: number, onJob: (job: RenderJob) => Promise<void> | void) => {
      const taken: RenderId[] = [];
      const ended = new AbortController();
      for await (const job of queue.jobs(ended.signal)) {
        taken.push(job.renderId);
        await onJob(job);
        if (taken.length === count) ended.abort();
      }
      return taken;
    };
    const acknowledge = async (job: RenderJob) => rightOf(await job.acknowledge());
    const publish = async (renderId: RenderId) => rightOf(await queue.publish(renderId)());

    it('delivers every job once, in order, and removes it when it is acknowledged', async () => {
      const renders = Array.from({ length: 5 }, newRender);
      for (const render of renders) await publish(render);
      expect(await take(5, acknowledge)).to.deep.equal(renders);
      const last = newRender();
      await publish(last);
      expect(await take(1, acknowledge)).to.deep.equal([last]);
    });

    it('queues a render once, however often it is published, and again after it has been removed', async () => {
      const [render, marker] = [newRender(), newRender()];
      for (let n = 0; n < 3; n += 1) await publish(render);
      await publish(marker);
      expect(await take(2, acknowledge)).to.deep.equal([render, marker]);
      await publish(render);
      expect(await take(1, acknowledge)).to.deep.equal([render]);
    });

    it('redelivers a released job, and counts the deliveries', async () => {
      const render = newRender();
      await publish(render);
      const deliveries: number[] = [];
      await take(3, async (job) => {
        deliveries.push(job.deliveries);
        if (job.deliveries < 3) job.release(0);
        else await acknowledge(job);
      });
      expect(deliveries).to.deep.equal([1, 2, 3]);
    });

    it('gives two workers different jobs', async () => {
      const renders = Array.from({ length: 10 }, newRender);
      for (const render of renders) await publish(render);
      const [one, two] = await Promise.all([take(5, acknowledge), take(5, acknowledge)]);
      expect([...one, ...two].toSorted()).to.deep.equal(renders.toSorted());
    });

    it('keeps its jobs through a crash of the server, and reconnects by itself', async () => {
      const render = newRender();
      await publish(render);
      await tested.crash();
      expect((await queue.publish(newRender())())._tag).to.equal('Left');
      await tested.restart();
      expect(await take(1, acknowledge)).to.deep.equal([render]);
    });

    it('knows how many renders wait for a worker', async () => {
      const before = rightOf(await queue.state()).waiting;
      const renders = [newRender(), newRender()];
      for (const render of renders) await publish(render);
      expect(rightOf(await queue.state()).waiting).to.equal(before + 2);
      await take(before + 2, acknowledge);
      await eventually(async () => expect(rightOf(await queue.state()).waiting).to.equal(0));
    });

    it('publishes progress to subscribers, until they unsubscribe', async () => {
      const { feed } = tested;
      const [one, other]: [unknown[], unknown[]] = [[], []];
      const leave = feed.subscribe((progress) => one.push(progress));
      const stay = feed.subscribe((progress) => other.push(progress));
      const progress = { renderId: newRender(), attempt: 1, fraction: 0.5 };
      await eventually(() => {
        feed.publish(progress);
        expect(one).to.deep.include(progress);
        expect(other).to.deep.include(progress);
      });
      leave();
      const later = { ...progress, fraction: 1 };
      await eventually(() => {
        feed.publish(later);
        expect(other).to.deep.include(later);
      });
      expect(one).to.not.deep.include(later);
      stay();
    });
  });
};
