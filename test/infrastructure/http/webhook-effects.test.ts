import { expect } from 'chai';
import { endRender } from '../../support/renders/ended-renders.js';
import { eventually } from '../../support/eventually.js';
import { type Api, apiClient } from '../../support/service/http-client.js';
import { rightOf } from '../../support/right-of.js';
import { serviceForSuite } from '../../support/service/service.js';

const URL = 'https://1.1.1.1/hook';

describe('HTTP API: effects of webhook changes while the projector is stopped', () => {
  const service = serviceForSuite({ readableWithinMs: 6000 });
  let api: Api;
  let owners = 0;
  beforeEach(async () => {
    api = apiClient(service.baseUrl, await service.issueKey(`effects-${(owners += 1)}`));
  });

  const register = async (): Promise<string> =>
    (await api('POST', '/v1/webhooks', { body: { url: URL } })).body.data._id;
  const secretsOf = (id: string) =>
    service.database('webhook_secrets').where('endpoint_id', id).pluck('secret');
  const statusesOf = (id: string) =>
    service.database('webhook_deliveries').where('endpoint_id', id).pluck('status');

  /** The secrets that sign the next message, newest first. */
  const signersOf = async (id: string): Promise<ReadonlyArray<string>> => {
    await endRender(service, api);
    return eventually(async () => {
      const claims = rightOf(await service.deliveryQueue.claim(100)());
      const claim = claims.find(({ endpointId }) => endpointId === id);
      if (!claim) throw new Error('nothing is due');
      return claim.secrets.standard;
    });
  };

  it('a deleted webhook keeps neither its secrets nor waiting deliveries', async () => {
    const id = await register();
    await api('POST', `/v1/webhooks/${id}/rotate-secret`);
    await endRender(service, api);
    await api('POST', `/v1/webhooks/${id}/test`);
    await eventually(async () => expect(await statusesOf(id)).to.deep.equal(['waiting', 'waiting']));
    const deleted = await service.withoutProjector(() => api('DELETE', `/v1/webhooks/${id}`));
    expect(deleted.status).to.equal(503);
    await eventually(async () => {
      expect(await secretsOf(id)).to.deep.equal([]);
      expect(await statusesOf(id)).to.deep.equal(['cancelled', 'cancelled']);
    });
    expect((await api('DELETE', `/v1/webhooks/${id}`)).status).to.equal(404);
  });

  it('a rotated secret signs from then on, and is returned when the request is repeated', async () => {
    const id = await register();
    const [first] = await secretsOf(id);
    const key = { headers: { 'idempotency-key': 'rotate' } };
    const rotate = () => api('POST', `/v1/webhooks/${id}/rotate-secret`, key);
    expect((await service.withoutProjector(rotate)).status).to.equal(503);
    // Another rotation in between does not cause the first to be repeated.
    const between = (await api('POST', `/v1/webhooks/${id}/rotate-secret`)).body.data;
    const { data } = (await rotate()).body;
    expect(await secretsOf(id)).to.have.members([first, data.signingSecret, between.signingSecret]);
    expect(await signersOf(id)).to.deep.equal([between.signingSecret, data.signingSecret, first]);
  });

  it('two concurrent rotations both sign, and the newer one does not expire', async () => {
    const id = await register();
    const rotations = await Promise.all(
      Array.from({ length: 4 }, () => api('POST', `/v1/webhooks/${id}/rotate-secret`)),
    );
    const shown = rotations.map(({ body }) => body.data.signingSecret as string);
    expect(new Set(shown).size).to.equal(4);
    expect(await secretsOf(id)).to.include.members(shown);
    expect(await signersOf(id))
      .to.include.members(shown)
      .and.have.length(5);
  });

  it('no secret is stored for the webhook of another owner', async () => {
    const id = await register();
    const otherOwner = apiClient(service.baseUrl, await service.issueKey('another-owner'));
    expect((await otherOwner('POST', `/v1/webhooks/${id}/rotate-secret`)).status).to.equal(403);
    expect(await secretsOf(id)).to.have.length(1);
  });
});
