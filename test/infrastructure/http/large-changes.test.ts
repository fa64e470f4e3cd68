import { expect } from 'chai';
import { fatComposition } from '../../support/fat-history.js';
import { apiClient, minimalVideo } from '../../support/http-client.js';
import { type Service, startService } from '../../support/service.js';

describe('HTTP API: large changes', function () {
  this.timeout(60_000);
  let service: Service;
  before(async () => {
    service = await startService({ readableWithinMs: 2500 });
  });
  after(() => service.stop());

  it('of one owner are appended one at a time, each when the one before can be read; others are not held up', async () => {
    const alice = apiClient(service.baseUrl, await service.issueKey('alice'));
    const bob = apiClient(service.baseUrl, await service.issueKey('bob'));
    const { metadata, clips } = fatComposition('large', 200_000);
    const stored = async (owner: string): Promise<number> =>
      (await service.recordedText()).split(`"ownerId":"${owner}","version":1`).length - 1;

    await service.withoutProjector(async () => {
      const large = Array.from({ length: 3 }, () =>
        alice('POST', '/v1/videos', { body: { metadata, clips } }),
      );
      const first = await Promise.race(large);
      expect(first.status).to.equal(503);
      expect(await stored('alice')).to.be.within(1, 2);
      expect((await bob('POST', '/v1/videos', { body: minimalVideo })).status).to.equal(503);
      expect(await stored('bob')).to.equal(1);
      await Promise.all(large);
      expect(await stored('alice')).to.equal(3);
    });
    const { status } = await alice('POST', '/v1/videos', { body: { metadata, clips } });
    expect(status).to.equal(201);
  });
});
