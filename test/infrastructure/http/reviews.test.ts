import { expect } from 'chai';
import { type SentEvent, sentEvents } from '../../support/service/event-stream.js';
import { type Api, apiClient, minimalVideo } from '../../support/service/http-client.js';
import type { Reply } from '../../support/service/reply.js';
import { serviceForSuite, sharedService } from '../../support/service/service.js';
import { forSuite } from '../../support/for-suite.js';

interface FeedEvent {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const MISSING = '019a0000-0000-7000-8000-000000000000';

/** What a client of the API sees and may do in the review of a video. */
describe('HTTP API: comments and approval', () => {
  const service = forSuite(sharedService);
  let owner: Api;
  let anonymous: Api;

  before(async () => {
    owner = apiClient(service.baseUrl, await service.issueKey('reviews'));
    anonymous = apiClient(service.baseUrl);
  });

  const newVideo = async (api = owner): Promise<string> => {
    const { data } = (await api('POST', '/v1/videos', { body: minimalVideo })).body;
    await api('GET', `/v1/videos/${data._id}`);
    return data._id;
  };
  const linkTo = async (id: string, body: object): Promise<string> => {
    const { url } = (await owner('POST', `/v1/videos/${id}/links`, { body })).body.data;
    return new URL(url).hash.slice('#token='.length);
  };
  const withLink =
    (token: string) =>
    (method: string, path: string, body?: object): Promise<Reply> =>
      anonymous(method, path, { headers: { authorization: `Bearer ${token}` }, body });
  const reviewOf = async (id: string) => (await owner('GET', `/v1/videos/${id}/review`)).body.data;

  it('are told to who follows them, at once and after a lost connection', async () => {
    const id = await newVideo();
    const ann = withLink(await linkTo(id, { access: 'review', name: 'Ann' }));
    const followed = async (lastId: string, act: () => Promise<unknown>) => {
      const headers = {
        authorization: `Bearer ${await linkTo(id, { access: 'review' })}`,
        'last-event-id': lastId,
      };
      const response = await fetch(`${service.baseUrl}/v1/videos/${id}/review/events`, { headers });
      const events = sentEvents(response);
      const next = events.next();
      await act();
      const { value } = await next;
      await events.return();
      return value as SentEvent;
    };
    const first = await followed('', () => Promise.resolve());
    const after = (lastId: string | undefined, path: string, body?: object) =>
      followed(lastId ?? '', () => ann('POST', `/v1/videos/${id}/${path}`, body));
    const second = await after(first.id, 'comments', { text: 'Too dark' });
    const { comments } = await reviewOf(id);
    const third = await after(second.id, `comments/${comments[0]._id}/resolve`);
    const fourth = await after(third.id, `comments/${comments[0]._id}/reopen`);
    const fifth = await after(fourth.id, 'versions/1/approve');
    const marks = [first, second, third, fourth, fifth].map(({ id: mark }) => mark);
    expect(new Set(marks.filter((_, index) => index !== 3)).size).to.equal(4);
    expect((await withLink(await linkTo(id, {}))('GET', `/v1/videos/${id}/review/events`)).status).to.equal(
      403,
    );
  });

  it('tell who has the video open, with the name of the link, and the version', async () => {
    const id = await newVideo();
    const token = await linkTo(id, { access: 'edit', name: 'Ann' });
    const ann = withLink(token);
    const headers = { authorization: `Bearer ${token}` };
    const events = sentEvents(await fetch(`${service.baseUrl}/v1/videos/${id}/review/events`, { headers }));
    const next = async () => ((await events.next()).value as SentEvent).data;
    expect(await next())
      .to.include({ version: 1 })
      .and.deep.include({ people: [] });
    const there = { tab: 'tab-of-ann', selection: ['title'] };
    const told = await ann('POST', `/v1/videos/${id}/presence`, { ...there, name: 'The owner' });
    expect(told.status).to.equal(204);
    expect((await next()).people).to.deep.equal([{ ...there, name: 'Ann' }]);
    await owner('PATCH', `/v1/videos/${id}`, { body: { metadata: { name: 'changed' } } });
    expect(await next()).to.include({ version: 2 });
    for (let tab = 0; tab < 30; tab += 1)
      await ann('POST', `/v1/videos/${id}/presence`, { tab: `another-${tab}`, selection: [] });
    expect((await next()).people.length).to.be.at.most(20);
    await events.return();
    const viewer = withLink(await linkTo(id, {}));
    expect((await viewer('POST', `/v1/videos/${id}/presence`, there)).status).to.equal(403);
    expect((await owner('GET', `/v1/videos/${id}/events?stream=review`)).body.data).to.deep.equal([]);
  });

  it('show threads at a time and a place, with who said what; resolved and reopened', async () => {
    const id = await newVideo();
    const ann = withLink(await linkTo(id, { access: 'review', name: 'Ann' }));
    const shape = { shape: 'rectangle', colour: 'yellow', points: [{ x: 0.1, y: 0.2 }] };
    const comment = { text: 'Too dark', time: 500, point: { x: 0.5, y: 0.25 }, drawing: [shape] };
    const added = await ann('POST', `/v1/videos/${id}/comments`, { ...comment, name: 'The owner' });
    expect(added.status).to.equal(201);
    for (const wrong of [
      { ...shape, colour: 'url(x)' },
      { ...shape, points: [{ x: 0.1, y: 2 }] },
      { ...shape, points: Array.from({ length: 49 }, () => ({ x: 0, y: 0 })) },
    ])
      expect(
        (await ann('POST', `/v1/videos/${id}/comments`, { ...comment, drawing: [wrong] })).status,
      ).to.equal(400);
    const { _id: commentId, createdAt: _, ...said } = added.body.data;
    expect(said).to.deep.equal({
      ...comment,
      version: 1,
      author: { role: 'reviewer', name: 'Ann', named: 'link' },
      replies: [],
    });
    const thread = `/v1/videos/${id}/comments/${commentId}`;
    const replied = await owner('POST', `${thread}/replies`, { body: { text: 'Lit', name: 'Ben' } });
    expect([replied.status, replied.body.data.replies[0].author]).to.deep.equal([
      201,
      { role: 'owner', name: 'Ben', named: 'self' },
    ]);
    const resolved = await ann('POST', `${thread}/resolve`);
    expect(resolved.body.data.resolved.author.name).to.equal('Ann');
    expect((await ann('POST', `${thread}/resolve`)).body.data).to.deep.equal(resolved.body.data);
    expect((await ann('GET', `/v1/videos/${id}/review`)).body.data.comments).to.deep.equal([
      resolved.body.data,
    ]);
    expect((await owner('POST', `${thread}/reopen`)).body.data).to.not.have.property('resolved');
    expect((await owner('POST', `/v1/videos/${id}/comments/${MISSING}/resolve`)).status).to.equal(404);
    const other = await newVideo();
    expect((await owner('POST', `/v1/videos/${other}/comments/${commentId}/resolve`)).status).to.equal(404);
  });

  it('record decisions; the last one counts, and the list of versions has it', async () => {
    const id = await newVideo();
    const version = `/v1/videos/${id}/versions/1`;
    const back = await owner('POST', `${version}/send-back`, { body: { text: 'Use the new logo' } });
    expect(back.body.data).to.deep.include({ version: 1, outcome: 'sent-back', text: 'Use the new logo' });
    expect((await owner('POST', `${version}/send-back`)).status).to.equal(400);
    const ann = withLink(await linkTo(id, { access: 'review', name: 'Ann' }));
    expect((await ann('POST', `${version}/approve`)).status).to.equal(200);
    expect((await ann('POST', `/v1/videos/${id}/versions/2/approve`)).status).to.equal(404);
    const { decisions } = await reviewOf(id);
    expect(decisions.map(({ outcome }: { outcome: string }) => outcome)).to.deep.equal([
      'sent-back',
      'approved',
    ]);
    await owner('PATCH', `/v1/videos/${id}`, { body: { metadata: { name: 'Second' } } });
    const [second, first] = (await owner('GET', `/v1/videos/${id}/versions`)).body.data;
    expect(second).to.not.have.property('decision');
    expect(first.decision).to.deep.include({ outcome: 'approved', author: decisions[1].author });
  });

  it('change no version and no ETag: an edit goes on where it was', async () => {
    const id = await newVideo();
    const etag = (await owner('GET', `/v1/videos/${id}`)).headers.get('etag') ?? '';
    await owner('POST', `/v1/videos/${id}/comments`, { body: { text: 'Longer' } });
    await owner('POST', `/v1/videos/${id}/versions/1/approve`);
    const patched = await owner('PATCH', `/v1/videos/${id}`, {
      body: { metadata: { name: 'Edited' } },
      headers: { 'if-match': etag },
    });
    expect([patched.status, patched.headers.get('etag')?.startsWith('"2')]).to.deep.equal([200, true]);
  });

  it('are events of a stream of the video, with who and when', async () => {
    const id = await newVideo();
    const token = await linkTo(id, { access: 'review', name: 'Ann' });
    await withLink(token)('POST', `/v1/videos/${id}/versions/1/approve`);
    const { data } = (await owner('GET', `/v1/videos/${id}/events?stream=review`)).body;
    expect(data.map(({ type }: { type: string }) => type)).to.deep.equal(['VersionApproved']);
    expect(data[0].stream).to.equal(`review-${id}`);
    expect(data[0].data.author).to.deep.include({ role: 'reviewer', name: 'Ann', named: 'link' });
    expect(data[0].data.author.credential).to.match(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(data)).to.not.include(token);
    expect((await owner('GET', `/v1/videos/${id}/events`)).body.data).to.have.length(1);
  });

  it('are permitted to links for review and for editing, and not shown to those for viewing', async () => {
    const id = await newVideo();
    await owner('POST', `/v1/videos/${id}/versions/1/send-back`, { body: { text: 'internal' } });
    const viewer = withLink(await linkTo(id, {}));
    expect((await viewer('GET', `/v1/videos/${id}/versions`)).text).to.not.include('internal');
    const reviewer = withLink(await linkTo(id, { access: 'review' }));
    expect((await reviewer('GET', `/v1/videos/${id}/versions`)).text).to.include('internal');
    const said = await reviewer('POST', `/v1/videos/${id}/comments`, { text: 'Hi', name: 'Bea' });
    expect(said.body.data.author).to.deep.equal({ role: 'reviewer', name: 'Bea', named: 'self' });
    const editor = withLink(await linkTo(id, { access: 'edit' }));
    expect((await editor('POST', `/v1/videos/${id}/versions/1/approve`)).body.data.author).to.deep.equal({
      role: 'editor',
    });
    const change = { metadata: { name: 'changed' } };
    expect((await reviewer('PATCH', `/v1/videos/${id}`, change)).status).to.equal(403);
    expect((await reviewer('POST', `/v1/renders/${id}`, {})).status).to.equal(403);
    expect((await reviewer('GET', `/v1/videos/${await newVideo()}/review`)).status).to.equal(403);
  });

  it('take hostile text as text, of limited length', async () => {
    const id = await newVideo();
    const path = `/v1/videos/${id}/comments`;
    for (const text of [
      `<script>alert("x")</script>'; drop table videos;--`,
      '\u202etxt.exe',
      'a\nb',
      '🙂'.repeat(2000),
    ])
      expect((await owner('POST', path, { body: { text } })).body.data?.text).to.equal(text);
    for (const body of [
      {},
      { text: '' },
      { text: ' \n ' },
      { text: 'a'.repeat(2001) },
      { text: 'nul \0' },
      { text: 'x', time: -1 },
      { text: 'x', time: 1e9 },
      { text: 'x', point: { x: 1.1, y: 0 } },
      { text: 'x', point: { x: 0 } },
      { text: 'x', version: 0 },
      { text: 'x', name: ' ' },
      { text: 'x', name: 'a\u202eb' },
      { text: 'x', name: 'a'.repeat(101) },
      { text: 'x', author: { role: 'owner' } },
    ])
      expect((await owner('POST', path, { body })).status, JSON.stringify(body)).to.equal(400);
    expect((await owner('POST', path, { body: { text: 'x', version: 2 } })).status).to.equal(404);
  });

  it('are messages of the feed, and of webhooks that ask for them', async () => {
    const api = apiClient(service.baseUrl, await service.issueKey('reviews-feed'));
    const hook = { url: 'https://hooks.example.org/', events: ['version.approved'] };
    const { _id: webhook } = (await api('POST', '/v1/webhooks', { body: hook })).body.data;
    const id = await newVideo(api);
    const author = { role: 'owner', name: 'Ben', named: 'self' };
    const say = (path: string, body: object) =>
      api('POST', `/v1/videos/${id}/${path}`, { body: { ...body, name: 'Ben' } });
    const commentId = (await say('comments', { text: 'Dark', time: 5 })).body.data._id;
    await say(`comments/${commentId}/replies`, { text: 'Lit' });
    await say('versions/1/send-back', { text: 'No' });
    await say('versions/1/approve', {});
    const { data } = (await api('GET', '/v1/events')).body;
    const facts = { _id: '', createdAt: '', videoId: id, author };
    expect(
      data.map(({ event, data: said }: FeedEvent) => [event, { ...said, _id: '', createdAt: '' }]),
    ).to.deep.equal([
      ['comment.added', { ...facts, text: 'Dark', time: 5, version: 1 }],
      ['comment.replied', { ...facts, text: 'Lit', commentId }],
      ['version.sent-back', { ...facts, text: 'No', version: 1 }],
      ['version.approved', { ...facts, version: 1 }],
    ]);
    expect(data[0].data._id).to.equal(commentId);
    const deliveries = (await api('GET', `/v1/webhooks/${webhook}/deliveries`)).body.data;
    expect(deliveries.map(({ event, videoId }: Record<string, string>) => [event, videoId])).to.deep.equal([
      ['version.approved', id],
    ]);
  });

  it('are limited for each link', async () => {
    const id = await newVideo();
    const [ann, bea] = [
      withLink(await linkTo(id, { access: 'review', name: 'Ann' })),
      withLink(await linkTo(id, { access: 'review', name: 'Bea' })),
    ];
    const approve = `/v1/videos/${id}/versions/1/approve`;
    for (let sent = 0; sent < 30; sent++) expect((await ann('POST', approve)).status).to.equal(200);
    expect((await ann('POST', approve)).status).to.equal(429);
    expect((await ann('GET', `/v1/videos/${id}/review`)).status).to.equal(200);
    expect((await bea('POST', approve)).status).to.equal(200);
  });

  it('are limited for each video to those who have its editor link', async () => {
    const editorOf = async (): Promise<readonly [string, ReturnType<typeof withLink>]> => {
      const { data } = (await owner('POST', '/v1/videos', { body: minimalVideo })).body;
      return [
        `/v1/videos/${data._id}/comments`,
        withLink(new URL(data.metadata.redirectUrl).hash.slice('#token='.length)),
      ];
    };
    const [[one, editorOfOne], [other, editorOfOther]] = [await editorOf(), await editorOf()];
    const comment = { text: 'Louder' };
    for (let sent = 0; sent < 30; sent++)
      expect((await editorOfOne('POST', one, comment)).status).to.equal(201);
    expect((await editorOfOne('POST', one, comment)).status).to.equal(429);
    expect((await editorOfOther('POST', other, comment)).status).to.equal(201);
  });
});

describe('HTTP API: RENDER_APPROVED_ONLY', () => {
  const service = serviceForSuite({ approvedOnly: true });
  let owner: Api;
  before(async () => {
    owner = apiClient(service.baseUrl, await service.issueKey('approved-only'));
  });

  it('renders an approved version, and no other: single, in batches, and with the video in the request', async () => {
    const id = (await owner('POST', '/v1/videos', { body: minimalVideo })).body.data._id;
    const decide = (version: number, decision: string, body?: object) =>
      owner('POST', `/v1/videos/${id}/versions/${version}/${decision}`, { body });
    const render = () => owner('POST', `/v1/renders/${id}`, { body: {} });
    const batch = () => owner('POST', `/v1/renders/${id}/batch`, { body: { rows: [{}] } });
    const refused = async (version: number) => {
      for (const { status, body } of [await render(), await batch()])
        expect([status, body.type, body.message]).to.deep.equal([
          409,
          '/guide/errors/version-not-approved',
          [`version ${version} of the video is not approved: only approved versions are rendered here`],
        ]);
    };
    await refused(1);
    expect((await decide(1, 'approve')).status).to.equal(200);
    expect([(await render()).status, (await batch()).status]).to.deep.equal([201, 201]);
    await decide(1, 'send-back', { text: 'Not yet' });
    await refused(1);
    await decide(1, 'approve');
    await owner('PATCH', `/v1/videos/${id}`, { body: { metadata: { name: 'Second' } } });
    await refused(2);
    const videos = async () => (await owner('GET', '/v1/videos')).body.pagination.total;
    const before = await videos();
    expect((await owner('POST', '/v1/renders', { body: minimalVideo })).status).to.equal(409);
    expect(await videos()).to.equal(before);
    expect((await owner('POST', `/v1/renders/${id}?dryRun=true`, { body: {} })).status).to.not.equal(409);
  });
});
