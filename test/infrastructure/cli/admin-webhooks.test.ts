import { expect } from 'chai';
import { runAdmin, startAdmin } from '../../support/service/admin.js';
import { apiClient } from '../../support/service/http-client.js';
import { serviceForSuite } from '../../support/service/service.js';

describe('admin command line: webhooks', () => {
  const service = serviceForSuite();
  const admin = (...args: ReadonlyArray<string>) => runAdmin(service, 'webhooks', ...args);
  it('adds, lists, pauses, resumes, tests, rotates and deletes the webhooks that the owner sees over HTTP', async () => {
    const api = apiClient(service.baseUrl, await service.issueKey('alice'));
    const url = 'https://1.1.1.1/hook';
    const added = await startAdmin(service, 'webhooks', 'add', '--owner', 'alice', '--url', url, '--json');
    const { id, signingSecret } = JSON.parse(added.stdout) as { id: string; signingSecret: string };
    expect(signingSecret).to.match(/^whsec_/);
    const { body } = await api('GET', `/v1/webhooks/${id}`);
    expect(body.data).to.include({ _id: id, url, status: 'active' });

    expect((await admin('pause', id)).code).to.equal(0);
    const [listed = ''] = (await admin('list', '--owner', 'alice', '--json')).stdout.split('\n');
    expect(JSON.parse(listed)).to.include({ _id: id, status: 'paused' });
    expect((await admin('test', id)).stdout).to.match(/^delivery [0-9a-f-]{36}$/m);
    expect((await admin('deliveries', id)).stdout).to.include('webhook.test');
    const rotated = await admin('rotate-secret', id);
    expect(rotated.stdout)
      .to.match(/whsec_/)
      .and.not.include(signingSecret);
    expect((await admin('resume', id)).code).to.equal(0);
    expect((await admin('delete', id)).code).to.equal(0);
    expect((await api('GET', `/v1/webhooks/${id}`)).status).to.equal(404);
  });

  it('changes URL, events and description, and rotates with a given time for X-Signature', async () => {
    const api = apiClient(service.baseUrl, await service.issueKey('carol'));
    const added = await admin('add', '--owner', 'carol', '--url', 'https://1.1.1.1/hook', '--json');
    const { id } = JSON.parse(added.stdout) as { id: string };
    const shown = async () => (await api('GET', `/v1/webhooks/${id}`)).body.data;
    const change = (...options: ReadonlyArray<string>) => admin('change', id, ...options);
    expect((await change('--url', 'https://1.0.0.1/', '--description', 'mine')).code).to.equal(0);
    expect((await change('--events', 'render.failed')).code).to.equal(0);
    const now = { url: 'https://1.0.0.1/', events: ['render.failed'] };
    expect(await shown()).to.deep.include({ ...now, description: 'mine' });
    expect((await change('--no-description')).code).to.equal(0);
    expect(await shown())
      .to.deep.include(now)
      .and.not.have.property('description');
    expect((await change('--url', 'http://10.0.0.1/')).stderr).to.include('publicly routable');
    expect((await change('--events', 'render.begun')).stderr).to.include('events[0]');
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const rotated = await admin('rotate-secret', id, '--switch-at', at);
    expect(rotated.stdout).to.include('whsec_').and.include(at);
    expect((await admin('rotate-secret', id, '--switch-at', 'soon')).stderr).to.include(
      '2026-01-31T12:00:00Z',
    );
  });

  it('shows every attempt of a delivery, and redelivers one or all that failed since a given time', async () => {
    const api = apiClient(service.baseUrl, await service.issueKey('dave'));
    const added = await admin('add', '--owner', 'dave', '--url', 'https://1.1.1.1/hook', '--json');
    const { id } = JSON.parse(added.stdout) as { id: string };
    const ids: Array<string> = [];
    for (let count = 0; count < 3; count += 1)
      ids.push((await api('POST', `/v1/webhooks/${id}/test`)).body.data._id as string);
    // The state after the twelfth failure, with the attempt that led to it.
    const [first = '', second = '', third = ''] = ids;
    await service.database('webhook_deliveries').whereIn('delivery_id', ids).update({ status: 'failed' });
    await service.database('webhook_attempts').insert({
      delivery_id: first,
      attempt: 12,
      started_at: '2026-01-01T00:00:00.000Z',
      finished_at: '2026-01-01T00:00:01.250Z',
      http_status: 503,
      answer: Buffer.from('down for repairs'),
    });
    const delivery = JSON.parse((await admin('delivery', id, first, '--json')).stdout) as object;
    expect(delivery).to.deep.equal((await api('GET', `/v1/webhooks/${id}/deliveries/${first}`)).body.data);
    const table = (await admin('delivery', id, first)).stdout;
    for (const part of ['failed', '12', '503', '1250', 'down for repairs']) expect(table).to.include(part);

    const statuses = async () => {
      const { data } = (await api('GET', `/v1/webhooks/${id}/deliveries`)).body;
      return Object.fromEntries(
        data.map(({ _id, status }: { _id: string; status: string }) => [_id, status]),
      );
    };
    const since = (await api('GET', `/v1/webhooks/${id}/deliveries/${second}`)).body.data.createdAt;
    const all = await admin('redeliver', id, '--failed-since', since);
    expect(all.stdout).to.include('2 queued again');
    expect(await statuses()).to.deep.equal({ [first]: 'failed', [second]: 'waiting', [third]: 'waiting' });
    expect((await admin('redeliver', id, first)).stdout).to.include('1 queued again');
    expect((await statuses())[first]).to.equal('waiting');
    const failed = await admin('deliveries', id, '--status', 'failed');
    expect(failed.stdout.trim()).to.equal('none');
    const listed = (await admin('deliveries', id, '--json')).stdout.trim().split('\n');
    expect(listed.map((line) => (JSON.parse(line) as { _id: string })._id)).to.deep.equal(ids.toReversed());
    for (const wrong of [[], [first, '--failed-since', since]])
      expect((await admin('redeliver', id, ...wrong)).stderr).to.include(
        'either a delivery or --failed-since',
      );
    expect((await admin('redeliver', id, 'nonsense')).stderr).to.include('not a delivery id');
  });

  it('reports what is wrong: an address that is not public, an unknown id, a missing argument', async () => {
    const inward = await admin('add', '--owner', 'alice', '--url', 'http://127.0.0.1/hook');
    expect(inward.code).to.equal(1);
    expect(inward.stderr).to.match(/^url must resolve to publicly routable/);
    const unknown = await admin('pause', '00000000-0000-7000-8000-000000000000');
    expect(unknown.stderr).to.include('there is no webhook');
    expect((await admin('add', '--owner', 'alice')).stderr).to.include('--url');
  });
});
