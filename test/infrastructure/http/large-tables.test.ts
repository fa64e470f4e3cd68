import { expect } from 'chai';
import type { OwnerId, VideoId } from '../../../domain/ids.js';
import { type Api, apiClient } from '../../support/service/http-client.js';
import { planOf, statementsOn } from '../../support/servers/query-plans.js';
import { rightOf } from '../../support/right-of.js';
import { serviceForSuite } from '../../support/service/service.js';
import { LONG } from '../../support/long-form.js';

const ROWS = LONG ? 1_000_000 : 30_000;
/** Nine of ten rows belong to the owner. */
const OWNED = ROWS * 0.9;
const PER_PAGE = 90;
const OWNER = 'collector';
const videoId = '019b0000-0000-7000-8000-000000000001' as VideoId;

const COMPOSITION =
  '{"version":"1.0.0","metadata":{"name":"v","backgroundColor":"#000000","duration":1,"fps":30,"canvas":{"width":16,"height":16}},"clips":[],"renderOptionsInUI":[]}';

/** One of a hundred renders has failed, and each video has 50. */
const RENDERS = `
  insert into render_details
    (render_id, owner_id, video_id, video_version, status, attempt, video, created_at, updated_at, revision)
  select ('019a0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
    case when n % 10 = 0 then 'somebody-else' else ? end,
    ('019b0000-0000-7000-8000-' || lpad(to_hex(n / 50), 12, '0'))::uuid, 1,
    case when n % 100 = 1 then 'failed' else 'cancelled' end, 0,
    json_build_object('videoId', '', 'version', 1, 'createdAt', now(), 'updatedAt', now(),
      'composition', '${COMPOSITION}'::json),
    timestamptz '2026-01-01' + n * interval '1 second', now(), 0
  from generate_series(1, ?) as n`;

const VIDEOS = `
  with made as (
    select n, ('019a0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
      case when n % 10 = 0 then 'somebody-else' else ? end as owner,
      timestamptz '2026-01-01' + n * interval '1 second' as at
    from generate_series(1, ?) as n
  ), listed as (
    insert into video_list (video_id, owner_id, name, created_at, revision)
    select id, owner, 'video ' || n, at, 0 from made
  )
  insert into video_details
    (video_id, owner_id, version, composition, editor_token_hash, created_at, updated_at, revision)
  select id, owner, 1, '${COMPOSITION}', n::text, at, at, 0 from made`;

/** One of three belongs to the owner: of those, one of a hundred is tagged, and one of three is a video. */
const ASSETS = `
  insert into assets
    (asset_id, owner_id, name, tags, status, sha256, bytes, key, media_type, media, created_at, updated_at,
      revision)
  select ('019a0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
    case when n % 3 = 0 then ? else 'somebody-else' end,
    (array['Drone', 'Interview', 'Logo'])[1 + n / 3 % 3] || ' ' || n || '.mp4',
    case when n % 300 = 3 then '["logo"]'::jsonb else '[]'::jsonb end, 'ready',
    repeat(md5(n::text), 2), n, 'asset-' || repeat(md5(n::text), 2), 'video/mp4',
    json_build_object('kind', (array['video', 'image', 'audio'])[1 + n / 3 % 3], 'hasSound', true, 'width', 1920,
      'height', 1080, 'durationMs', 8000, 'fps', 25, 'hasAlpha', false),
    timestamptz '2026-01-01' + n * interval '1 second', now(), 0
  from generate_series(1, ?) as n`;

