import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { connect } from 'nats';
import { Client } from 'pg';
import { problemsOfExport } from '../../../../application/audit/verify-export.js';
import { endLeftovers } from '../../../../infrastructure/machine/supervisor/end-leftovers.js';
import { serverIn } from '../../../../infrastructure/nats/connection.js';
import { adminCommand } from '../../../support/service/admin.js';
import { eventually } from '../../../support/eventually.js';
import { type Api, apiClient } from '../../../support/service/http-client.js';
import type { Reply } from '../../../support/service/reply.js';
import { type SmallDisk, smallDisk } from '../../../support/processes/small-disk.js';
import {
  publishedRun,
  spawnStandalone,
  type StandaloneRun,
  standaloneCommand,
} from '../../../support/service/standalone.js';
import { LONG } from '../../../support/long-form.js';

/** The promise: once there is space, everything recovers by itself within this time, in ms. */
const RECOVERY = 30_000;

const video = (name: string) => ({ metadata: { name, duration: 1000 }, clips: [] });

/** The tests follow one data folder: each starts with the state left by the previous one. */
describe('npm start on a full disk', () => {
  if (!LONG) return;
  let folder: string;
  let dataDir: string;
  let disk: SmallDisk;
  let run: StandaloneRun;
  let api: Api;
  /** The ids of all videos whose creation was acknowledged. */
  const acknowledged: Array<string> = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framewright-full-'));
    dataDir = join(folder, 'data');
    disk = await smallDisk(dataDir, 320 * 1024 * 1024);
    run = spawnStandalone(dataDir, {}, disk.command(standaloneCommand));
    await run.ready;
    const key = /Demo API key +(fw_[0-9A-Za-z]+)/.exec(run.output())?.[1];
    api = apiClient(publishedRun(disk.path).baseUrl, key);
  });
  after(async () => {
    if (run.process.exitCode === null) run.process.kill('SIGKILL');
    disk.free();
    await endLeftovers(disk.path);
    await disk.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const create = async (): Promise<Reply> => {
    const name = `video ${acknowledged.length}`;
    // Repeated with its key until it is acknowledged: what was stored before a refusal is not stored again.
    const headers = { 'idempotency-key': name };
    const reply = await api('POST', '/v1/videos', { body: video(name), headers });
    if (reply.status === 201) acknowledged.push(reply.body.data._id);
    return reply;
  };
  /** Fills the disk, and fills it again with what is freed, until a create has been refused this many times. */
  const fillUntilRefused = async (times: number): Promise<void> => {
    for (let refused = 0; refused < times;) {
      disk.fill();
      const reply = await create();
      expect(reply.status).to.be.oneOf([201, 409, 503]);
      if (reply.status === 201) continue;
      expect(reply.headers.get('retry-after')).to.match(/^\d+$/);
      refused += 1;
    }
  };
  /** Writes to PostgreSQL until its write-ahead log has no space and it panics. */
  const panicPostgres = async (): Promise<void> => {
    const client = new Client({ connectionString: publishedRun(disk.path).databaseUrl });
    const gone = new Promise<string>((resolve) => void client.on('error', () => resolve('gone')));
    await client.connect();
    for (let outcome = ''; outcome !== 'gone';) {
      disk.fill();
      const written = client.query('select pg_switch_wal(), txid_current()').then(
        () => 'written',
        () => 'failed',
      );
      outcome = await Promise.race([written, gone]);
    }
  };
  /** Publishes until JetStream has no space and no longer responds. */
  const jamJetStream = async (): Promise<void> => {
    const { natsUrl } = publishedRun(disk.path);
    const nats = await connect({ ...serverIn(natsUrl), reconnect: false });
    try {
      const manager = await nats.jetstreamManager({ timeout: 3000 });
      const jetStream = nats.jetstream({ timeout: 3000 });
      await manager.streams.add({ name: 'FILLER', subjects: ['filler'] });
      await jetStream.publish('filler', new Uint8Array(10));
      await eventually(async () => {
        disk.fill();
        await jetStream.publish('filler', new Uint8Array(5000)).catch(() => undefined);
        const info = await manager.getAccountInfo().catch(() => undefined);
        expect(info, 'a response of JetStream').to.equal(undefined);
      });
    } finally {
      await nats.close();
    }
  };
  const problemsOfHistory = async (videoId: string) => {
    const exporting = adminCommand('audit', 'export', videoId);
    const [command = '', ...args] = disk.command([process.execPath, ...exporting]);
    const { EVENTSTORE_URL: _e, DATABASE_URL: _d, NATS_URL: _n, ...env } = process.env;
    const { stdout } = await promisify(execFile)(command, args, { env: { ...env, DATA_DIR: dataDir } });
    return problemsOfExport(() => stdout.split('\n'));
  };
  const hasAllAcknowledged = async (): Promise<void> => {
    for (const id of acknowledged) expect((await api('GET', `/v1/videos/${id}`)).status).to.equal(200);
  };

  it('refuses writes with 503 and Retry-After, and recovers by itself when there is space', async () => {
    expect((await create()).status).to.equal(201);
    await jamJetStream();
    await fillUntilRefused(3);
    await panicPostgres();
    await fillUntilRefused(3);
    disk.free();
    await eventually(async () => void expect((await create()).status).to.equal(201), RECOVERY);
    await eventually(async () => {
      const request = { body: video('rendered'), headers: { 'idempotency-key': 'rendered' } };
      const requested = await api('POST', '/v1/renders', request);
      expect(requested.status, requested.text).to.equal(201);
      const { data } = (await api('GET', `/v1/renders/${requested.body.data._id}`)).body;
      expect(data.status).to.equal('completed');
    }, RECOVERY);
    await hasAllAcknowledged();
    const { pagination } = (await api('GET', '/v1/videos?limit=1')).body;
    expect(pagination.total, 'videos, with that of the render').to.equal(acknowledged.length + 1);
    const { events, problems } = await problemsOfHistory(acknowledged[0]!);
    expect(problems).to.deep.equal([]);
    expect(events).to.equal(1);
  });

  it('stops when its terminal is closed, and reports the problem when it is started there', async () => {
    await fillUntilRefused(1);
    run.process.kill('SIGHUP');
    expect(await run.ended).to.equal(0);
    disk.fill();
    const refused = spawnStandalone(dataDir, {}, disk.command(standaloneCommand));
    expect(await refused.ended).to.equal(1);
    expect(refused.errors()).to.match(/^Framewright could not start: [^\n]*no space left on device[^\n]*\n$/);
    disk.free();
  });

  it('starts again with space, and stops when asked although it can write nothing, not even to its terminal', async () => {
    const silenced = ['sh', '-c', 'exec "$@" >/dev/full 2>&1', 'sh'];
    run = spawnStandalone(dataDir, {}, [...silenced, ...disk.command(standaloneCommand)]);
    await eventually(async () => {
      const { status } = await fetch(`${publishedRun(disk.path).baseUrl}/readyz`);
      expect(status).to.equal(200);
    }, 60_000);
    disk.fill();
    run.process.kill('SIGTERM');
    expect(await run.ended).to.equal(0);
  });
});
