import { expect } from 'chai';
import { runAdmin } from '../support/admin.js';
import { apiClient } from '../support/http-client.js';
import { type Service, startService } from '../support/service.js';

describe('admin command line: webhooks', function () {
  this.timeout(120_000);
  let service: Service;
  const admin = (...args: ReadonlyArray<string>) => runAdmin(service, 'webhooks', ...args);

  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  it('adds, lists, pauses, resumes, tests, rotates and deletes what the owner sees over HTTP too', async () => {
    const api = apiClient(service.baseUrl, await service.issueKey('alice'));
    const added = await admin('add', '--owner', 'alice', '--url', 'https://1.1.1.1/hook', '--json');
    const { id, signingSecret } = JSON.parse(added.stdout) as { id: string; signingSecret: string };
    expect(signingSecret).to.match(/^whsec_/);
    const { body } = await api('GET', `/v1/webhooks/${id}`);
    expect(body.data).to.include({ _id: id, url: 'https://1.1.1.1/hook', status: 'active' });

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

  it('says what is wrong: an address that is not public, an unknown id, what is missing', async () => {
    const inward = await admin('add', '--owner', 'alice', '--url', 'http://127.0.0.1/hook');
    expect(inward.code).to.equal(1);
    expect(inward.stderr).to.include('publicly routable');
    const unknown = await admin('pause', '00000000-0000-7000-8000-000000000000');
    expect(unknown.stderr).to.include('there is no webhook');
    expect((await admin('add', '--owner', 'alice')).stderr).to.include('--url');
  });
});
