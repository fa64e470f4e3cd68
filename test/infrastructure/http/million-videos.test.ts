import { expect } from 'chai';
import { type Api, apiClient } from '../../support/service/http-client.js';
import { planOf, statementsOn } from '../../support/servers/query-plans.js';
import { type Service, startService } from '../../support/service/service.js';

const VIDEOS = process.env['LONG_TESTS'] === undefined ? 100_000 : 1_000_000;
/** Nine of ten videos belong to the owner: out of a million, that is 10,000 pages. */
const PER_PAGE = 90;
const OWNER = 'collector';

const FILL = `
  with made as (
    select n, ('019a0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
      timestamptz '2026-01-01' + n * interval '1 second' as at
    from generate_series(1, ?) as n
  ), listed as (
    insert into video_list (video_id, owner_id, name, created_at, revision)
    select id, case when n % 10 = 0 then 'somebody-else' else ? end, 'video ' || n, at, 0 from made
  )
  insert into video_details
    (video_id, owner_id, version, composition, editor_token_hash, created_at, updated_at, revision)
  select id, case when n % 10 = 0 then 'somebody-else' else ? end, 1,
    '{"version":"1.0.0","metadata":{"name":"v","backgroundColor":"#000000","duration":1,"fps":30,"canvas":{"width":16,"height":16}},"clips":[],"renderOptionsInUI":[]}',
    n::text, at, at, 0 from made`;

describe(`HTTP API: a list of ${VIDEOS} videos`, function () {
  this.timeout(600_000);
  let service: Service;
  let api: Api;
  const owned = VIDEOS * 0.9;

  before(async () => {
    service = await startService();
    api = apiClient(service.baseUrl, await service.issueKey(OWNER));
    await service.database.raw(FILL, [VIDEOS, OWNER, OWNER]);
    await service.database.raw('vacuum analyze video_list');
    await service.database.raw('analyze video_details');
  });
  after(() => service.stop());

  it('returns the first page, the last, and one by cursor, with correct totals', async () => {
    const last = owned / PER_PAGE;
    const first = await api('GET', `/v1/videos?limit=${PER_PAGE}`);
    expect(first.body.pagination).to.deep.include({
      page: 1,
      total: owned,
      totalPages: last,
      hasNextPage: true,
    });
    expect(first.body.data).to.have.length(PER_PAGE);
    const deep = await api('GET', `/v1/videos?limit=${PER_PAGE}&page=${last}`);
    expect(deep.body.data).to.have.length(PER_PAGE);
    expect(deep.body.data.at(-1)._id).to.equal('019a0000-0000-7000-8000-000000000001');
    expect(deep.body.pagination).to.deep.include({ page: last, hasNextPage: false, nextCursor: null });
    const next = await api('GET', `/v1/videos?limit=${PER_PAGE}&cursor=${first.body.pagination.nextCursor}`);
    expect(next.body.data[0].createdAt < first.body.data.at(-1).createdAt).to.equal(true);
  });

  it('plans every page from an index, at any depth', async () => {
    const statements = await statementsOn(service.database, 'video_list', async () => {
      const first = await api('GET', `/v1/videos?limit=${PER_PAGE}`);
      await api('GET', `/v1/videos?limit=${PER_PAGE}&page=${owned / PER_PAGE}`);
      await api('GET', `/v1/videos?limit=${PER_PAGE}&cursor=${first.body.pagination.nextCursor}`);
    });
    expect(statements.length).to.be.at.least(6);
    for (const statement of statements) {
      const shown = await planOf(service.database, statement);
      expect(shown).to.match(/Index (?:Only )?Scan video_list/);
      expect(shown).to.not.match(/Seq Scan|Sort/);
    }
  });
});
