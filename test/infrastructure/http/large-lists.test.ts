import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { unavailable } from '../../../application/ports/fault.js';
import type { RecordBatches } from '../../../application/ports/paging.js';
import { listResponse } from '../../../infrastructure/http/server/list-response.js';
import { startApiProcess } from '../../support/service/api-process.js';
import { apiClient } from '../../support/service/http-client.js';
import { rightOf } from '../../support/right-of.js';
import { sharedService } from '../../support/service/service.js';
import { itIfLong } from '../../support/long-form.js';
import { forSuite } from '../../support/for-suite.js';

const VIDEOS = 50;
const BYTES_EACH = 1_000_000;
const OWNER = 'hoarder';
const ID = '019b0000-0000-7000-8000-';

/** Five videos of a megabyte each, from a number on; half of them compress well, the others do not. */
const fill = (from: number) => `
  with made as (
    select n, ('${ID}' || lpad(to_hex(n), 12, '0'))::uuid as id, timestamptz '2026-01-01' + n * interval '1 second' as at,
      case when n % 2 = 0 then repeat('x', ${BYTES_EACH})
      else (select string_agg(md5(n::text || m::text), '') from generate_series(1, ${BYTES_EACH / 32}) as m) end as text
    from generate_series(${from}, ${from + 4}) as n
  ), listed as (
    insert into video_list (video_id, owner_id, name, created_at, revision) select id, '${OWNER}', 'v', at, 0 from made
  )
  insert into video_details
    (video_id, owner_id, version, composition, editor_token_hash, created_at, updated_at, revision)
  select id, '${OWNER}', 1, json_build_object('version', '1.0.0', 'metadata',
    '{"name":"v","backgroundColor":"#000000","duration":1,"fps":30,"canvas":{"width":16,"height":16}}'::json,
    'clips', '[]'::json, 'renderOptionsInUI', '[]'::json, 'additional', json_build_object('text', text)),
    'large ' || n, at, at, 0 from made`;

describe('HTTP API: lists of large records', () => {
  const service = forSuite(sharedService);
  let key: string;
  before(async () => {
    key = await service.issueKey(OWNER);
    // A statement has 15 s for its first answer, and a busy machine is slow.
    for (let from = 1; from <= VIDEOS; from += 5)
      await service.database.raw(fill(from).replaceAll('?', '\\?'));
  });
  after(() =>
    Promise.all(
      ['video_list', 'video_details'].map((table) =>
        service.database(table).where({ owner_id: OWNER }).delete(),
      ),
    ),
  );

  const open = (path: string, coding: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const headers = { 'x-api-key': key, 'accept-encoding': coding };
      httpGet(`${service.baseUrl}${path}`, { headers }, resolve).on('error', reject);
    });

  it('are complete and in order, in every content coding', async () => {
    const texts = new Set<string>();
    for (const [coding, decode] of [
      ['identity', (bytes: Buffer) => bytes],
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const answer = await open('/v1/videos?limit=12', coding);
      expect(answer.headers['content-encoding']).to.equal(coding === 'identity' ? undefined : coding);
      expect(answer.headers['transfer-encoding']).to.equal('chunked');
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      texts.add(decode(Buffer.concat(chunks)).toString());
    }
    expect(texts.size).to.equal(1);
    const { data, pagination } = JSON.parse([...texts][0]!);
    expect(data.map(({ _id }: { _id: string }) => parseInt(_id.slice(ID.length), 16))).to.deep.equal(
      Array.from({ length: 12 }, (_, n) => VIDEOS - n),
    );
    for (const { additional } of data) expect(additional.text).to.have.length(BYTES_EACH);
    expect(pagination).to.deep.include({ page: 1, limit: 12, total: VIDEOS, totalPages: 5 });
    const head = await apiClient(service.baseUrl, key)('HEAD', '/v1/videos?limit=12');
    expect([head.status, head.text]).to.deep.equal([200, '']);
  });

  itIfLong('are never completely in memory: a small process serves several at once', async () => {
    const process = await startApiProcess(service, { NODE_OPTIONS: '--max-old-space-size=128' });
    const read = async (coding: string): Promise<number> => {
      const path = `/v1/videos?limit=${VIDEOS}`;
      const headers = { 'x-api-key': key, 'accept-encoding': coding };
      const answer = await fetch(`${process.baseUrl}${path}`, { headers });
      let bytes = 0;
      for await (const chunk of answer.body!) bytes += (chunk as Uint8Array).length;
      return bytes;
    };
    try {
      const codings = ['gzip', 'identity', 'identity', 'identity'];
      for (const length of await Promise.all(codings.map(read)))
        expect(length).to.be.greaterThan(VIDEOS * BYTES_EACH);
    } finally {
      await process.stop();
    }
  });

  it('may be abandoned by clients at any time', async () => {
    for (const coding of ['identity', 'gzip']) {
      const answer = await open(`/v1/videos?limit=${VIDEOS}`, coding);
      await new Promise((resolve) => answer.once('data', resolve));
      answer.destroy();
    }
    expect((await apiClient(service.baseUrl, key)('GET', '/v1/videos?limit=1')).status).to.equal(200);
  });

  it('abort instead of ending normally if the database fails during the response', async () => {
    async function* failing() {
      yield await Promise.resolve(E.right({ rows: [1, 2], isLast: false }));
      yield E.left(unavailable('the database')(new Error('gone')));
    }
    const batches: RecordBatches<number> = failing();
    const answer = rightOf(await listResponse({ batches, toJson: String, pagination: () => ({}) })());
    const parts: string[] = [];
    let problem: unknown;
    try {
      for await (const part of answer.stream!) parts.push(part as string);
    } catch (error) {
      problem = error;
    }
    expect(parts).to.deep.equal(['{"data":[1', ',2']);
    expect(problem).to.be.instanceOf(Error);
  });
});
