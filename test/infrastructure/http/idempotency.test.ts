import { expect } from 'chai';
import { postgresIdempotency } from '../../../infrastructure/postgres/requests/idempotency.js';
import { apiClient, minimalVideo } from '../../support/service/http-client.js';
import { apiForSuite, clientOfNewOwner, sharedService } from '../../support/service/service.js';
import { forSuite } from '../../support/for-suite.js';

const keyed = (key: string, body: unknown = minimalVideo) => ({ body, headers: { 'idempotency-key': key } });

describe('HTTP API: idempotent requests', () => {
  const service = forSuite(sharedService);
  const api = apiForSuite();

  it('repeats the response of every kind of POST, including secrets', async () => {
    const { _id } = (await api('POST', '/v1/videos', { body: minimalVideo })).body.data;
    const posts: ReadonlyArray<readonly [string, unknown]> = [
      ['/v1/videos', minimalVideo],
      ['/v1/renders', minimalVideo],
      [`/v1/renders/${_id}`, {}],
      [`/v1/videos/${_id}/editor-link`, {}],
      ['/v1/webhooks', { url: 'https://hooks.example.org/' }],
    ];
    for (const [path, body] of posts) {
      const first = await api('POST', path, keyed(`again ${path}`, body));
      const second = await api('POST', path, keyed(`again ${path}`, body));
      expect(first.status, path).to.equal(201);
      expect(second.status, path).to.equal(201);
      expect(second.text, path).to.equal(first.text);
      expect(second.headers.get('location')).to.equal(first.headers.get('location'));
    }
    const renders = await api('GET', `/v1/renders?videoId=${_id}`);
    expect(renders.body.pagination.total).to.equal(1);
  });

  it('repeats the response for another API key of the same owner', async () => {
    const [one, two] = [await service.issueKey('two-keys'), await service.issueKey('two-keys')];
    const first = await apiClient(service.baseUrl, one)('POST', '/v1/videos', keyed('shared'));
    const second = await apiClient(service.baseUrl, two)('POST', '/v1/videos', keyed('shared'));
    expect(second.text).to.equal(first.text);
  });

  it('keeps the idempotency keys of owners separate', async () => {
    const other = await clientOfNewOwner();
    const first = await api('POST', '/v1/videos', keyed('common name'));
    const second = await other('POST', '/v1/videos', keyed('common name'));
    expect(second.status).to.equal(201);
    expect(second.body.data._id).to.not.equal(first.body.data._id);
  });

  it('refuses a key that was used with a different request', async () => {
    expect((await api('POST', '/v1/videos', keyed('used'))).status).to.equal(201);
    const other = { ...minimalVideo, clips: [], additional: { other: true } };
    expect((await api('POST', '/v1/videos', keyed('used', other))).status).to.equal(422);
    expect((await api('POST', '/v1/renders', keyed('used'))).status).to.equal(422);
  });

  it('accepts a corrected request with the key of a refused one', async () => {
    expect((await api('POST', '/v1/videos', keyed('corrected', { clips: [] }))).status).to.equal(400);
    expect((await api('POST', '/v1/videos', keyed('corrected'))).status).to.equal(201);
  });

  it('refuses keys that are empty, too long or not printable', async () => {
    for (const key of ['', 'x'.repeat(256), 'schlüssel'])
      expect((await api('POST', '/v1/videos', keyed(key))).status, key).to.equal(400);
    expect((await api('POST', '/v1/videos', keyed('x'.repeat(255)))).status).to.equal(201);
  });

  it('remembers a key for at least 48 hours, but not forever', async () => {
    const { prune } = postgresIdempotency(service.database, Buffer.alloc(32));
    const first = await api('POST', '/v1/videos', keyed('old'));
    const agedBy = async (hours: number): Promise<void> => {
      await service
        .database('idempotent_requests')
        .where({ key: 'old' })
        .update({ started_at: service.database.raw(`now() - interval '${hours} hours'`) });
      await prune();
    };
    await agedBy(49);
    expect((await api('POST', '/v1/videos', keyed('old'))).text).to.equal(first.text);
    await agedBy(100);
    expect((await api('POST', '/v1/videos', keyed('old'))).body.data._id).to.not.equal(first.body.data._id);
  });

  it('stores no readable editor token or signing secret in the database', async () => {
    const { data } = (await api('POST', '/v1/videos', keyed('secret'))).body;
    const token = data.metadata.redirectUrl.split('#token=')[1] as string;
    const tables = await service.database.raw<{ rows: { table_name: string }[] }>(
      `select table_name from information_schema.tables where table_schema = 'public'`,
    );
    for (const { table_name } of tables.rows) {
      const found = await service.database.raw<{ rows: unknown[] }>(
        `select 1 from ?? as rows where position(? in rows::text) > 0 or position(encode(?::bytea, 'hex') in rows::text) > 0`,
        [table_name, token, Buffer.from(token)],
      );
      expect(found.rows, table_name).to.deep.equal([]);
    }
  });
});
