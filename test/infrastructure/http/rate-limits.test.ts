import { expect } from 'chai';
import { clientOfNewOwner } from '../../support/service/service.js';

describe('HTTP API: rate limits', () => {
  it('are reported in the headers of every response', async () => {
    const api = await clientOfNewOwner({ minute: 10, hour: 300, day: 1000 });
    const first = await api('GET', '/v1/videos/nonsense');
    expect(first.status).to.equal(404);
    expect(first.headers.get('ratelimit-policy')).to.equal(
      '"minute";q=10;w=60, "hour";q=300;w=3600, "day";q=1000;w=86400',
    );
    expect(first.headers.get('ratelimit')).to.match(
      /^"minute";r=9;t=(?:60|59), "hour";r=299;t=(?:3600|3599), "day";r=999;t=(?:86400|86399)$/,
    );
    expect((await api('POST', '/v1/videos', { raw: '{' })).headers.get('ratelimit')).to.match(
      /^"minute";r=8;/,
    );
  });

  it('refuse a request if any window is used up, and return when it resets', async () => {
    const api = await clientOfNewOwner({ minute: 100, day: 2 });
    await api('GET', '/v1/videos');
    await api('GET', '/v1/videos');
    const refused = await api('GET', '/v1/videos');
    expect(refused.status).to.equal(429);
    expect(refused.body).to.include({ statusCode: 429, error: 'Too Many Requests' });
    expect(Number(refused.headers.get('retry-after'))).to.be.within(86_000, 86_400);
    expect(refused.headers.get('ratelimit')).to.match(/"minute";r=98;/);
  });

  it('are not reported if the key has none', async () => {
    const api = await clientOfNewOwner();
    expect((await api('GET', '/v1/videos')).headers.get('ratelimit-policy')).to.equal(null);
  });
});
