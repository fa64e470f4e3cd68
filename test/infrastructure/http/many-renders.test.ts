import { expect } from 'chai';
import type { OwnerId, VideoId } from '../../../domain/ids.js';
import { type Api, apiClient } from '../../support/service/http-client.js';
import { planOf, statementsOn } from '../../support/servers/query-plans.js';
import { type Service, startService } from '../../support/service/service.js';

const RENDERS = process.env['LONG_TESTS'] === undefined ? 30_000 : 1_000_000;
const OWNER = 'collector';
const videoId = '019b0000-0000-7000-8000-000000000001' as VideoId;

/** Nine of ten renders belong to the owner, one of a hundred has failed, and each video has 50. */
const FILL = `
  insert into render_details
    (render_id, owner_id, video_id, video_version, status, attempt, video, created_at, updated_at, revision)
  select ('019a0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
    case when n % 10 = 0 then 'somebody-else' else ? end,
    ('019b0000-0000-7000-8000-' || lpad(to_hex(n / 50), 12, '0'))::uuid, 1,
    case when n % 100 = 1 then 'failed' else 'cancelled' end, 0,
    json_build_object('videoId', '', 'version', 1, 'createdAt', now(), 'updatedAt', now(),
      'composition', '{"version":"1.0.0","metadata":{"name":"v","backgroundColor":"#000000","duration":1,"fps":30,"canvas":{"width":16,"height":16}},"clips":[],"renderOptionsInUI":[]}'::json),
    timestamptz '2026-01-01' + n * interval '1 second', now(), 0
  from generate_series(1, ?) as n`;

describe(`HTTP API: a search among ${RENDERS} renders`, function () {
  this.timeout(600_000);
  let service: Service;
  let api: Api;

  before(async () => {
    service = await startService();
    api = apiClient(service.baseUrl, await service.issueKey(OWNER));
    await service.database.raw(FILL, [OWNER, RENDERS]);
    await service.database.raw('vacuum analyze render_details');
  });
  after(() => service.stop());

  it('reads every page and every total from an index only, at any depth and with any filter', async () => {
    const deep = Math.floor((RENDERS * 0.9) / 20);
    const { body } = await api('GET', '/v1/renders/search?limit=20');
    expect(body.pagination.total).to.equal(RENDERS * 0.9);
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
});
