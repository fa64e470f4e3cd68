import { expect } from 'chai';
import { verifyHistory } from '../../support/event-store/chain-check.js';
import { changes } from '../../support/examples.js';
import { apiClient, minimalVideo } from '../../support/service/http-client.js';
import { serviceForSuite } from '../../support/service/service.js';

describe('HTTP API: history of a video', () => {
  const service = serviceForSuite();
  let api: ReturnType<typeof apiClient>;
  let id: string;
  const answers: unknown[] = [];

  const text = (content: string) => ({ type: 'text', timeFrame: { end: 1000 }, textProperties: { content } });

  before(async () => {
    api = apiClient(service.baseUrl, await service.issueKey('alice'));
    const created = await api('POST', '/v1/videos', {
      body: {
        metadata: { name: 'One', duration: 1000 },
        clips: [text('a'), text('b')],
        additional: { x: 1 },
      },
    });
    id = created.body.data._id;
    const { redirectUrl: _, ...metadata } = created.body.data.metadata;
    answers.push({ ...created.body.data, metadata });
    for (const body of [
      { metadata: { name: 'Two', fps: 60 } },
      { clips: [text('b'), text('c')], additional: null },
    ])
      answers.push((await api('PATCH', `/v1/videos/${id}`, { body })).body.data);
  });

  const version = async (n: number) => (await api('GET', `/v1/videos/${id}/versions/${n}`)).body.data;

  it('returns every version as it was', async () => {
    for (const [index, answer] of answers.entries()) expect(await version(index + 1)).to.deep.equal(answer);
  });

  it('lists the versions newest first, in pages, with time, author and a summary', async () => {
    const all = (await api('GET', `/v1/videos/${id}/versions`)).body;
    expect(
      all.data.map(({ version: n, change }: { version: number; change: string }) => [n, change]),
    ).to.deep.equal([
      [3, 'added 1 clip; removed 1 clip; changed additional'],
      [2, 'changed name, fps'],
      [1, 'created'],
    ]);
    expect(all.data[1].changes).to.deep.equal(changes({ metadata: ['name', 'fps'] }));
    expect(all.data[2]).to.not.have.property('changes');
    for (const { createdAt, actor } of all.data) {
      expect(actor.type).to.equal('api-key');
      expect(actor.keyId).to.be.a('string');
      expect(new Date(createdAt as string).toISOString()).to.equal(createdAt);
    }
    const second = (await api('GET', `/v1/videos/${id}/versions?limit=1&page=2`)).body;
    expect(second.data).to.deep.equal([all.data[1]]);
    expect(second.pagination).to.deep.equal({
      page: 2,
      limit: 1,
      total: 3,
      totalPages: 3,
      hasNextPage: true,
    });
    expect((await api('GET', `/v1/videos/${id}/versions?limit=1&page=9`)).body.data).to.deep.equal([]);
  });

  it('restores a version as a new one, once, and keeps the history', async () => {
    const stale = await api('POST', `/v1/videos/${id}/versions/1/restore`, {
      headers: { 'if-match': '"1"' },
    });
    expect(stale.status).to.equal(412);
    const first = await version(1);
    const restored = await api('POST', `/v1/videos/${id}/versions/1/restore`, {
      headers: { 'if-match': '"3"' },
    });
    expect(restored.status).to.equal(200);
    expect(restored.headers.get('etag')).to.match(/^"4[-"]/);
    const { updatedAt: _, ...content } = restored.body.data;
    const { updatedAt: __, ...before } = first;
    expect(content).to.deep.equal(before);
    expect((await api('GET', `/v1/videos/${id}`)).body.data).to.deep.equal(restored.body.data);
    expect(await version(4)).to.deep.equal(restored.body.data);
    const again = await api('POST', `/v1/videos/${id}/versions/4/restore`);
    expect(again.headers.get('etag')).to.match(/^"4[-"]/);
    const [newest] = (await api('GET', `/v1/videos/${id}/versions?limit=1`)).body.data;
    expect(newest).to.include({ version: 4, restoredFrom: 1 });
    expect(newest.change).to.match(/^restored version 1: changed name, fps; /);
    for (const [index, answer] of answers.entries()) expect(await version(index + 1)).to.deep.equal(answer);
  });

  it('returns the recorded events with their hashes', async () => {
    const { body } = await api('GET', `/v1/videos/${id}/events?limit=3`);
    expect(body.pagination).to.deep.equal({ from: 0, limit: 3, hasNextPage: true, nextFrom: 3 });
    const rest = (await api('GET', `/v1/videos/${id}/events?from=3`)).body;
    const events = [...body.data, ...rest.data];
    expect(events.map(({ type }) => type as string)).to.deep.equal([
      'VideoCreated',
      'VideoPatched',
      'VideoPatched',
      'VideoRestored',
    ]);
    const claim = { stream: `video-${id}`, events: 4, lastHash: events.at(-1).metadata.hash };
    expect(verifyHistory(claim, events)).to.deep.equal([]);
  });

  it('pages through histories of any length', async () => {
    const { _id } = (await api('POST', '/v1/videos', { body: minimalVideo })).body.data;
    for (let n = 1; n <= 20; n++) await api('PATCH', `/v1/videos/${_id}`, { body: { additional: { n } } });
    const page = async (query: string) => (await api('GET', `/v1/videos/${_id}/events?${query}`)).body;
    for (const [query, first, count, nextFrom] of [
      ['limit=8', 0, 8, 8],
      ['limit=9', 0, 9, 9],
      ['limit=20', 0, 20, 20],
      ['limit=21', 0, 21, null],
      ['limit=100', 0, 21, null],
      ['limit=16&from=4', 4, 16, 20],
      ['from=21', 21, 0, null],
    ] as const) {
      const { data, pagination } = await page(query);
      expect(
        data.map(({ revision }: { revision: number }) => revision),
        query,
      ).to.deep.equal(Array.from({ length: count }, (_, n) => first + n));
      expect(pagination, query).to.include({ nextFrom, hasNextPage: nextFrom !== null });
    }
  });

  it('has no version that was never made', async () => {
    for (const n of ['99', '0', '-1', 'x', '1.5'])
      expect((await api('GET', `/v1/videos/${id}/versions/${n}`)).status, n).to.equal(404);
    expect((await api('GET', `/v1/videos/${id}/versions/1/diff?against=99`)).status).to.equal(404);
    expect((await api('GET', `/v1/videos/${id}/versions?limit=0`)).status).to.equal(400);
  });
});
