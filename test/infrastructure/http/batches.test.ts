import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderOutcomes } from '../../../application/renders/render-outcomes.js';
import type { RenderId } from '../../../domain/ids.js';
import { storeTemplate } from '../../support/api/batch-template.js';
import { provenance, renderOutput } from '../../support/renders/ended-renders.js';
import { eventually } from '../../support/eventually.js';
import { type Api, apiClient } from '../../support/service/http-client.js';
import { rightOf } from '../../support/right-of.js';
import { sharedService } from '../../support/service/service.js';
import { forSuite } from '../../support/for-suite.js';

describe('HTTP API: batches', () => {
  const service = forSuite(sharedService);
  let api: Api;
  let key: string;
  let videoId: string;
  let owners = 0;
  beforeEach(async () => {
    key = await service.issueKey(`batches-${(owners += 1)}`);
    api = apiClient(service.baseUrl, key);
    videoId = await storeTemplate(service.baseUrl, key);
  });

  const request = (body: object, headers = {}) =>
    api('POST', `/v1/renders/${videoId}/batch`, { body, headers });
  const batch = async (id: string) => (await api('GET', `/v1/batches/${id}`)).body.data;
  const rendersOf = async (id: string) =>
    (await api('GET', `/v1/renders/search?batchId=${id}&limit=100`)).body.data as ReadonlyArray<{
      readonly _id: RenderId;
      readonly batchRow: number;
      readonly status: string;
      readonly videoData: { readonly clips: ReadonlyArray<{ textProperties: { content: string } }> };
    }>;
  const waitForRenders = (id: string, count: number) =>
    eventually(async () => {
      const renders = await rendersOf(id);
      expect(renders).to.have.length(count);
      return renders.toSorted((a, b) => a.batchRow - b.batchRow);
    });
  /** The ZIP of a batch, whose files are not compressed. */
  const archiveOf = async (id: string): Promise<string> => {
    const archive = await fetch(`${service.baseUrl}/v1/batches/${id}/archive`, {
      headers: { 'x-api-key': key },
    });
    expect(archive.headers.get('content-type')).to.equal('application/zip');
    return Buffer.from(await archive.arrayBuffer()).toString('latin1');
  };
  /** Records the outcome of a render like a worker. */
  const end = async (renderId: RenderId, outcome: 'completed' | 'failed' = 'completed', more = {}) => {
    const outcomes = renderOutcomes(service.dependencies, 'a-worker');
    rightOf(await outcomes.start(renderId)());
    rightOf(
      outcome === 'completed'
        ? await outcomes.complete(renderId, 1, { ...renderOutput(renderId), ...more }, provenance)()
        : await outcomes.fail(renderId, 1, { stage: 'encode', message: 'it broke', retryable: false })(),
    );
  };

  it('renders the first row by itself, then the others, and counts how they end', async () => {
    const rows = [{ name: 'Ann' }, { name: 'Bob', color: '#FF0000' }, { name: 'Cy', shown: false }];
    const { status, body, headers } = await request({ rows });
    expect(status, JSON.stringify(body)).to.equal(201);
    const { _id } = body.data;
    expect(headers.get('location')).to.equal(`/v1/batches/${_id}`);
    const none = { waiting: 3, pending: 0, processing: 0, completed: 0, failed: 0, cancelled: 0 };
    expect(body.data).to.deep.include({
      status: 'processing',
      progress: 0,
      videoId,
      videoVersion: 1,
      rows: 3,
      counts: none,
    });

    const [first] = await waitForRenders(_id, 1);
    expect((await batch(_id)).counts).to.deep.equal({ ...none, waiting: 2, pending: 1 });
    expect((await api('GET', `/v1/batches/${_id}/archive`)).status).to.equal(409);
    await end(first!._id, 'completed', { frames: 30 });
    const renders = await waitForRenders(_id, 3);
    expect(renders.map(({ videoData }) => videoData.clips.map((clip) => clip.textProperties))).to.deep.equal([
      [{ ...renders[0]!.videoData.clips[0]!.textProperties, content: 'Hello Ann', color: '#FFFFFF' }],
      [{ ...renders[0]!.videoData.clips[0]!.textProperties, content: 'Hello Bob', color: '#FF0000' }],
      [],
    ]);
    await end(renders[1]!._id, 'failed');
    await end(renders[2]!._id, 'completed', { frames: 30, reusedFrames: 20 });
    const done = await eventually(async () => {
      const now = await batch(_id);
      expect(now.status).to.equal('completed');
      return now;
    });
    expect(done).to.include({ progress: 1, frames: 60, reusedFrames: 20 });
    expect(done.counts).to.deep.equal({ ...none, waiting: 0, completed: 2, failed: 1 });
    expect(done.finishedAt).to.be.a('string');

    const results = await api('GET', `/v1/batches/${_id}/results?limit=2`);
    expect(results.body.pagination).to.deep.equal({
      page: 1,
      limit: 2,
      total: 3,
      totalPages: 2,
      hasNextPage: true,
    });
    expect(results.body.data).to.have.length(2);
    expect(results.body.data[0]).to.include({ row: 0, number: 1, status: 'completed', renderId: first!._id });
    expect(results.body.data[1].merge).to.deep.equal({ name: 'Bob', color: '#FF0000' });
    expect(results.body.data[1].error).to.include('it broke');
    const [, table = ''] = (await archiveOf(_id)).split(
      'row,status,files,outputUrl,error,name,color,shown\n',
    );
    const [ann, bob, cy] = parse(table, { to: 3 }) as ReadonlyArray<ReadonlyArray<string>>;
    const [{ outputUrl }, { error }] = results.body.data;
    expect(ann).to.deep.equal(['1', 'completed', '', outputUrl, '', 'Ann', '', '']);
    expect(bob).to.deep.equal(['2', 'failed', '', '', error, 'Bob', '#FF0000', '']);
    expect(cy?.slice(-3)).to.deep.equal(['Cy', '', 'false']);
    expect((await api('GET', '/v1/batches')).body.data).to.deep.equal([done]);
    expect((await api('GET', `/v1/batches?videoId=${videoId}&status=cancelled`)).body.data).to.deep.equal([]);
    expect((await api('POST', `/v1/batches/${_id}/cancel`)).status).to.equal(409);
  });

  it('cancels what is unfinished, keeps what is completed, and sends no webhook', async () => {
    const { _id } = (await request({ rows: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] })).body.data;
    const [first] = await waitForRenders(_id, 1);
    await end(first!._id);
    await waitForRenders(_id, 3);
    const cancelled = await api('POST', `/v1/batches/${_id}/cancel`);
    expect(cancelled.body.data.status).to.equal('cancelled');
    await eventually(async () => {
      const { counts } = await batch(_id);
      expect(counts).to.deep.include({ completed: 1, cancelled: 2, pending: 0 });
    });
    expect(
      (await api('GET', '/v1/events')).body.data.map(({ event }: { event: string }) => event),
    ).to.deep.equal(['render.completed']);
  });

  it('is refused to an owner who has as many in progress as are allowed', async () => {
    for (let n = 0; n < 10; n += 1) expect((await request({ rows: [{ name: 'a' }] })).status).to.equal(201);
    const refused = await request({ rows: [{ name: 'a' }] });
    expect(refused.status).to.equal(429);
    expect(Number(refused.headers.get('retry-after'))).to.be.above(0);
  });

  it('notifies subscribed endpoints once when it is completed, and offers all files in one ZIP', async () => {
    const hook = { url: 'https://hooks.example.org/', events: ['batch.completed'] };
    const { _id: webhookId } = (await api('POST', '/v1/webhooks', { body: hook })).body.data;
    const { _id } = (await request({ rows: [{ name: '=a' }, { name: 'b' }] })).body.data;
    const files = [
      { role: 'poster', format: 'jpg', output: 0, bytes: 6, sha256: '' },
      { role: 'captions', format: 'vtt', output: 0, bytes: 6, sha256: '' },
      { role: 'segments', format: 'hls', output: 0, bytes: 6, sha256: '' },
    ] as const;
    for (const count of [1, 2]) {
      const { _id: renderId } = (await waitForRenders(_id, count)).at(-1)!;
      const names = [
        `${renderId}-s.mp4`,
        `${renderId}-s-1.jpg`,
        `${renderId}-s-2.vtt`,
        `${renderId}-s-3.m4s`,
      ];
      for (const name of names) {
        const path = join(service.dataDir, `file-${name}`);
        await writeFile(path, name);
        rightOf(await service.objectStorage.put(name, path)());
      }
      await end(renderId, 'completed', {
        key: names[0]!,
        files: files.map((file, index) => ({ ...file, key: names[index + 1]! })),
      });
    }
    const deliveries = await eventually(async () => {
      const { data } = (await api('GET', `/v1/webhooks/${webhookId}/deliveries`)).body;
      expect(data).to.have.length(1);
      return data;
    });
    expect(deliveries[0]).to.include({ event: 'batch.completed', batchId: _id });
    const events = (await api('GET', '/v1/events')).body.data;
    expect(events.map(({ event }: { event: string }) => event)).to.deep.equal([
      'render.completed',
      'render.completed',
      'batch.completed',
    ]);
    expect(events[2].data).to.deep.equal(await batch(_id));

    const renders = await waitForRenders(_id, 2);
    const text = await archiveOf(_id);
    expect(text)
      .to.include(`1,completed,row-0001.mp4 row-0001-1.jpg row-0001-2.vtt ${renders[0]!._id}-s-3.m4s,`)
      .and.to.include(`,,'=a\n`);
    for (const [row, { _id: renderId }] of renders.entries()) {
      expect(text)
        .to.include(`row-000${row + 1}.mp4`)
        .and.to.include(`${renderId}-s.mp4`);
      expect(text)
        .to.include(`row-000${row + 1}-1.jpg`)
        .and.to.include(`${renderId}-s-1.jpg`)
        .and.to.include(`row-000${row + 1}-2.vtt`)
        .and.to.include(`${renderId}-s-2.vtt`);
    }
  });
});
