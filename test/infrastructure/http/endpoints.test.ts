import { expect } from 'chai';
import { type Api, apiClient, minimalVideo } from '../../support/service/http-client.js';
import { type Service, sharedService } from '../../support/service/service.js';

describe('HTTP API: the endpoints', function () {
  this.timeout(60_000);
  let service: Service;
  let api: Api;

  before(async () => {
    service = await sharedService();
    api = apiClient(service.baseUrl, await service.issueKey('endpoints-alice'));
  });

  it('creates, gets, lists and patches a video', async () => {
    const created = await api('POST', '/v1/videos', { body: minimalVideo });
    expect(created.status).to.equal(201);
    const { _id, metadata } = created.body.data;
    expect(metadata.redirectUrl).to.match(
      new RegExp(`^https://video\\.example\\.org/editor/${_id}#token=[\\w-]{43}$`),
    );
    expect(metadata).to.deep.include({ name: 'a video', fps: 30, backgroundColor: '#000000' });

    const got = await api('GET', `/v1/videos/${_id}`);
    expect(got.status).to.equal(200);
    expect(got.headers.get('etag')).to.equal(created.headers.get('etag'));
    expect(got.body.data.metadata).to.not.have.property('redirectUrl');

    const patched = await api('PATCH', `/v1/videos/${_id}`, { body: { metadata: { name: 'b' } } });
    expect(patched.status).to.equal(200);
    expect(patched.body.data.metadata).to.include({ name: 'b', duration: 1000 });
    expect(patched.headers.get('etag')).to.not.equal(created.headers.get('etag'));

    const list = await api('GET', '/v1/videos');
    expect(list.status).to.equal(200);
    expect(list.body.data[0]).to.deep.equal(patched.body.data);
    expect(list.body.pagination).to.deep.include({ page: 1, limit: 20, hasNextPage: false });
  });

  it('renders an inline video and a stored one, lists, gets and cancels renders', async () => {
    const inline = await api('POST', '/v1/renders', { body: minimalVideo });
    expect(inline.status).to.equal(201);
    expect(inline.body.data).to.include({ status: 'pending', videoVersion: 1, progress: 0 });
    const { videoId } = inline.body.data;
    expect(inline.body.data.videoData._id).to.equal(videoId);

    const second = await api('POST', `/v1/renders/${videoId}`, { body: {} });
    expect(second.status).to.equal(201);
    const list = await api('GET', `/v1/renders?videoId=${videoId}`);
    expect(list.body.data.map(({ _id }: { _id: string }) => _id)).to.deep.equal([
      second.body.data._id,
      inline.body.data._id,
    ]);

    const path = `/v1/renders/${second.body.data._id}`;
    const {
      queuePosition,
      estimatedStart: _,
      estimatedEnd: __,
      ...same
    } = (await api('GET', path)).body.data;
    expect(same).to.deep.equal(second.body.data);
    expect(queuePosition).to.be.at.least(2);
    expect((await api('POST', `${path}/cancel`)).body.data.status).to.equal('cancelled');
    expect((await api('POST', `${path}/cancel`)).status).to.equal(409);
  });

  it('serves health and readiness without a key', async () => {
    const anonymous = apiClient(service.baseUrl);
    expect((await anonymous('GET', '/healthz')).status).to.equal(200);
    expect((await anonymous('GET', '/readyz')).status).to.equal(200);
  });
});
