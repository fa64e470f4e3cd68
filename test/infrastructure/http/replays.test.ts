import { expect } from 'chai';
import { renderOutcomes } from '../../../application/renders/render-outcomes.js';
import type { RenderId } from '../../../domain/ids.js';
import type { ReplayVerdict } from '../../../domain/render/replay-verdict.js';
import { runAdmin } from '../../support/service/admin.js';
import { postgresRenderJobs } from '../../../infrastructure/postgres/renders/render-jobs.js';
import { endRender } from '../../support/renders/ended-renders.js';
import { eventually } from '../../support/eventually.js';
import { type Api, apiClient, minimalVideo } from '../../support/service/http-client.js';
import { rightOf } from '../../support/right-of.js';
import { serviceForSuite } from '../../support/service/service.js';

const identical: ReplayVerdict = {
  result: 'identical',
  files: [{ role: 'output', format: 'mp4', stored: 'kept', comparison: 'identical', by: 'file' }],
};

describe('HTTP API: replays', () => {
  const service = serviceForSuite({ maxPendingRenders: 2 });
  let api: Api;
  let renderId: RenderId;
  before(async () => {
    api = apiClient(service.baseUrl, await service.issueKey('alice'));
    renderId = await endRender(service, api);
  });

  const address = (id: string = renderId) => `/v1/renders/${id}/replay`;
  const outcomes = () => renderOutcomes(service.dependencies, 'a-worker');
  /** Does what a worker does. */
  const finish = async (replay: number, verdict: ReplayVerdict = identical): Promise<void> => {
    rightOf(await outcomes().start(renderId)());
    rightOf(await outcomes().completeReplay(renderId, { replay, attempt: 1 }, verdict)());
  };
  /** The renders that are put on the queue next. */
  const dispatched = () =>
    postgresRenderJobs(service.database).claim(10, (owners) =>
      owners.flatMap(({ ownerId, waiting }) => waiting.map((id) => ({ ownerId, renderId: id, number: 1 }))),
    );

  it('are requested, put on the queue, and end with a verdict', async () => {
    expect((await api('GET', address())).status).to.equal(404);
    const receipt = (await api('GET', `/v1/renders/${renderId}/receipt`)).body.data.receipt;
    const requested = await api('POST', address());
    expect(requested.status).to.equal(201);
    expect(requested.body.data).to.include({ renderId, replay: 1, status: 'pending' });
    expect((await api('GET', address())).body.data).to.include({ queuePosition: 1 });
    expect(await dispatched()).to.deep.equal([renderId]);
    await finish(1);
    const { verdict, ...replay } = await eventuallyOver(1);
    expect(replay).to.include({ status: 'completed' }).and.not.have.property('queuePosition');
    expect(verdict).to.deep.equal(identical);
    expect(await dispatched()).to.deep.equal([]);
    // The render itself, and what its receipt states, are as before.
    expect((await api('GET', `/v1/renders/${renderId}`)).body.data.status).to.equal('completed');
    expect((await api('GET', `/v1/renders/${renderId}/receipt`)).body.data.receipt.events).to.deep.equal(
      receipt.events,
    );
  });

  it('count among the pending renders of their owner', async () => {
    const owner = apiClient(service.baseUrl, await service.issueKey('bob'));
    const [one, two] = [await endRender(service, owner), await endRender(service, owner)];
    for (const id of [one, two]) expect((await owner('POST', address(id))).status).to.equal(201);
    expect((await owner('POST', '/v1/renders', { body: minimalVideo })).status).to.equal(429);
  });

  it('can be requested and awaited by an operator', async () => {
    const running = runAdmin(service, 'audit', 'replay', renderId, '--json');
    await eventuallyPending(2);
    await finish(2, {
      result: 'source-unavailable',
      sources: [{ url: 'https://a.example/b.mp4', sha256: 'a', problem: 'gone' }],
    });
    const { code, stdout } = await running;
    expect(JSON.parse(stdout)).to.deep.include({ replay: 2, status: 'completed' });
    expect(JSON.parse(stdout).verdict.result).to.equal('source-unavailable');
    expect(code).to.equal(1);
  });

  it('are part of the history of the render, which can be verified', async () => {
    const { stdout } = await runAdmin(service, 'audit', 'export', renderId);
    expect(stdout).to.include('"type":"ReplayCompleted"').and.include('"result":"source-unavailable"');
  });

  const eventuallyOver = (replay: number) => withStatus(replay, ['completed', 'failed']);
  const eventuallyPending = (replay: number) => withStatus(replay, ['pending']);
  const withStatus = async (replay: number, statuses: ReadonlyArray<string>) => {
    await eventually(async () => {
      const { data } = (await api('GET', address())).body;
      expect([data?.replay, statuses.includes(data?.status)]).to.deep.equal([replay, true]);
    }, 50_000);
    return (await api('GET', address())).body.data;
  };
});
