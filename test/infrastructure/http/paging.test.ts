import { expect } from 'chai';
import { type Api, minimalVideo } from '../../support/service/http-client.js';
import { clientOfNewOwner } from '../../support/service/service.js';

interface Listed {
  readonly _id: string;
  readonly createdAt: string;
}

const idsOf = (body: { data: ReadonlyArray<Listed> }): ReadonlyArray<string> =>
  body.data.map(({ _id }) => _id);

describe('HTTP API: lists', () => {
  let api: Api;
  let newestFirst: ReadonlyArray<string>;

  const create = async (name: string): Promise<Listed> =>
    (await api('POST', '/v1/videos', { body: { ...minimalVideo, metadata: { name, duration: 1 } } })).body
      .data;

  before(async () => {
    api = await clientOfNewOwner();
    const created: Listed[] = [];
    for (let n = 0; n < 25; n++) created.push(await create(n % 5 === 0 ? `Fünf 100%_${n}` : `other ${n}`));
    newestFirst = created
      .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b._id.localeCompare(a._id))
      .map(({ _id }) => _id);
  });

  it('pages by number, with totals', async () => {
    const second = (await api('GET', '/v1/videos?page=2&limit=10')).body;
    expect(idsOf(second)).to.deep.equal(newestFirst.slice(10, 20));
    expect(second.pagination).to.deep.include({
      page: 2,
      limit: 10,
      total: 25,
      totalPages: 3,
      hasNextPage: true,
    });
    const third = (await api('GET', '/v1/videos?page=3&limit=10')).body;
    expect(idsOf(third)).to.deep.equal(newestFirst.slice(20));
    expect(third.pagination).to.include({ hasNextPage: false, nextCursor: null });
    const beyond = (await api('GET', '/v1/videos?page=9&limit=10')).body;
    expect(beyond.data).to.deep.equal([]);
    expect(beyond.pagination).to.include({ page: 9, total: 25, hasNextPage: false });
  });

  it('pages by cursor, without shifting while records are added', async () => {
    const seen: string[] = [];
    let cursor = '';
    let pages = 0;
    do {
      const { body } = await api('GET', `/v1/videos?limit=10${cursor && `&cursor=${cursor}`}`);
      pages += 1;
      expect(body.pagination.page).to.equal(pages);
      seen.push(...idsOf(body));
      cursor = body.pagination.nextCursor ?? '';
      if (pages === 1) await create('added meanwhile');
    } while (cursor !== '');
    expect(seen).to.deep.equal(newestFirst);
    expect((await api('GET', '/v1/videos?page=2&cursor=abc')).status).to.equal(400);
  });

  it('lists the renders of a video in the same way, also by status', async () => {
    const videoId = newestFirst[0]!;
    const renders: string[] = [];
    for (let n = 0; n < 5; n++)
      renders.unshift((await api('POST', `/v1/renders/${videoId}`, { body: {} })).body.data._id as string);
    await api('POST', `/v1/renders/${renders[2]}/cancel`);
    const page = (await api('GET', `/v1/renders?videoId=${videoId}&limit=2`)).body;
    expect(page.pagination).to.deep.include({ total: 5, totalPages: 3, hasNextPage: true });
    const rest = (
      await api('GET', `/v1/renders?videoId=${videoId}&limit=3&cursor=${page.pagination.nextCursor}`)
    ).body;
    expect([...idsOf(page), ...idsOf(rest)]).to.have.members(renders);
    const cancelled = (await api('GET', `/v1/renders?videoId=${videoId}&status=cancelled`)).body;
    expect(idsOf(cancelled)).to.deep.equal([renders[2]]);
  });
});
