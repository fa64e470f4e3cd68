import { API_KEY_SCOPES } from '../../../domain/api-key/events.js';
import { expect } from 'chai';
import { description } from '../../support/api/api-description.js';
import { emptyCaption } from '../../support/renders/empty-caption.js';
import { type Api, apiClient, minimalVideo } from '../../support/service/http-client.js';
import type { Reply } from '../../support/service/reply.js';
import { sharedService } from '../../support/service/service.js';
import { forSuite } from '../../support/for-suite.js';

interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly takesBearer: boolean;
}

/** Valid bodies for operations without an example. */
const BODIES: Readonly<Record<string, object>> = {
  '/v1/webhooks/{id}': { description: 'another' },
  '/v1/webhooks/{id}/redeliver': { since: '2026-01-01T00:00:00Z' },
};

/** Every operation that requires a credential, with a valid body. */
const endpoints: ReadonlyArray<Endpoint> = Object.entries(description.paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, operation]) => {
    const { security } = operation as unknown as { readonly security?: ReadonlyArray<object> };
    if (!security || security.length === 0) return [];
    const content = operation.requestBody?.content['application/json'];
    const body = content && (content.example ?? BODIES[path] ?? {});
    return [{ method: method.toUpperCase(), path, body, takesBearer: security.length > 1 }];
  }),
);
const ofThings = endpoints.filter(({ path }) => path.includes('{'));

const SECRET = 'nobody else may read this';
const CLIP = 'said';
const MISSING = '019a0000-0000-7000-8000-000000000000';