/** Own servers: vacuum marks rows as visible to all only if no other transaction may still need older ones. */
describe(`HTTP API: lists of ${ROWS} records`, function () {
  this.timeout(600_000);
  const service = serviceForSuite();
  let api: Api;

  before(async () => {
    api = apiClient(service.baseUrl, await service.issueKey(OWNER));
    await service.database.raw(RENDERS, [OWNER, ROWS]);
    await service.database.raw(VIDEOS, [OWNER, ROWS]);
    await service.database.raw(ASSETS, [OWNER, ROWS]);
    for (const table of ['render_details', 'video_list', 'video_details', 'assets'])
      await service.database.raw(`vacuum analyze ${table}`);
  });

  it('of renders read every page and every total from an index only, at any depth and with any filter', async () => {
    const deep = Math.floor(OWNED / 20);
    const { body } = await api('GET', '/v1/renders/search?limit=20');
    expect(body.pagination.total).to.equal(OWNED);
    const statements = await statementsOn(service.database, 'render_details', async () => {
      for (const query of [
        'limit=20',
        `limit=20&page=${deep}`,
        `limit=20&cursor=${body.pagination.nextCursor}`,
        'status=failed',
        'status=failed&page=3',
        'createdAfter=2026-01-01T01:00:00Z&createdBefore=2026-01-01T02:00:00Z',
        'status=failed&createdBefore=2026-01-01T02:00:00Z',
      ]) {
        const reply = await api('GET', `/v1/renders/search?${query}`);
        expect([reply.status, reply.body.data.length], query).to.deep.equal([200, 20]);
      }
      await service.queries.renders.list(OWNER as OwnerId, { videoId }, { limit: 20, page: 1 })();
      await service.queries.renders.list(
        OWNER as OwnerId,
        { videoId, status: 'failed' },
        { limit: 20, page: 1 },
      )();
    });
    // Not those that read one render, nor those of the loop that completes batches, which may run meanwhile.
    const lists = statements.filter(
      ({ sql }) => !sql.includes('left join') && !sql.includes('render_batches'),
    );
    expect(lists.length).to.be.at.least(18);
    for (const statement of lists) {
      const shown = await planOf(service.database, statement);
      expect(shown, statement.sql).to.match(/Index Only Scan render_details/);
      expect(shown, statement.sql).to.not.match(/Seq Scan|Sort|Index Scan|Bitmap/);
    }
  });

  it('of renders are added up for each day in an index only', async () => {
    const days = { first: '2026-01-01', last: '2026-01-30' };
    const statements = await statementsOn(service.database, 'render_details', async () => {
      const found = await service.queries.renders.byDay(OWNER as OwnerId, days)();
      expect(rightOf(found).reduce((sum, { renders }) => sum + renders, 0)).to.equal(OWNED);
    });
    const usage = statements.find(({ sql }) => sql.includes('generate_series'));
    if (!usage) throw new Error('nothing was added up');
    const shown = await planOf(service.database, usage);
    expect(shown).to.match(/Index Only Scan render_details_usage/);
    expect(shown).to.not.match(/Seq Scan|Index Scan|Bitmap/);
  });

  it('of assets are searched and counted in an index, for any part of a name', async () => {
    const { body } = await api('GET', '/v1/assets?limit=20');
    expect(body.pagination.total).to.equal(ROWS / 3);
    const statements = await statementsOn(service.database, 'assets', async () => {
      for (const query of [
        'limit=20',
        `limit=20&cursor=${body.pagination.nextCursor}`,
        'limit=20&name=INTER',
        'limit=20&name=g',
        'limit=20&kind=video',
        'limit=20&kind=video&name=drone',
      ]) {
        const reply = await api('GET', `/v1/assets?${query}`);
        expect([reply.status, reply.body.data.length], query).to.deep.equal([200, 20]);
      }
      expect((await api('GET', '/v1/assets?name=100%25')).body.data).to.deep.equal([]);
      const [found] = (await api('GET', '/v1/assets?name=logo%206.')).body.data;
      expect(found).to.include({ name: 'Logo 6.mp4', kind: 'audio' });
    });
    const lists = statements.filter(({ sql }) => sql.includes('"owner_id"'));
    expect(lists.length).to.be.at.least(14);
    for (const statement of lists) {
      const shown = await planOf(service.database, statement);
      expect(shown, statement.sql).to.match(/Index Only Scan assets_/);
      expect(shown, statement.sql).to.not.match(/Seq Scan|Bitmap/);
    }
    const tagged = await api('GET', '/v1/assets?tag=logo');
    expect(tagged.body.pagination.total).to.equal(ROWS / 300);
  });

  it('of videos have a first page, a last one, and one by cursor, with correct totals', async () => {
    const last = OWNED / PER_PAGE;
    const first = await api('GET', `/v1/videos?limit=${PER_PAGE}`);
    expect(first.body.pagination).to.deep.include({
      page: 1,
      total: OWNED,
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

  it('of videos plan every page from an index, at any depth', async () => {
    const statements = await statementsOn(service.database, 'video_list', async () => {
      const first = await api('GET', `/v1/videos?limit=${PER_PAGE}`);
      await api('GET', `/v1/videos?limit=${PER_PAGE}&page=${OWNED / PER_PAGE}`);
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
