import { expect } from 'chai';
import type { Api } from '../../support/service/http-client.js';
import { clientOfNewOwner, sharedService } from '../../support/service/service.js';
import { forSuite } from '../../support/for-suite.js';

const URL = 'https://hooks.example.org/x';
const DAY = 24 * 60 * 60 * 1000;
const UNKNOWN = '00000000-0000-7000-8000-000000000000';

describe('HTTP API: webhooks', () => {
  const service = forSuite(sharedService);
  let api: Api;
  beforeEach(async () => {
    api = await clientOfNewOwner();
  });

  const register = async (body: object = {}) =>
    (await api('POST', '/v1/webhooks', { body: { url: URL, ...body } })).body.data;

  it('registers for both events by default, and shows the secret only once', async () => {
    const reply = await api('POST', '/v1/webhooks', { body: { url: URL, description: 'mine' } });
    expect(reply.status).to.equal(201);
    const { signingSecret, ...shown } = reply.body.data;
    expect(shown).to.deep.include({
      url: URL,
      description: 'mine',
      status: 'active',
      events: ['render.completed', 'render.failed'],
    });
    expect(Buffer.from(signingSecret.replace('whsec_', ''), 'base64')).to.have.length(32);
    const location = reply.headers.get('location') as string;
    expect(location).to.equal(`/v1/webhooks/${shown._id}`);
    expect((await api('GET', location)).body.data).to.deep.equal(shown);
    const { events } = await register({ events: ['render.failed', 'render.failed'] });
    expect(events).to.deep.equal(['render.failed']);
  });

  it('reports all problems of a webhook', async () => {
    const problemsOf = async (body: object) => {
      const reply = await api('POST', '/v1/webhooks', { body });
      expect(reply.status, JSON.stringify(body)).to.equal(400);
      return (reply.body.message as ReadonlyArray<string>).join('\n');
    };
    const all = await problemsOf({ url: 'ftp://a.example/', events: [], descripton: '' });
    for (const part of ['url must be', 'events must name at least one', 'descripton'])
      expect(all).to.include(part);
    for (const url of [
      'https://user:secret@a.example/',
      '/relative',
      `https://a.example/${'x'.repeat(2048)}`,
      7,
    ])
      expect(await problemsOf({ url }), String(url)).to.match(/^url must be/);
    for (const url of ['http://127.0.0.1/', 'http://169.254.169.254/', 'http://[::ffff:10.0.0.1]/'])
      expect(await problemsOf({ url }), url).to.match(/^url must resolve to publicly routable addresses/);
    expect(await problemsOf({ url: URL, events: ['render.started'] })).to.match(/^events\[0\] must be/);
    expect((await api('GET', '/v1/webhooks')).body.data).to.deep.equal([]);
  });

  it('pauses, resumes and deletes', async () => {
    const { _id } = await register();
    const act = (action: string) => api('POST', `/v1/webhooks/${_id}/${action}`);
    for (const [action, status] of [
      ['pause', 'paused'],
      ['pause', 'paused'],
      ['resume', 'active'],
      ['resume', 'active'],
    ] as const) {
      expect((await act(action)).body.data).to.include({ _id, status });
      expect((await api('GET', `/v1/webhooks/${_id}`)).body.data).to.include({ status });
    }
    expect((await api('DELETE', `/v1/webhooks/${_id}`)).status).to.equal(204);
    for (const reply of [await act('pause'), await act('test'), await api('DELETE', `/v1/webhooks/${_id}`)])
      expect(reply.status).to.equal(404);
    const secrets = await service.database('webhook_secrets').where('endpoint_id', _id);
    expect(secrets).to.deep.equal([]);
  });

  it('rotates the secret, and returns until when the previous one signs and when X-Signature switches', async () => {
    const { _id, signingSecret } = await register();
    const rotate = (body?: object) =>
      api('POST', `/v1/webhooks/${_id}/rotate-secret`, body === undefined ? {} : { body });
    const before = Date.now();
    const { data } = (await rotate()).body;
    expect(data.signingSecret)
      .to.match(/^whsec_/)
      .and.not.equal(signingSecret);
    expect(Date.parse(data.previousExpireAt)).to.be.within(before + DAY, Date.now() + DAY);
    expect(data.xSignatureSwitchesAt).to.equal(data.previousExpireAt);
    const xSignatureSwitchesAt = new Date(before + DAY / 2).toISOString();
    expect((await rotate({ xSignatureSwitchesAt })).body.data).to.include({ xSignatureSwitchesAt });
    const late = await rotate({ xSignatureSwitchesAt: new Date(before + 2 * DAY).toISOString() });
    expect(late.status).to.equal(400);
    expect(late.body.message[0]).to.match(/^xSignatureSwitchesAt must be no later than/);
    expect((await rotate({ xSignatureSwitchesAt: 'soon' })).status).to.equal(400);
  });

  it('are not asked for deliveries that they do not have, or since a time that is none', async () => {
    const { _id } = await register();
    for (const id of [UNKNOWN, 'nonsense']) {
      expect((await api('GET', `/v1/webhooks/${_id}/deliveries/${id}`)).status).to.equal(404);
      expect((await api('POST', `/v1/webhooks/${_id}/deliveries/${id}/redeliver`)).status).to.equal(404);
    }
    const since = '2026-01-01T00:00:00Z';
    for (const body of [{}, { since: 'yesterday' }, { since, until: since }])
      expect((await api('POST', `/v1/webhooks/${_id}/redeliver`, { body })).status).to.equal(400);
  });
});
