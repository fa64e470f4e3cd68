import { expect } from 'chai';
import { UnsecuredJWT } from 'jose';
import { sha256 } from '../../../application/digests.js';
import type { VideoId } from '../../../domain/ids.js';
import { videoLinks } from '../../../infrastructure/http/server/video-links.js';
import { type Api, apiClient, minimalVideo } from '../../support/service/http-client.js';
import type { Reply } from '../../support/service/reply.js';
import { clientOfNewOwner, sharedService } from '../../support/service/service.js';
import { SERVICE_KEY } from '../../support/service/service-app.js';
import { forSuite } from '../../support/for-suite.js';

interface Stored {
  readonly id: VideoId;
  readonly editorToken: string;
}

const tokenOf = (url: string): string => new URL(url).hash.slice('#token='.length);

const clockAt = (time: string) => ({ now: () => new Date(time) });

describe('HTTP API: links for viewing and links that expire', () => {
  const service = forSuite(sharedService);
  let owner: Api;
  let anonymous: Api;

  before(async () => {
    owner = apiClient(service.baseUrl, await service.issueKey('video-links'));
    anonymous = apiClient(service.baseUrl);
  });

  const stored = async (): Promise<Stored> => {
    const { data } = (await owner('POST', '/v1/videos', { body: minimalVideo })).body;
    await owner('GET', `/v1/videos/${data._id}`); // waits until it can be read, as creating a link does
    return { id: data._id, editorToken: tokenOf(data.metadata.redirectUrl) };
  };
  const linkTo = async ({ id }: Stored, body?: object): Promise<string> =>
    tokenOf((await owner('POST', `/v1/videos/${id}/links`, { body })).body.data.url);
  const call = (token: string, method: string, path: string, body?: object): Promise<Reply> =>
    anonymous(method, path, { headers: { authorization: `Bearer ${token}` }, body });
  const open = (token: string, { id }: Stored): Promise<Reply> => call(token, 'GET', `/v1/videos/${id}`);

  const CHANGE = { metadata: { name: 'changed' } };

  it('are created with what they permit and when they expire, and are not stored', async () => {
    const video = await stored();
    const path = `/v1/videos/${video.id}/links`;
    const { status, body } = await owner('POST', path);
    expect(status).to.equal(201);
    expect(body.data).to.have.all.keys('url', 'access');
    expect(body.data.access).to.equal('view');
    expect(body.data.url).to.match(new RegExp(`^https://video\\.example\\.org/view/${video.id}#token=ey`));
    const before = Date.now();
    const edit = (await owner('POST', path, { body: { access: 'edit', expiresInSeconds: 3600 } })).body.data;
    const lifetime = Date.parse(edit.expiresAt) - before;
    expect(edit.access).to.equal('edit');
    expect(lifetime).to.be.within(3_599_000, 3_700_000);
    for (const expiresInSeconds of [0, 0.5, 31_536_001, '60'])
      expect((await owner('POST', path, { body: { expiresInSeconds } })).status).to.equal(400);
    expect((await owner('POST', path, { body: { access: 'render' } })).status).to.equal(400);
    const { data } = (await owner('GET', `/v1/videos/${video.id}/events`)).body;
    expect(data).to.have.length(1);
    expect((await (await clientOfNewOwner())('POST', path)).status).to.equal(403);
  });

  it('show `additional` only where they permit changes: in the video, its versions and comparisons', async () => {
    const video = await stored();
    const path = `/v1/videos/${video.id}`;
    await owner('PATCH', path, { body: { additional: { order: 'secret-17' } } });
    const [view, edit] = [await linkTo(video), await linkTo(video, { access: 'edit' })];
    for (const shown of [
      path,
      `${path}/versions/2`,
      `${path}/versions/2/diff`,
      `${path}/versions/2/diff?format=json`,
    ]) {
      expect(JSON.stringify((await call(edit, 'GET', shown)).body), shown).to.include('secret-17');
      const { status, body } = await call(view, 'GET', shown);
      expect(status).to.equal(200);
      expect(JSON.stringify(body), shown).not.to.include('secret-17');
    }
  });

  it('have rate limits separate from those of the editor link', async () => {
    const video = await stored();
    const remaining = async (token: string): Promise<number> => {
      const limit = (await open(token, video)).headers.get('ratelimit') ?? '';
      return Number(/"day";r=(\d+)/.exec(limit)?.[1]);
    };
    const before = await remaining(video.editorToken);
    const view = await linkTo(video);
    for (let twice = 0; twice < 2; twice++) expect(await remaining(view)).to.equal(59_999 - twice);
    expect(await remaining(video.editorToken)).to.equal(before - 1);
  });

  it('for editing permit what the editor link permits', async () => {
    const video = await stored();
    const token = await linkTo(video, { access: 'edit', expiresInSeconds: 60 });
    expect((await call(token, 'PATCH', `/v1/videos/${video.id}`, CHANGE)).status).to.equal(200);
    expect((await call(token, 'POST', `/v1/renders/${video.id}`, {})).status).to.equal(201);
    expect((await call(token, 'POST', `/v1/videos/${video.id}/links`)).status).to.equal(403);
    for (const link of [token, await linkTo(video)])
      expect((await open(link, await stored())).status).to.equal(403);
  });

  it('say that they have expired', async () => {
    const video = await stored();
    const linked = { videoId: video.id, editorTokenHash: sha256(video.editorToken) };
    const past = videoLinks(SERVICE_KEY, clockAt('2020-01-01T00:00:00Z'));
    for (const access of ['view', 'review', 'edit'] as const) {
      const { token, expiresAt } = await past.sign(linked, { access }, 60);
      expect(expiresAt).to.equal('2020-01-01T00:01:00.000Z');
      const { status, body } = await open(token, video);
      expect([status, body.message]).to.deep.equal([401, ['the link has expired; ask for a new one']]);
    }
  });

  it('end when the editor link is replaced or revoked, and cannot be created without one', async () => {
    const video = await stored();
    const path = `/v1/videos/${video.id}`;
    const first = await linkTo(video);
    await owner('POST', `${path}/editor-link`);
    expect((await open(first, video)).status).to.equal(401);
    const second = await linkTo(video);
    expect((await open(second, video)).status).to.equal(200);
    await owner('DELETE', `${path}/editor-link`);
    expect((await open(second, video)).status).to.equal(401);
    const refused = await owner('POST', `${path}/links`);
    expect([refused.status, refused.body.message[0]]).to.deep.equal([
      409,
      'the editor link is revoked: replace it before creating other links',
    ]);
  });

  it('cannot be forged, and forgeries get the same response as every invalid credential', async () => {
    const video = await stored();
    const other = await stored();
    const linked = { videoId: video.id, editorTokenHash: sha256(video.editorToken) };
    const now = clockAt(new Date().toISOString());
    const [header = '', payload = '', signature = ''] = (await linkTo(video)).split('.');
    const claims = (changed: object): string =>
      Buffer.from(
        JSON.stringify({
          ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object),
          ...changed,
        }),
      ).toString('base64url');
    const forged = [
      `${header}.${claims({ access: 'edit' })}.${signature}`,
      `${header}.${claims({ sub: other.id })}.${signature}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${payload}.${signature}`,
      new UnsecuredJWT({ access: 'edit' }).setSubject(video.id).encode(),
      (await videoLinks(Buffer.alloc(32, 8), now).sign(linked, { access: 'edit' })).token,
      (await videoLinks(SERVICE_KEY, now).sign({ ...linked, videoId: other.id }, { access: 'edit' })).token,
      (
        await videoLinks(SERVICE_KEY, now).sign(
          { ...linked, editorTokenHash: sha256('x') },
          { access: 'edit' },
        )
      ).token,
      (await videoLinks(SERVICE_KEY, now).sign(linked, { access: 'render' as 'view' })).token,
    ];
    const { text } = await call('nonsense', 'GET', '/v1/videos');
    for (const [index, token] of forged.entries()) {
      const reply = await open(token, video);
      expect([reply.status, reply.text], String(index)).to.deep.equal([401, text]);
    }
  });
});
