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

  const createVideo = async (): Promise<string> =>
    (await api('POST', '/v1/videos', { body: minimalVideo })).body.data._id as string;

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

  it('registers, lists and deletes webhooks', async () => {
    const registered = await api('POST', '/v1/webhooks', { body: { url: 'https://hooks.example.org/x' } });
    expect(registered.status).to.equal(201);
    expect(registered.body.data.signingSecret).to.match(/^whsec_/);
    const { signingSecret: _, ...shown } = registered.body.data;
    expect((await api('GET', '/v1/webhooks')).body.data).to.deep.equal([shown]);
    expect((await api('DELETE', `/v1/webhooks/${shown._id}`)).status).to.equal(204);
    expect((await api('GET', '/v1/webhooks')).body.data).to.deep.equal([]);
    expect((await api('DELETE', `/v1/webhooks/${shown._id}`)).status).to.equal(404);
  });

  it('reports all problems of a request at once, in the standard error format', async () => {
    const { status, body } = await api('POST', '/v1/videos', {
      body: {
        metadata: { duration: 0, fpz: 1 },
        clips: [{ type: 'image', timeFrame: { start: 5, end: 5 } }],
      },
    });
    expect(status).to.equal(400);
    expect(body).to.include({ statusCode: 400, error: 'Bad Request' });
    expect(body.message).to.have.members([
      'metadata.fpz is not a known field',
      'metadata.name is required',
      'metadata.duration must be a number from 1 to 14400000',
      'clips[0].source is required',
      'clips[0].timeFrame.end must be greater than clips[0].timeFrame.start',
    ]);
  });

  it('serves health and readiness without a key', async () => {
    const anonymous = apiClient(service.baseUrl);
    expect((await anonymous('GET', '/healthz')).status).to.equal(200);
    expect((await anonymous('GET', '/readyz')).status).to.equal(200);
  });

  it('returns 401, 403, 404 and 405 as specified', async () => {
    const id = await createVideo();
    const anonymous = apiClient(service.baseUrl);
    const otherOwner = apiClient(service.baseUrl, await service.issueKey('endpoints-bob'));
    const missing = '019a0000-0000-7000-8000-000000000000';
    expect((await anonymous('GET', `/v1/videos/${id}`)).body).to.deep.include({ statusCode: 401 });
    expect((await otherOwner('GET', `/v1/videos/${id}`)).status).to.equal(403);
    expect((await otherOwner('PATCH', `/v1/videos/${id}`, { body: {} })).status).to.equal(403);
    expect((await otherOwner('GET', `/v1/renders?videoId=${id}`)).status).to.equal(403);
    for (const unknown of [missing, 'nonsense', '%00'])
      expect((await api('GET', `/v1/videos/${unknown}`)).status).to.equal(404);
    expect((await api('GET', '/v1/nothing')).body).to.deep.equal({
      statusCode: 404,
      message: ['path not found'],
      error: 'Not Found',
      type: '/guide/errors/not-found',
    });
    const put = await api('PUT', '/v1/videos', { body: {} });
    expect(put.status).to.equal(405);
    expect(put.headers.get('allow')).to.equal('GET, HEAD, OPTIONS, POST');
  });
});
