import { execFile } from 'node:child_process';
import { appendFile, cp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { got, type Got } from 'got';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';
import { adminCommand } from '../../support/service/admin.js';
import { expectIntactHistoriesAt } from '../../support/event-store/chain-check.js';
import { eventually } from '../../support/eventually.js';
import { renderOnce } from '../../support/service/render-over-http.js';
import {
  dataFolder,
  publishedRun,
  type Standalone,
  startStandalone,
} from '../../support/service/standalone.js';

const SETTINGS = {
  ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
  LOG_CHECKPOINT_SECONDS: '1',
  PUBLIC_BASE_URL: 'https://video.example.org',
};

const project = {
  metadata: { name: 'kept', duration: 200, fps: 10, canvas: { width: 64, height: 64 } },
  clips: [],
};

/** The time at which a store recorded an event is the store's own. */
const withoutStorageTime = (name: string, value: unknown): unknown =>
  name === 'recordedAt' ? undefined : value;

describe('admin backup and restore', function () {
  this.timeout(240_000);
  let folder: Awaited<ReturnType<typeof dataFolder>>;
  let running: Standalone | undefined;
  let received = 0;
  const receiver = createServer((request, response) => {
    received += 1;
    request.resume().on('end', () => response.end());
  });

  const at = (name: string): string => join(folder.path, name);
  const admin = async (dataDir: string, ...args: ReadonlyArray<string>) => {
    const { EVENTSTORE_URL: _e, DATABASE_URL: _d, NATS_URL: _n, ...inherited } = process.env;
    const env = { ...inherited, ...SETTINGS, DATA_DIR: dataDir };
    const ran = promisify(execFile)(process.execPath, [...adminCommand(...args)], { cwd: packageRoot, env });
    return ran.then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr }),
    );
  };
  const start = async (dataDir: string): Promise<Standalone> =>
    (running = await startStandalone(dataDir, SETTINGS));
  const stop = async (): Promise<void> => {
    await running?.end('SIGTERM');
    running = undefined;
  };

  before(async () => {
    folder = await dataFolder();
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  });
  after(async () => {
    await stop();
    receiver.close();
    await folder.remove();
  });

  // backup-servers.test.ts shows the same with servers of their own, in a tenth of the time.
  if (process.env['LONG_TESTS'] !== '1') return;

  it('restore everything after all data was destroyed: records, files, histories, the log and secrets', async () => {
    const first = await start(at('first'));
    const key = first.demoKey ?? '';
    const client = ({ baseUrl }: Standalone): Got =>
      got.extend({ prefixUrl: baseUrl, headers: { 'x-api-key': key }, retry: { limit: 0 } });
    const api = client(first);
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const endpoint = await api.post('v1/webhooks', { json: { url } }).json<{ data: { _id: string } }>();
    const create = await api
      .post('v1/videos', { json: project, headers: { 'idempotency-key': 'created-once' } })
      .json<{ data: { _id: string } }>();
    await api.patch(`v1/videos/${create.data._id}`, { json: { metadata: { name: 'changed' } } });
    const render = await api.post('v1/renders', { json: project }).json<{ data: { _id: string } }>();
    const id = render.data._id;
    const { outputUrl } = await renderOnce<{ status: string; outputUrl: string }>(api, id, 'completed');
    await eventually(() => expect(received).to.be.at.least(1), 60_000);

    const addresses = [
      'v1/videos',
      `v1/videos/${create.data._id}/versions`,
      `v1/videos/${create.data._id}/events`,
      `v1/renders/${id}`,
      'v1/events',
      `v1/webhooks/${endpoint.data._id}`,
      `v1/webhooks/${endpoint.data._id}/deliveries`,
    ];
    const reads = (service: Standalone) =>
      Promise.all(
        addresses.map(async (address) => {
          const { statusCode, body } = await client(service).get(address, { throwHttpErrors: false });
          return [address, statusCode, JSON.parse(body, withoutStorageTime)];
        }),
      );
    const outputOf = (service: Standalone) =>
      client(service).get(new URL(outputUrl).pathname.slice(1)).buffer();
    await eventually(async () => {
      const { body } = await api.get(`v1/webhooks/${endpoint.data._id}/deliveries`);
      expect(body).to.include('"delivered"');
    });
    await eventually(async () => expect((await admin(at('first'), 'audit', 'checkpoint')).code).to.equal(0));
    const kept = ['audit', 'witness', '--store', at('witness')];
    expect(await admin(at('first'), ...kept, first.baseUrl)).to.include({ code: 0 });
    const [before, output] = [await reads(first), await outputOf(first)];

    const backup = await admin(at('first'), 'backup', '--with-objects', at('backup'));
    expect(backup.output).to.match(/^backed up \d+ events, \d+ rows, 3 secrets, \d+ objects\n$/);
    expect((await stat(at('backup'))).mode & 0o777).to.equal(0o700);
    expect((await admin(at('first'), 'restore', at('backup'))).output).to.match(/^The database is in use/);
    await stop();
    await rm(at('first'), { recursive: true });

    await cp(at('backup'), at('damaged'), { recursive: true });
    await appendFile(join(at('damaged'), 'tables.jsonl'), '\n');
    expect(await admin(at('second'), 'restore', at('damaged'))).to.deep.equal({
      code: 1,
      output: 'The backup is damaged: tables.jsonl does not match the manifest.\n',
    });
    const restored = await admin(at('second'), 'restore', at('backup'));
    expect(restored.output).to.match(/restored \d+ events and the tables of /);

    const sentBefore = received;
    const second = await start(at('second'));
    for (const [n, read] of (await reads(second)).entries())
      expect(read, addresses[n]).to.deep.equal(before[n]);
    expect(await outputOf(second)).to.deep.equal(output);
    const repeated = await client(second)
      .post('v1/videos', { json: project, headers: { 'idempotency-key': 'created-once' } })
      .json<{ data: { _id: string } }>();
    expect(repeated.data._id).to.equal(create.data._id);
    await expectIntactHistoriesAt(publishedRun(at('second')).eventStoreUrl);
    expect(await admin(at('second'), ...kept, second.baseUrl)).to.include({ code: 0 });
    const next = await client(second).post('v1/renders', { json: project }).json<{ data: { _id: string } }>();
    await renderOnce(client(second), next.data._id, 'completed');
    await eventually(() => expect(received).to.equal(sentBefore + 1), 60_000);
  });
});
