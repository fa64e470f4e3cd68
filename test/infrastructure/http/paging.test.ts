import { expect } from 'chai';
import { type Api, minimalVideo } from '../../support/service/http-client.js';
import { clientOfNewOwner } from '../../support/service/service.js';

interface Listed {
  readonly _id: string;
  readonly createdAt: string;
}

const idsOf = (body: { data: ReadonlyArray<Listed> }): ReadonlyArray<string> =>
  body.data.map(({ _id }) => _id);

describe('HTTP API: lists', function () {
  this.timeout(60_000);
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

  it('filters by name, ignoring case and taking wildcards literally', async () => {
    const total = async (name: string): Promise<number> =>
      (await api('GET', `/v1/videos?name=${encodeURIComponent(name)}`)).body.pagination.total;
    expect(await total('fünf')).to.equal(5);
    expect(await total('100%_1')).to.equal(2);
    expect(await total('%')).to.equal(5);
    expect(await total("'; drop table video_list; --")).to.equal(0);
  });

  it('filters by creation time', async () => {
    const all = (await api('GET', '/v1/videos?limit=100')).body.data as ReadonlyArray<Listed>;
    const middle = all[12]!.createdAt;
    const after = (await api('GET', `/v1/videos?limit=100&createdAfter=${middle}`)).body.data;
    const before = (await api('GET', `/v1/videos?limit=100&createdBefore=${middle}`)).body.data;
    expect(after).to.deep.equal(all.filter(({ createdAt }) => createdAt > middle));
    expect(before).to.deep.equal(all.filter(({ createdAt }) => createdAt < middle));
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

  it('searches the renders of an owner across videos', async () => {
    const owner = await clientOfNewOwner();
    const rendersOf = (videoId: string, count: number) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const { body } = await owner('POST', `/v1/renders/${videoId}`, { body: {} });
          return body.data as Listed;
        }),
      );
    const [one, two] = await Promise.all(
      [1, 2].map(
        async () => (await owner('POST', '/v1/videos', { body: minimalVideo })).body.data._id as string,
      ),
    );
    const made = [...(await rendersOf(one!, 3)), ...(await rendersOf(two!, 4))];
    const wanted = made
      .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b._id.localeCompare(a._id))
      .map(({ _id }) => _id);
    await owner('POST', `/v1/renders/${made[5]!._id}/cancel`);
    const found = async (query: string): Promise<ReadonlyArray<string>> =>
      idsOf((await owner('GET', `/v1/renders/search?${query}`)).body);

    expect(await found('')).to.deep.equal(wanted);
    expect(await found('limit=3&page=2')).to.deep.equal(wanted.slice(3, 6));
    const first = (await owner('GET', '/v1/renders/search?limit=5')).body;
    expect(first.pagination).to.deep.include({ page: 1, total: 7, totalPages: 2, hasNextPage: true });
    expect(await found(`limit=5&cursor=${first.pagination.nextCursor}`)).to.deep.equal(wanted.slice(5));

    expect(await found('status=cancelled')).to.deep.equal([made[5]!._id]);
    expect(await found(`videoId=${one}`)).to.have.members(made.slice(0, 3).map(({ _id }) => _id));
    expect(await found(`videoId=${one}&status=cancelled`)).to.deep.equal([]);
    const middle = made[3]!.createdAt;
    const idsWhere = (matches: (createdAt: string) => boolean) =>
      made.filter(({ createdAt }) => matches(createdAt)).map(({ _id }) => _id);
    expect(await found(`createdAfter=${middle}`)).to.have.members(idsWhere((at) => at > middle));
    expect(await found(`createdBefore=${middle}`)).to.have.members(idsWhere((at) => at < middle));

    expect((await api('GET', '/v1/renders/search')).body.data.map(({ _id }: Listed) => _id)).to.not.include(
      wanted[0],
    );
    expect((await api('GET', `/v1/renders/search?videoId=${one}`)).status).to.equal(403);
    expect((await owner('GET', '/v1/renders/search?videoId=nonsense')).status).to.equal(404);
    expect((await owner('GET', '/v1/renders/search?status=lost')).status).to.equal(400);
    expect((await owner('GET', '/v1/renders')).status).to.equal(400);
  });
});
