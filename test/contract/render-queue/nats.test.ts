import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { RenderJob, RenderQueue } from '../../../application/ports/render-queue.js';
import type { RenderId } from '../../../domain/ids.js';
import { closeNats, connectToNats } from '../../../infrastructure/nats/connection.js';
import { natsProgressFeed } from '../../../infrastructure/nats/progress-feed.js';
import { jetStreamRenderQueue } from '../../../infrastructure/nats/render-queue.js';
import { eventually } from '../../support/eventually.js';
import { startTestNats, type TestNats } from '../../support/nats.js';
import { rightOf } from '../../support/right-of.js';

const newRender = (): RenderId => randomUUID() as RenderId;

describe('render queue on JetStream', function () {
  this.timeout(60_000);
  let server: TestNats;
  let nats: Awaited<ReturnType<typeof connectToNats>>;
  let queue: RenderQueue;
  before(async () => {
    server = await startTestNats();
    nats = await connectToNats(server.url, 'test');
    queue = await jetStreamRenderQueue(nats);
  });
  after(async () => {
    await nats.close();
    await server.stop();
  });

  /** The available jobs, taken one after the other by one worker. */
  const take = async (
    count: number,
    onJob: (job: RenderJob) => Promise<void> | void,
  ): Promise<RenderId[]> => {
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
      deliveries.push(job.delivery);
      if (job.delivery < 3) job.release(0);
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
    await server.crash();
    expect((await queue.publish(newRender())())._tag).to.equal('Left');
    await server.restart();
    expect(await take(1, acknowledge)).to.deep.equal([render]);
  });

  it('closes a connection that has lost its server', async () => {
    const other = await startTestNats();
    const connection = await connectToNats(other.url, 'test');
    await other.crash();
    await closeNats(connection);
    expect(connection.isClosed()).to.equal(true);
    await other.stop();
  });

  it('publishes progress to subscribers, and drops invalid messages', async () => {
    const feed = natsProgressFeed(nats);
    const heard: unknown[] = [];
    const unsubscribe = feed.subscribe((progress) => heard.push(progress));
    const progress = { renderId: newRender(), attempt: 1, fraction: 0.5 };
    nats.publish('framewright.progress', JSON.stringify({ renderId: 'x' }));
    feed.publish(progress);
    await eventually(() => expect(heard).to.deep.equal([progress]));
    unsubscribe();
  });
});
