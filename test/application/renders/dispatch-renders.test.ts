import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { dispatchRenders, sweepRenders } from '../../../application/renders/dispatch-renders.js';
import type { RenderJobs } from '../../../application/ports/render-jobs.js';
import type { RenderJob, RenderQueue } from '../../../application/ports/render-queue.js';
import type { RenderId } from '../../../domain/ids.js';
import { connectToNats } from '../../../infrastructure/nats/connection.js';
import { jetStreamRenderQueue } from '../../../infrastructure/nats/render-queue.js';
import { postgresRenderJobs } from '../../../infrastructure/postgres/renders/render-jobs.js';
import { eventually } from '../../support/eventually.js';
import { startReadModels } from '../../support/event-store/event-log.js';
import { at } from '../../support/examples.js';
import { startTestNats } from '../../support/servers/nats.js';
import { rightOf } from '../../support/right-of.js';
import { forSuite } from '../../support/for-suite.js';

describe('dispatching renders from PostgreSQL to JetStream', () => {
  const models = forSuite(startReadModels, (opened) => opened.stop());
  const server = forSuite(startTestNats, (opened) => opened.stop());
  let jobs: RenderJobs;
  let nats: Awaited<ReturnType<typeof connectToNats>>;
  let queue: RenderQueue;
  let requests = 0;
  beforeEach(async () => {
    await models.database('render_jobs').delete();
    await models.database('render_turns').delete();
    jobs = postgresRenderJobs(models.database);
    nats = await connectToNats(server.url, 'test');
    queue = await jetStreamRenderQueue(nats);
  });
  afterEach(async () => {
    await (await nats.jetstreamManager()).streams.purge('framewright-renders');
    await nats.close();
  });

  const request = async (owner: string, count: number): Promise<ReadonlyArray<RenderId>> => {
    const ids = Array.from({ length: count }, () => randomUUID() as RenderId);
    await models.database('render_jobs').insert(
      ids.map((render_id) => ({
        render_id,
        owner_id: owner,
        requested_at: at((requests += 1)),
        rank: 1,
        work: 100,
        over: false,
        revision: 0,
      })),
    );
    return ids;
  };
  const end = (...ids: ReadonlyArray<RenderId>) =>
    models.database('render_jobs').whereIn('render_id', ids).update({ over: true });
  const waiting = async (): Promise<ReadonlyArray<RenderId>> =>
    models
      .database('render_jobs')
      .where({ over: false, queued_at: null })
      .orderBy('requested_at')
      .pluck<RenderId[]>('render_id');
  const dispatch = async (underWayPerOwner = 4) =>
    rightOf(await dispatchRenders({ jobs, queue, underWayPerOwner }));

  /** Takes jobs like a worker that is always asking for one. */
  const take = async (count: number, underWayPerOwner?: number): Promise<ReadonlyArray<RenderId>> => {
    const taken: RenderId[] = [];
    const ended = new AbortController();
    await dispatch(underWayPerOwner);
    for await (const job of queue.jobs(ended.signal)) {
      taken.push(job.renderId);
      rightOf(await job.acknowledge());
      await end(job.renderId);
      if (taken.length === count) ended.abort();
      else await dispatch(underWayPerOwner);
    }
    return taken;
  };

  it('queues only one render in advance, so that later requests of other owners are not delayed', async () => {
    const crowd = await request('crowd', 50);
    expect(await dispatch()).to.equal(1);
    expect(await dispatch()).to.equal(0);
    const [late] = await request('late', 1);
    expect(await take(3)).to.deep.equal([crowd[0], late, crowd[1]]);
    const [again] = await request('late', 1);
    expect((await take(3)).slice(0, 2)).to.include(again);
  });

  it('queues nothing in advance for an owner with renders in progress, so that another owner is next', async () => {
    const crowd = await request('crowd', 50);
    const stop = new AbortController();
    const worker = queue.jobs(stop.signal)[Symbol.asyncIterator]();
    const next = async () => (await worker.next()).value as RenderJob;
    const busy: RenderJob[] = [];
    for (const render of crowd.slice(0, 2)) {
      const taken = next();
      await eventually(async () => {
        await dispatch();
        expect(await waiting()).to.deep.equal(crowd.slice(crowd.indexOf(render) + 1));
      });
      busy.push(await taken);
    }
    expect(await dispatch(), 'the worker asks for no more').to.equal(0);
    const [late] = await request('late', 1);
    expect(await dispatch()).to.equal(1);
    expect(await dispatch()).to.equal(0);
    const taken = await next();
    expect(taken.renderId).to.equal(late);
    for (const job of [...busy, taken]) rightOf(await job.acknowledge());
    stop.abort();
    await worker.return?.();
  });

  it('queues a render for each asking worker at once', async () => {
    const manager = await nats.jetstreamManager();
    const consumer = await nats.jetstream().consumers.get('framewright-renders', 'render-workers');
    const asking = Array.from({ length: 5 }, () => consumer.next({ expires: 20_000 }));
    while ((await manager.consumers.info('framewright-renders', 'render-workers')).num_waiting < 5);
    await request('a', 3);
    await request('b', 3);
    expect(await dispatch()).to.equal(5);
    const messages = await Promise.all(asking);
    for (const message of messages) message?.ack();
    expect(new Set(messages.map((message) => message?.subject)).size).to.equal(5);
  });

  it('goes round robin through many owners, and continues after a restart', async () => {
    const first = await Promise.all(['d', 'b', 'c', 'a'].map((owner) => request(owner, 2)));
    const [d, b, c, a] = first as [RenderId[], RenderId[], RenderId[], RenderId[]];
    expect(await take(3)).to.deep.equal([a[0], b[0], c[0]]);
    jobs = postgresRenderJobs(models.database);
    expect(await take(5)).to.deep.equal([d[0], a[1], b[1], c[1], d[1]]);
  });

  it('orders the renders of an owner by priority, without effect on other owners', async () => {
    const renders = await request('crowd', 5);
    const rank = (index: number, value: number) =>
      models.database('render_jobs').where({ render_id: renders[index] }).update({ rank: value });
    await rank(0, 2);
    await rank(3, 0);
    await rank(4, 0);
    const other = await request('other', 2);
    const expected = [renders[3], other[0], renders[4], other[1], renders[1], renders[2], renders[0]];
    expect(await take(7)).to.deep.equal(expected);
  });

  it('makes renders wait again that it could not queue', async () => {
    const [render] = await request('owner', 1);
    const [lost] = await request('lost', 1);
    await models
      .database('render_jobs')
      .where({ render_id: lost })
      .update({ queued_at: at(0) });
    await nats.close();
    expect((await dispatchRenders({ jobs, queue, underWayPerOwner: 4 }))._tag).to.equal('Left');
    expect((await sweepRenders({ jobs, queue, underWayPerOwner: 4 }))._tag).to.equal('Left');
    nats = await connectToNats(server.url, 'test');
    queue = await jetStreamRenderQueue(nats);
    rightOf(await sweepRenders({ jobs, queue, underWayPerOwner: 4 }));
    expect(await jobs.stale(60_000, 10)).to.deep.equal([]);
    expect(await take(2)).to.deep.equal([lost, render]);
  });

  it('queues every unfinished render again after the store of JetStream was deleted', async () => {
    const renders = await request('owner', 3);
    const mark = { queued_at: at(0) };
    await models.database('render_jobs').whereIn('render_id', renders).update(mark);
    rightOf(await queue.publish(renders[0]!)());
    await (await nats.jetstreamManager()).streams.delete('framewright-renders');
    const ended = new AbortController();
    const taken = new Set<RenderId>();
    const working = (async () => {
      for await (const job of queue.jobs(ended.signal)) {
        taken.add(job.renderId);
        rightOf(await job.acknowledge());
        await end(job.renderId);
        if (taken.size === renders.length) ended.abort();
      }
    })();
    await eventually(async () => rightOf(await sweepRenders({ jobs, queue, underWayPerOwner: 4 })));
    await working;
    expect([...taken].toSorted()).to.deep.equal(renders.toSorted());
  });
});
