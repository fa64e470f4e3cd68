import { expect } from 'chai';
import { postgresRateLimiter } from '../../../infrastructure/postgres/requests/rate-limits.js';
import { rightOf } from '../../support/right-of.js';
import { clientOfNewOwner, type Service, sharedService } from '../../support/service/service.js';

describe('HTTP API: rate limits', function () {
  this.timeout(60_000);
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  it('accept exactly as many parallel requests as the smallest window allows', async () => {
    const api = await clientOfNewOwner({ minute: 10, hour: 300, day: 1000 });
    const replies = await Promise.all(Array.from({ length: 40 }, () => api('GET', '/v1/videos')));
    expect(replies.filter(({ status }) => status === 200)).to.have.length(10);
    const [refused, ...others] = replies.filter(({ status }) => status === 429);
    expect(others).to.have.length(29);
    expect(refused?.body).to.include({ statusCode: 429, error: 'Too Many Requests' });
    expect(Number(refused?.headers.get('retry-after'))).to.be.within(1, 60);
  });

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
    expect(Number(refused.headers.get('retry-after'))).to.be.within(86_000, 86_400);
    expect(refused.headers.get('ratelimit')).to.match(/"minute";r=98;/);
  });

  it('are not reported if the key has none', async () => {
    const api = await clientOfNewOwner();
    expect((await api('GET', '/v1/videos')).headers.get('ratelimit-policy')).to.equal(null);
  });

  it('are exact across processes and restarts', async () => {
    const [one, two] = [postgresRateLimiter(service.database), postgresRateLimiter(service.database)];
    const limits = { minute: 50, hour: 60 };
    const verdicts = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => rightOf(await (n % 2 ? one : two).take('both', limits)())),
    );
    expect(verdicts.filter(({ taken }) => taken)).to.have.length(50);
    const again = postgresRateLimiter(service.database);
    expect(rightOf(await again.take('both', limits)()).taken).to.equal(false);
    await service
      .database('rate_windows')
      .where({ subject: 'both' })
      .update({ minute_opened: service.database.raw(`minute_opened - interval '60 s'`) });
    const later = await Promise.all(
      Array.from({ length: 20 }, async () => rightOf(await again.take('both', limits)())),
    );
    expect(
      later.filter(({ taken }) => taken),
      'the remaining requests of the hour',
    ).to.have.length(10);
  });
});