describe('HTTP API: every operation', () => {
  const service = forSuite(sharedService);
  let owner: Api;
  let otherOwner: Api;
  let anonymous: Api;
  let ids: Readonly<Record<'video' | 'render' | 'batch' | 'webhook' | 'asset' | 'comment', string>>;
  let editorToken: string;

  before(async () => {
    owner = apiClient(service.baseUrl, await service.issueKey('every-operation', {}, API_KEY_SCOPES));
    otherOwner = apiClient(service.baseUrl, await service.issueKey('every-operation-other-owner'));
    anonymous = apiClient(service.baseUrl);
    const said = {
      ...emptyCaption(1),
      id: CLIP,
      captionProperties: {
        ...emptyCaption(1).captionProperties,
        words: [{ word: SECRET, start: 0, end: 1 }],
      },
    };
    const body = { ...minimalVideo, metadata: { name: SECRET, duration: 1 }, clips: [said] };
    const video = (await owner('POST', '/v1/videos', { body })).body.data;
    const render = (await owner('POST', `/v1/renders/${video._id}`, { body: {} })).body.data;
    const batch = (await owner('POST', `/v1/renders/${video._id}/batch`, { body: { rows: [{}] } })).body.data;
    const hook = { url: 'https://hooks.example.org/', description: SECRET };
    const webhook = (await owner('POST', '/v1/webhooks', { body: hook })).body.data;
    const file = {
      raw: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      headers: { 'content-type': 'image/svg+xml' },
    };
    const asset = (await owner('POST', `/v1/assets?name=${encodeURIComponent(SECRET)}`, file)).body.data;
    const comment = (await owner('POST', `/v1/videos/${video._id}/comments`, { body: { text: SECRET } })).body
      .data;
    ids = {
      video: video._id,
      render: render._id,
      batch: batch._id,
      webhook: webhook._id,
      asset: asset._id,
      comment: comment._id,
    };
    editorToken = video.metadata.redirectUrl.split('#token=')[1];
  });

  /** A render or a batch is requested with the id of a video. */
  const ofVideo = ({ method, path }: Endpoint): boolean =>
    method === 'POST' && /^\/v1\/renders\/\{id\}(?:\/batch)?$/.test(path);

  /** The path with ids of the right kind. */
  const pathOf = (endpoint: Endpoint, known: Partial<typeof ids> = ids): string => {
    const { path } = endpoint;
    const kind = ofVideo(endpoint)
      ? 'video'
      : path.startsWith('/v1/renders/{id}')
        ? 'render'
        : path.startsWith('/v1/batches')
          ? 'batch'
          : path.includes('/webhooks')
            ? 'webhook'
            : path.startsWith('/v1/assets')
              ? 'asset'
              : 'video';
    return path
      .replace('{id}', known[kind] ?? MISSING)
      .replace('{version}', '1')
      .replace('{clipId}', CLIP)
      .replace('{commentId}', known.comment ?? MISSING)
      .replace('{deliveryId}', MISSING);
  };
  /** Calls it as a client that has seen all events, because a stream of events ends with the render. */
  const call = (api: Api, endpoint: Endpoint, path: string, headers = {}): Promise<Reply> =>
    api(endpoint.method, path, { body: endpoint.body, headers: { 'last-event-id': 'end', ...headers } });
  /** Whether it tells nobody that a thing of another owner exists. */
  const isSecret = ({ path }: Endpoint): boolean =>
    path.startsWith('/v1/assets') || /\/(review|presence|comments|approve|send-back)\b/.test(path);
  const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

  it('is covered by this test', () => {
    expect(endpoints.length).to.be.at.least(30);
    expect(ofThings.length).to.be.at.least(20);
  });

  it('returns the same 401 for a missing and for a bad credential', async () => {
    const key = await service.issueKey('every-operation', {}, API_KEY_SCOPES);
    const credentials: ReadonlyArray<Record<string, string>> = [
      {},
      { 'x-api-key': '' },
      { 'x-api-key': `${key}x` },
      { 'x-api-key': `${key.slice(0, -1)}!` },
      { authorization: 'Bearer' },
      { authorization: 'Basic YTpi' },
      { authorization: `Bearer ${key}x` },
      { authorization: `Bearer ${'t'.repeat(43)}` },
    ];
    const texts = new Set<string>();
    for (const endpoint of endpoints)
      for (const headers of credentials) {
        const reply = await call(anonymous, endpoint, pathOf(endpoint), headers);
        expect(reply.status, nameOf(endpoint)).to.equal(401);
        expect(reply.headers.get('www-authenticate')).to.include('ApiKey');
        texts.add(reply.text);
      }
    expect(texts.size).to.equal(1);
  });

  it('returns 403 for resources of another owner, and 404 for assets and reviews, without details', async () => {
    for (const endpoint of ofThings) {
      const reply = await call(otherOwner, endpoint, pathOf(endpoint));
      expect(reply.status, nameOf(endpoint)).to.equal(isSecret(endpoint) ? 404 : 403);
      expect(reply.text).to.not.include(SECRET);
    }
    for (const list of [
      '/v1/videos',
      `/v1/videos?name=${encodeURIComponent(SECRET)}`,
      '/v1/renders/search',
      '/v1/batches',
      '/v1/webhooks',
      '/v1/assets',
    ]) {
      const { body } = await otherOwner('GET', list);
      expect([body.data, body.pagination.total], list).to.deep.equal([[], 0]);
    }
    expect((await otherOwner('GET', '/v1/events')).body.data).to.deep.equal([]);
    expect((await otherOwner('GET', `/v1/renders?videoId=${ids.video}`)).status).to.equal(403);
  });

  it('returns 404 for unknown and for malformed ids', async () => {
    for (const endpoint of ofThings)
      for (const id of [MISSING, 'nonsense', '%00', '..%2f']) {
        const path = pathOf(endpoint, {
          video: id,
          render: id,
          batch: id,
          webhook: id,
          asset: id,
          comment: id,
        });
        expect((await call(owner, endpoint, path)).status, `${nameOf(endpoint)} ${id}`).to.equal(404);
      }
  });

  it('refuses an editor token, except for its video and what belongs to it, frames, fonts and imports', async () => {
    const authorization = `Bearer ${editorToken}`;
    /** What is open, and the response to the request that this test sends. */
    const open: ReadonlyArray<readonly [RegExp, number]> = [
      [/\/(frames?|playback|media|\{id\}\/check)$/, 503], // This service has no workers, which draw the frames.
      [/\/source$/, 404], // The video has no soundtrack.
      [/^\S+ \/v1\/videos\/\{id\}(\/versions.*|\/variables|\/viewing|\/captions.*)?$/, 200],
      [/^POST \/v1\/videos\/\{id\}\/comments(\/\{commentId\}\/replies)?$/, 201],
      [/^\S+ \/v1\/videos\/\{id\}\/(review|comments\/\{commentId\}\/(resolve|reopen))$/, 200],
      [/^POST \/v1\/videos\/\{id\}\/presence$/, 204],
      [/^GET \/v1\/fonts$/, 200],
      [/^POST \/v1\/import$/, 200],
      [/^POST \/v1\/renders\/\{id\}$/, 201],
      [/^GET \/v1\/renders$/, 400], // videoId is missing
      [/^\S+ \/v1\/renders\/\{id\}(\/cancel)?$/, 200],
      [/^GET \/v1\/renders\/\{id\}\/events$/, 204],
      [/^POST \/v1\/renders\/\{id\}\/batch$/, 201],
      [/^\S+ \/v1\/batches\/\{id\}(\/\w+)?$/, 200],
      [/^GET \/v1\/assets$/, 200],
      [/^POST \/v1\/assets$/, 422], // The host of the example does not exist.
      [/^(GET|POST) \/v1\/assets\/\{id\}/, 404], // It is not of the video.
    ];
    // The events of a review are open as well, but never end: reviews.test.ts reads them.
    for (const endpoint of endpoints.filter(({ path }) => !path.endsWith('/review/events'))) {
      const { status } = await call(anonymous, endpoint, pathOf(endpoint), { authorization });
      const [, expected] = open.find(([pattern]) => pattern.test(nameOf(endpoint))) ?? [];
      expect(status, nameOf(endpoint)).to.equal(expected ?? (endpoint.takesBearer ? 403 : 401));
    }
  });

  it('permits a link for viewing only to read its video, and fonts', async () => {
    const path = `/v1/videos/${ids.video}`;
    const { url } = (await owner('POST', `${path}/links`)).body.data;
    const authorization = `Bearer ${url.split('#token=')[1]}`;
    const versionNow = async () => (await owner('GET', path)).headers.get('etag');
    const before = await versionNow();
    const open: ReadonlyArray<readonly [RegExp, number]> = [
      [/^GET \/v1\/videos\/\{id\}(\/versions\/\{version\})?\/(frame|playback)$/, 503],
      [/^GET \/v1\/videos\/\{id\}\/source$/, 404],
      [/^GET \/v1\/videos\/\{id\}(\/versions.*|\/variables|\/viewing|\/captions.*)?$/, 200],
      [/^GET \/v1\/fonts$/, 200],
    ];
    for (const endpoint of endpoints) {
      const { status, body } = await call(anonymous, endpoint, pathOf(endpoint), { authorization });
      const [, expected] = open.find(([pattern]) => pattern.test(nameOf(endpoint))) ?? [];
      expect(status, nameOf(endpoint)).to.equal(expected ?? (endpoint.takesBearer ? 403 : 401));
      if (status === 403) expect(body.message).to.deep.equal(['the link permits only viewing']);
    }
    expect(await versionNow()).to.equal(before);
  });

  it('refuses unknown parameters, and clients that accept no type that is offered', async () => {
    for (const endpoint of endpoints) {
      const path = pathOf(endpoint);
      const unknown = await call(owner, endpoint, `${path}?voulme=1`);
      expect(unknown.status, nameOf(endpoint)).to.equal(400);
      expect(unknown.body.message).to.include('voulme is not a known field');
      const other = await call(owner, endpoint, path, { accept: 'font/otf' });
      expect(other.status, nameOf(endpoint)).to.equal(406);
    }
  });
});
