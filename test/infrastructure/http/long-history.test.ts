import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { OwnerId, VideoId } from '../../../domain/ids.js';
import { connectToEventStore } from '../../../infrastructure/eventstore/client.js';
import { type ApiProcess, startApiProcess } from '../../support/service/api-process.js';
import { eventually } from '../../support/eventually.js';
import { adminCommand, adminEnvironment } from '../../support/service/admin.js';
import { FAT_VERSION_BYTES, storeFatVideo } from '../../support/event-store/fat-history.js';
import { type Api, apiClient, minimalVideo } from '../../support/service/http-client.js';
import { peakMemoryOf } from '../../support/processes/process-memory.js';
import { startNodeProcess } from '../../support/event-store/node-process.js';
import { type Service, startService } from '../../support/service/service.js';
import { LONG } from '../../support/long-form.js';

const VERSIONS = 300;
const AT_ONCE = 40;
const READERS = 10;
const MOST_MEMORY = 600_000_000;

describe('HTTP API: a video with a long history of large versions', function () {
  if (!LONG) return;
  this.timeout(900_000);
  let service: Service;
  let restarted: ApiProcess;
  let key: string;
  let api: Api;
  let otherOwner: Api;
  const videoId = randomUUID() as VideoId;
  const path = `/v1/videos/${videoId}`;

  before(async () => {
    service = await startService({ startNode: startNodeProcess });
    // First, since the answer waits for the read models.
    key = await service.issueKey('alice');
    const otherKey = await service.issueKey('mallory');
    const store = connectToEventStore(service.node.connectionString);
    await storeFatVideo(store.client, { videoId, versions: VERSIONS, ownerId: 'alice' as OwnerId });
    await store.close();
    await eventually(async () => {
      const { body } = await apiClient(service.baseUrl, key)('GET', `${path}/versions?limit=1`);
      expect(body.pagination).to.include({ total: VERSIONS });
    }, 300_000);
    restarted = await startApiProcess(service);
    api = apiClient(restarted.baseUrl, key);
    otherOwner = apiClient(restarted.baseUrl, otherKey);
  });
  after(async () => {
    await restarted.stop();
    await service.stop();
  });

  const expectLittleMemory = (): void => {
    for (const [name, { pid }] of Object.entries({ API: restarted, 'event store': service.node }))
      expect(peakMemoryOf(pid), name).to.be.lessThan(MOST_MEMORY);
  };

  it('accepts many concurrent patches: every one is stored, memory stays low, other clients are served', async () => {
    const done = new AbortController();
    const serveOthers = async (): Promise<number> => {
      let served = 0;
      for (; !done.signal.aborted; served += 1)
        expect((await otherOwner('POST', '/v1/videos', { body: minimalVideo })).status).to.equal(201);
      return served;
    };
    const others = serveOthers();
    /** Clients do the same: a busy server responds with Retry-After. */
    const patch = async (n: number): Promise<void> => {
      for (;;) {
        const { status, headers } = await api('PATCH', path, { body: { additional: { [`key${n}`]: n } } });
        if (status === 200) return;
        expect(status).to.equal(503);
        await delay(Number(headers.get('retry-after')) * 1000);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => patch(n)));
    done.abort();
    expect(await others).to.be.greaterThan(0);
    const { additional } = (await api('GET', path)).body.data;
    expect(Object.keys(additional)).to.have.length(AT_ONCE);
    expectLittleMemory();
  });

  it('serves events, versions and differences to many clients in little memory', async () => {
    // Compressing is most of the work, so most clients here do without.
    const bytesOf = async (rest: string, coding = 'identity'): Promise<number> => {
      const headers = { 'x-api-key': key, 'accept-encoding': coding };
      const answer = await fetch(`${restarted.baseUrl}${path}/${rest}`, { headers });
      expect(answer.status, rest).to.equal(200);
      let bytes = 0;
      for await (const chunk of answer.body!) bytes += (chunk as Uint8Array).length;
      return bytes;
    };
    const limit = 100;
    const all = await Promise.all([
      ...Array.from({ length: READERS }, (_, n) =>
        bytesOf(`events?limit=${limit}`, n === 0 ? 'gzip' : 'identity'),
      ),
      ...Array.from({ length: READERS }, () => bytesOf('versions?limit=100')),
      ...Array.from({ length: READERS }, (_, n) => bytesOf(`versions/${n + 2}`)),
      ...Array.from({ length: READERS }, (_, n) => bytesOf(`versions/${n + 2}/diff?against=1`)),
    ]);
    for (const bytes of all.slice(0, READERS)) expect(bytes).to.be.greaterThan(limit * FAT_VERSION_BYTES);
    expectLittleMemory();
  });

  it('is exported and verified in little memory', async () => {
    const file = join(service.dataDir, 'history.jsonl');
    const { total } = (await api('GET', `${path}/versions?limit=1`)).body.pagination;
    const env = { ...adminEnvironment(service), NODE_OPTIONS: '--max-old-space-size=96' };
    const exporting = spawn(process.execPath, adminCommand('audit', 'export', videoId), { env });
    await pipeline(exporting.stdout, createWriteStream(file));
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, adminCommand('audit', 'verify', file), { env });
    expect(stdout).to.include(`consistent: ${total} events, every one matches its hash\n`);
  });
});
